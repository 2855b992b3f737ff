import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DnwRow } from './money-row.ts'
import { EpochMs, Id, IdInput, IdParam, IntInput } from './primitives.ts'

const tag = '1:1 문의'
export const InquiryKind = z.enum(['MONEY', 'TRADE', 'ROUND', 'COPY', 'ACCOUNT', 'ETC'])
export type InquiryKind = z.infer<typeof InquiryKind>
export const InquiryState = z.enum(['OPEN', 'ANSWERED', 'CLOSED'])
export type InquiryState = z.infer<typeof InquiryState>
export const inquiryMostText = 2_000
export const inquiryMostFiles = 5

/** An inquiry without what was said after its question. */
export const InquiryRow = z.object({
  id: Id,
  kind: InquiryKind,
  state: InquiryState,
  question: z.string().meta({ description: 'Plain text' }),
  isUnread: z.boolean().meta({ description: 'There is an answer that the member did not open' }),
  isReview: z.boolean().meta({ description: 'The member asked that somebody else of the staff looks at it again' }),
  createdAt: EpochMs,
  dueAt: EpochMs.nullable().meta({ description: 'Of OPEN: when an answer is due, 24 hours after the member wrote' }),
  answeredAt: EpochMs.nullable(),
})
export type InquiryRow = z.infer<typeof InquiryRow>

export const InquiryLine = z.object({
  id: Id,
  teller: z.enum(['MEMBER', 'STAFF']),
  name: z.string().meta({ description: 'Masked; empty: nobody says' }),
  text: z.string().meta({ description: 'Plain text' }),
  fileIds: z.array(Id),
  at: EpochMs,
})
export type InquiryLine = z.infer<typeof InquiryLine>

/** The deposit or withdrawal that an inquiry is about. */
export const InquiryAbout = DnwRow.pick({
  id: true,
  type: true,
  status: true,
  currency: true,
  point: true,
  createdAt: true,
})
export type InquiryAbout = z.infer<typeof InquiryAbout>

export const Inquiry = InquiryRow.extend({ lines: z.array(InquiryLine), about: InquiryAbout.nullable() })
export type Inquiry = z.infer<typeof Inquiry>

const Text = z.string().trim().min(1).max(inquiryMostText)
const fileIds = z.array(IdInput).max(inquiryMostFiles).optional()
const own = { method: 'POST', tag, auth: 'member', rate: 'setting', response: Inquiry } as const
const read = { method: 'GET', tag, auth: 'member', errors: [] } as const
const said = { ...own, idempotent: true } as const
const Named = z.strictObject({ id: IntInput })

export const contactEndpoints = {
  contactList: endpoint({
    ...read,
    path: '/api/contact/list',
    summary: '내 문의: 새것부터',
    response: z.array(InquiryRow),
  }),
  contactUnread: endpoint({
    ...read,
    path: '/api/contact/my_unread_count',
    summary: '답변을 읽지 않은 문의의 수',
    response: z.object({ count: z.int().nonnegative() }),
  }),
  contactRead: endpoint({
    method: 'POST',
    tag,
    auth: 'member',
    path: '/api/contact/read',
    summary: '문의 하나와 주고받은 말: 읽음이 됩니다',
    body: z.strictObject({ id: IdInput }),
    response: Inquiry,
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  contactReadAlias: endpoint({
    ...read,
    path: '/api/contact/read',
    summary: '문의 읽기의 옛 이름. 다른 사이트의 요청은 거절합니다',
    query: z.object({ id: IdParam }),
    response: Inquiry,
    errors: ['INQUIRY_NOT_FOUND', 'INVALID_ACCESS'],
  }),
  contactReadAll: endpoint({
    ...own,
    path: '/api/contact/read_all',
    summary: '답변을 모두 읽음',
    body: z.strictObject({}),
    response: z.object({ count: z.int().nonnegative() }),
    errors: [],
  }),
  contactCreate: endpoint({
    ...said,
    path: '/api/contact/create',
    summary: '문의하기: 24시간 안에 답변합니다',
    body: z.strictObject({
      playerId: IntInput,
      question: Text,
      kind: InquiryKind.optional(),
      fileIds,
      dnwId: IdInput.optional().meta({ description: "The member's deposit or withdrawal that it is about" }),
    }),
    errors: ['USER_NOT_FOUND', 'FILE_REJECTED', 'HISTORY_NOT_FOUND', 'INQUIRY_LIMIT'],
  }),
  contactReply: endpoint({
    ...said,
    path: '/api/contact/reply',
    summary: '이어서 문의하기: 끝난 문의는 다시 열립니다',
    body: z.strictObject({ id: IntInput, text: Text, fileIds }),
    errors: ['INQUIRY_NOT_FOUND', 'FILE_REJECTED', 'INQUIRY_LIMIT'],
  }),
  contactClose: endpoint({
    ...own,
    path: '/api/contact/close',
    summary: '해결되었음: 문의를 끝냅니다',
    body: Named,
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  contactReview: endpoint({
    ...own,
    path: '/api/contact/review',
    summary: '다른 담당자의 재검토를 요청합니다',
    body: Named,
    errors: ['INQUIRY_NOT_FOUND', 'INQUIRY_UNANSWERED'],
  }),
}
