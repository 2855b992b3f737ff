import { z } from 'zod'
import { desk, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { MemberStatus } from './enums.ts'
import { listCut, listDays } from './list-cut.ts'
import { MessageRow } from './message.ts'
import { Id, IdParam, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** A message as staff see it; what the member deleted is among them. */
export const DeskMessage = MessageRow.extend({
  createdBy: Id.nullable().meta({ description: 'null: the house by itself' }),
  createdByName: z.string().nullable(),
  isDeleted: z.boolean(),
})
export type DeskMessage = z.infer<typeof DeskMessage>

/** One call writes to so many members at most. */
export const groupMostMembers = 1_000

/** Members as their list is cut. */
const group = { q: z.string().trim().max(80).optional(), status: MemberStatus.optional(), ...listDays }
const written = {
  title: z.string().trim().min(1).max(100),
  content: z.string().trim().min(1).max(2_000).meta({ description: 'Plain text' }),
}

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
      ...written,
    }),
    response: DeskMessage,
    errors: ['USER_NOT_FOUND'],
  }),
  messageReach: endpoint({
    ...deskRead,
    permission: 'members',
    path: '/api/console/message/reach',
    summary: '쪽지를 받을 회원 수: 회원 목록의 필터대로, 탈퇴한 회원은 빼고',
    query: z.object(group),
    response: z.object({ members: z.int().meta({ description: `Counted to ${groupMostMembers + 1}` }) }),
  }),
  messageSendGroup: endpoint({
    ...desk,
    permission: 'groupMessages',
    path: '/api/console/message/group',
    params: z.object({}),
    summary: '필터로 고른 회원 모두에게 쪽지 보내기: 한 번에 1,000명까지',
    body: z.strictObject({
      reason: Reason,
      group: z.strictObject(group),
      members: IntInput.meta({ description: 'How many there were when it was confirmed: another number is refused' }),
      ...written,
    }),
    response: z.object({ members: z.int() }),
    errors: ['MESSAGE_GROUP_SIZE', 'MESSAGE_GROUP_CHANGED', 'IDEMPOTENCY_KEY_REUSED', 'PERMISSION_DENIED'],
  }),
}
