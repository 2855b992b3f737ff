import { z } from 'zod'
import { AlertKind } from './alert.ts'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id, IntInput } from './primitives.ts'

const tag = '쪽지'

/** What a message is about: an alert, the member's security, an answer to his inquiry, or what the house has to say. */
export const MessageKind = z.enum([...AlertKind.options, 'SECURITY', 'ANSWER', 'HOUSE'])
export type MessageKind = z.infer<typeof MessageKind>

/** What the house told one member. */
export const MessageRow = z.object({
  id: Id,
  kind: MessageKind,
  title: z.string(),
  content: z.string().meta({ description: 'Plain text' }),
  link: z.string().nullable().meta({ description: 'The path of the page that it is about' }),
  isRead: z.boolean(),
  createdAt: EpochMs,
})
export type MessageRow = z.infer<typeof MessageRow>

const own = { tag, auth: 'member', rate: 'setting' } as const
const Named = z.strictObject({ id: IntInput })
const Count = z.object({ count: z.int().nonnegative() })

export const messageEndpoints = {
  messageList: endpoint({
    method: 'GET',
    path: '/api/message/list',
    summary: '받은 쪽지: 새것부터, 90일',
    tag,
    auth: 'member',
    response: z.array(MessageRow),
    errors: [],
  }),
  messageUnread: endpoint({
    method: 'GET',
    path: '/api/message/my_unread_count',
    summary: '읽지 않은 쪽지의 수',
    tag,
    auth: 'member',
    response: Count,
    errors: [],
  }),
  messageRead: endpoint({
    ...own,
    method: 'POST',
    path: '/api/message/read',
    summary: '쪽지 하나를 읽음',
    body: Named,
    response: Count.meta({ description: 'What is left unread' }),
    errors: ['MESSAGE_NOT_FOUND'],
  }),
  messageReadAll: endpoint({
    ...own,
    method: 'POST',
    path: '/api/message/read_all',
    summary: '쪽지를 모두 읽음',
    body: z.strictObject({}),
    response: Count.meta({ description: 'What is left unread' }),
    errors: [],
  }),
  messageDelete: endpoint({
    ...own,
    method: 'POST',
    path: '/api/message/delete',
    summary: '쪽지 삭제',
    body: Named,
    response: Count.meta({ description: 'What is left unread' }),
    errors: ['MESSAGE_NOT_FOUND'],
  }),
}
