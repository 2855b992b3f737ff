import { z } from 'zod'
import { Chat, chatMessage } from './chat.ts'
import { desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { listCut } from './list-cut.ts'
import { EpochMs, Id, IdInput, IdParam, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** A chat that is not over, in the list of the desk; the member's names are masked. */
export const DeskChatRow = z.object({
  id: Id,
  state: Chat.shape.state,
  memberId: Id,
  username: z.string(),
  name: z.string(),
  staffId: Id.nullable(),
  staffName: z.string().nullable(),
  openedAt: EpochMs,
  joinedAt: EpochMs.nullable(),
  last: z.string().meta({ description: 'What was said last; empty: nothing yet' }),
  unread: z.int().nonnegative().meta({ description: 'Messages of the member that nobody of the staff read' }),
})
export type DeskChatRow = z.infer<typeof DeskChatRow>

export const DeskChat = DeskChatRow.omit({ last: true, unread: true }).extend({
  endedAt: Chat.shape.endedAt,
  inquiryId: Chat.shape.inquiryId,
  memberRead: Chat.shape.memberRead,
  staffRead: Chat.shape.staffRead,
  lines: Chat.shape.lines,
})
export type DeskChat = z.infer<typeof DeskChat>

/** A chat that is over, in the list of the desk. */
export const EndedChat = DeskChatRow.omit({ unread: true }).extend({
  endedAt: EpochMs,
  endedBy: Chat.shape.endedBy,
})
export type EndedChat = z.infer<typeof EndedChat>

const Colleague = z.object({ id: Id, name: z.string().meta({ description: 'Masked' }) })
const read = { ...deskRead, permission: 'content' } as const
const step = {
  ...desk,
  permission: 'content',
  body: z.strictObject({ reason: Reason }),
  response: DeskChat,
} as const
/** What is said needs no key: the client's own id, or its repetition, tells that it is the same. */
const say = {
  method: 'POST',
  tag: desk.tag,
  auth: 'staff',
  permission: 'content',
  rate: 'desk',
  params: deskParams,
} as const
const errors = ['CHAT_NOT_FOUND', 'CHAT_CLOSED', 'CHAT_TAKEN'] as const
const Nothing = z.object({})

export const consoleChatEndpoints = {
  chatDesk: endpoint({
    ...read,
    path: '/api/console/chat',
    summary: '상담: 기다리는 것은 오래된 것부터, 그다음 상담 중인 것',
    response: z.object({ content: z.array(DeskChatRow), waitSec: z.int().nullable() }),
  }),
  chatEnded: endpoint({
    ...read,
    path: '/api/console/chat_ended',
    summary: '끝난 상담: 새것부터, 1년 동안',
    query: z.object({ ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(EndedChat),
  }),
  chatDeskOne: endpoint({
    ...read,
    path: '/api/console/chat/:id',
    summary: '상담 하나와 주고받은 말',
    params: deskParams,
    response: DeskChat,
    errors: ['CHAT_NOT_FOUND'],
  }),
  chatDeskFile: endpoint({
    ...read,
    path: '/api/console/chat/:id/file/:fileId',
    summary: '상담에서 보낸 사진',
    params: z.object({ id: IdParam, fileId: IdParam }),
    response: z.object({ type: z.string(), name: z.string(), data: z.string().meta({ description: 'Base64' }) }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
  chatColleagues: endpoint({
    ...read,
    path: '/api/console/chat_colleague',
    summary: '상담을 넘겨받을 수 있는 직원',
    response: z.object({ content: z.array(Colleague) }),
  }),
  chatTake: endpoint({
    ...step,
    path: '/api/console/chat/:id/take',
    summary: '상담 담당 지정: 한 직원만 담당합니다. 다른 직원의 상담은 그 직원을 from으로 적어야 넘겨받습니다',
    body: z.strictObject({
      reason: Reason,
      from: IdInput.optional().meta({ description: 'Whose hands it is taken from; without it nobody may have it' }),
    }),
    errors,
  }),
  chatHandOver: endpoint({
    ...step,
    path: '/api/console/chat/:id/hand_over',
    summary: '상담 넘기기: 직원 없이 부르면 대기열의 제자리로 돌아갑니다',
    body: z.strictObject({ reason: Reason, staffId: IntInput.optional() }),
    errors: [...errors, 'USER_NOT_FOUND'],
  }),
  chatAnswer: endpoint({
    ...say,
    path: '/api/console/chat/:id/message',
    summary: '말하기: 담당하는 직원만. 같은 clientId로 다시 보내도 한 번입니다',
    body: z.strictObject({ clientId: chatMessage.clientId, text: chatMessage.text }),
    response: Chat.shape.lines.element,
    errors: [...errors, 'CHAT_FULL', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  chatDeskTyping: endpoint({
    ...say,
    path: '/api/console/chat/:id/typing',
    summary: '쓰는 중임을 회원에게 알립니다',
    rate: 'typing',
    body: z.strictObject({}),
    response: Nothing,
    errors,
  }),
  chatDeskRead: endpoint({
    ...say,
    path: '/api/console/chat/:id/read',
    summary: '여기까지 읽음',
    rate: 'typing',
    body: z.strictObject({ seq: IntInput }),
    response: Nothing,
    errors,
  }),
  chatDeskEnd: endpoint({
    ...step,
    path: '/api/console/chat/:id/end',
    summary: '상담 끝내기: 원하면 1:1 문의로 남깁니다',
    body: z.strictObject({ reason: Reason, asInquiry: z.boolean().optional() }),
    errors,
  }),
}
