import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id, IdInput, IdParam, IntInput } from './primitives.ts'

const tag = '실시간 상담'
export const ChatState = z.enum(['WAITING', 'OPEN', 'ENDED'])
export type ChatState = z.infer<typeof ChatState>
/** Who said it. */
export const ChatSide = z.enum(['MEMBER', 'STAFF'])
export type ChatSide = z.infer<typeof ChatSide>
export const chatMostText = 1_000

/** Which message it is to whoever wrote it: sent again after a lost answer, it is still one. */
const ClientId = z.uuid()
export const ChatText = z.string().trim().min(1).max(chatMostText)
export const chatMessage = { clientId: ClientId, text: ChatText, fileId: IdInput.optional() } as const

export const ChatLine = z.object({
  id: Id,
  seq: z.int().meta({ description: 'Its number in the chat, from 1' }),
  clientId: z.string(),
  from: ChatSide,
  text: z.string().meta({ description: 'Plain text' }),
  fileId: Id.nullable(),
  at: EpochMs,
})
export type ChatLine = z.infer<typeof ChatLine>

/** A chat as its member sees it. */
export const Chat = z.object({
  id: Id,
  state: ChatState,
  position: z.int().nullable().meta({ description: 'Of WAITING: place in the queue, from 1' }),
  waitSec: z.int().nullable().meta({ description: 'Of WAITING: what it may take, by those who waited last' }),
  staffName: z.string().nullable().meta({ description: 'Masked' }),
  openedAt: EpochMs,
  joinedAt: EpochMs.nullable().meta({ description: 'When the member of staff came' }),
  endedAt: EpochMs.nullable(),
  endedBy: z.enum(['MEMBER', 'STAFF', 'HOUSE']).nullable(),
  inquiryId: Id.nullable().meta({ description: 'The inquiry that it became' }),
  memberRead: z.int().nonnegative().meta({ description: 'Number of the last message that the member read; 0: none' }),
  staffRead: z.int().nonnegative().meta({ description: 'Number of the last message that the staff read; 0: none' }),
  isHelpful: z.boolean().nullable(),
  lines: z.array(ChatLine),
})
export type Chat = z.infer<typeof Chat>

const own = { method: 'POST', tag, auth: 'member', rate: 'chat' } as const
const Empty = z.strictObject({})
const Nothing = z.object({})

export const chatEndpoints = {
  chatHistory: endpoint({
    method: 'GET',
    path: '/api/chat/history',
    summary: '상담 하나와 주고받은 말: id가 없으면 마지막 상담. 사이트가 정한 기간 동안 보관합니다',
    tag,
    auth: 'member',
    query: z.object({ id: IdParam.optional() }),
    response: z.object({ chat: Chat.nullable() }),
    errors: ['CHAT_NOT_FOUND'],
  }),
  chatWait: endpoint({
    method: 'GET',
    path: '/api/chat/wait',
    summary: '지금 기다리는 회원의 수와, 요즘 상담원이 연결되기까지 걸린 시간',
    tag,
    auth: 'member',
    response: z.object({
      waiting: z.int().nonnegative(),
      waitSec: z.int().nullable().meta({ description: 'What it may take, by those who waited last; null: nobody did' }),
    }),
    errors: ['FEATURE_DISABLED'],
  }),
  chatOpen: endpoint({
    ...own,
    path: '/api/chat/open',
    summary: '상담 시작: 이미 열려 있으면 그 상담입니다',
    body: Empty,
    response: Chat,
    errors: ['FEATURE_DISABLED', 'CHAT_OFF_HOURS'],
  }),
  chatMessage: endpoint({
    ...own,
    path: '/api/chat/message',
    summary: '말하기: 같은 clientId로 다시 보내도 한 번입니다',
    body: z.strictObject(chatMessage),
    response: ChatLine,
    errors: ['CHAT_CLOSED', 'CHAT_FULL', 'FILE_REJECTED', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  chatTyping: endpoint({
    ...own,
    path: '/api/chat/typing',
    summary: '쓰는 중임을 상담원에게 알립니다',
    rate: 'typing',
    body: Empty,
    response: Nothing,
    errors: [],
  }),
  chatRead: endpoint({
    ...own,
    path: '/api/chat/read',
    summary: '여기까지 읽음',
    rate: 'typing',
    body: z.strictObject({ seq: IntInput }),
    response: Nothing,
    errors: ['CHAT_CLOSED'],
  }),
  chatEnd: endpoint({
    ...own,
    path: '/api/chat/end',
    summary: '상담 끝내기, 대기 취소',
    body: Empty,
    response: z.object({ chat: Chat.nullable() }),
    errors: [],
  }),
  chatRate: endpoint({
    ...own,
    path: '/api/chat/rate',
    summary: '끝난 상담이 도움이 되었는지',
    body: z.strictObject({ id: IntInput, isHelpful: z.boolean() }),
    response: Nothing,
    errors: ['CHAT_NOT_FOUND'],
  }),
}
