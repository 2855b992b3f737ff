import { z } from 'zod'
import { ContentId } from './article.ts'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id } from './primitives.ts'
import { SecondFactor } from './security.ts'

const tag = '회원'
const form = { method: 'POST', tag, auth: 'member', rate: 'setting' } as const
const Password = z.string().min(1).max(64)

/** Who a member is to the house, in full. */
export const OwnData = z.object({
  username: z.string(),
  name: z.string(),
  nick: z.string(),
  phone: z.string(),
  email: z.string(),
  birth: z.string().nullable(),
  address: z.string(),
  createdAt: EpochMs,
  marketing: z.array(z.object({ at: EpochMs, agreed: z.boolean() })),
  terms: z
    .array(z.object({ contentId: ContentId, version: z.int(), at: EpochMs }))
    .meta({ description: 'Which versions of the terms he agreed to' }),
  votes: z
    .array(z.object({ title: z.string(), isHelpful: z.boolean(), at: EpochMs }))
    .meta({ description: 'Which answers he said helped him or not' }),
  inquiries: z
    .array(z.object({ inquiryId: Id, teller: z.enum(['MEMBER', 'STAFF']), text: z.string(), at: EpochMs }))
    .meta({ description: 'What he asked the house in writing, and its answers' }),
  chats: z
    .array(z.object({ chatId: Id, teller: z.enum(['MEMBER', 'STAFF']), text: z.string(), at: EpochMs }))
    .meta({ description: 'What was said in live chats of the last year' }),
  acknowledgements: z.array(EpochMs).meta({ description: 'When he read the risk warning' }),
})
export type OwnData = z.infer<typeof OwnData>

export const membershipEndpoints = {
  marketingSet: endpoint({
    ...form,
    path: '/api/user/marketing',
    summary: '혜택·이벤트 알림 수신 동의와 철회',
    body: z.strictObject({ agreed: z.boolean() }),
    response: z.object({ agreed: z.boolean(), at: EpochMs }),
    errors: [],
  }),
  ownData: endpoint({
    ...form,
    path: '/api/user/personal',
    summary: '내 개인정보 전체: 비밀번호가 필요합니다',
    body: z.strictObject({ password: Password }),
    response: OwnData,
    errors: ['LOGIN_FAILED', 'ACCOUNT_LOCKED'],
  }),
  leave: endpoint({
    ...form,
    path: '/api/user/leave',
    summary: '회원 탈퇴: 열린 거래와 신청, 잔액이 없어야 하며 모의투자 사이트의 잔액은 사라집니다',
    idempotent: true,
    body: z.strictObject({ password: Password, otp: SecondFactor.optional() }),
    response: z.object({ forgetAt: EpochMs.meta({ description: 'When what the law asks to keep is deleted' }) }),
    errors: [
      'LOGIN_FAILED',
      'ACCOUNT_LOCKED',
      'STEP_UP_REQUIRED',
      'OTP_MISMATCH',
      'MEMBER_HAS_OPEN',
      'MEMBER_HAS_MONEY',
      'PERMISSION_DENIED',
    ],
  }),
}
