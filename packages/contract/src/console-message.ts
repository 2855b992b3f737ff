import { z } from 'zod'
import { desk, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { listCut } from './list-cut.ts'
import { MessageRow } from './message.ts'
import { Id, IdParam, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** A message as staff see it; what the member deleted is among them. */
export const DeskMessage = MessageRow.extend({
  createdBy: Id.nullable().meta({ description: 'null: the house by itself' }),
  createdByName: z.string().nullable(),
  isDeleted: z.boolean(),
})
export type DeskMessage = z.infer<typeof DeskMessage>

export const consoleMessageEndpoints = {
  deskMessages: endpoint({
    ...deskRead,
    permission: 'members',
    path: '/api/console/message',
    summary: '회원이 받은 쪽지: 새것부터',
    query: z.object({ playerId: IdParam, ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(DeskMessage),
  }),
  messageSend: endpoint({
    ...desk,
    permission: 'content',
    path: '/api/console/message',
    params: z.object({}),
    summary: '회원 한 명에게 쪽지 보내기',
    body: z.strictObject({
      reason: Reason,
      playerId: IntInput,
      title: z.string().trim().min(1).max(100),
      content: z.string().trim().min(1).max(2_000).meta({ description: 'Plain text' }),
    }),
    response: DeskMessage,
    errors: ['USER_NOT_FOUND'],
  }),
}
