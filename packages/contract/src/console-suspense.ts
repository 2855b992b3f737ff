import { z } from 'zod'
import { barredDepositor, desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Currency, DnwStatus, WalletType } from './enums.ts'
import { listDays } from './list-cut.ts'
import { MemberMarks } from './member-marks.ts'
import { Decimal, DecimalInput, EpochMs, Id, IdInput, ListParam, PageParam, pageOf, SizeParam } from './primitives.ts'

/** Money that came in and is nobody's yet. */
export const Suspense = z.object({
  id: Id,
  cause: z.enum([
    'REFERENCE',
    'LATE',
    'AMOUNT',
    'PAYER',
    'CURRENCY',
    'RETURNED',
    'LIMIT',
    'OWNER',
    'REJECTED',
    'ARRIVED',
    'OFFSET',
  ]),
  provider: z.string(),
  providerRef: z.string(),
  reference: z.string(),
  payer: z.string(),
  memberId: Id.nullable().meta({ description: 'Whose it may be' }),
  currency: Currency,
  amount: Decimal.meta({ description: 'Below zero: its provider takes back what it said had come' }),
  createdAt: EpochMs,
  state: z.enum(['OPEN', 'ASSIGNED', 'RETURNED', 'REORGED', 'OFFSET', 'WRITTEN_OFF']),
  closedAt: EpochMs.nullable(),
  dnwId: Id.nullable().meta({ description: 'The deposit that it became' }),
  note: z.string(),
  marks: MemberMarks.meta({ description: 'Of whose it may be' }),
  isAsked: z.boolean().meta({ description: 'What is to become of it waits for a second person' }),
})
export type Suspense = z.infer<typeof Suspense>

/** A member whose the money may be, beside what the payer's bank told. */
export const SuspenseCandidate = z.object({
  memberId: Id,
  username: z.string(),
  name: z.string(),
  isSameName: z.boolean().meta({ description: 'The payer has his name' }),
  accounts: z.array(z.string()).meta({ description: 'His accounts, masked' }),
  request: z
    .object({ id: Id, point: Decimal, status: DnwStatus, createdAt: EpochMs, isSameAmount: z.boolean() })
    .nullable()
    .meta({
      description: 'What he asked to deposit within 30 days and what has not come: that of just this amount first',
    }),
  marks: MemberMarks,
})
export type SuspenseCandidate = z.infer<typeof SuspenseCandidate>

const paging = { page: PageParam.optional(), size: SizeParam.optional() }
const suspenseErrors = ['HISTORY_NOT_FOUND', 'STALE_VERSION', 'APPROVAL_ALREADY_ASKED'] as const
const two = { ...desk, permission: 'suspense', response: Waiting } as const

export const consoleSuspenseEndpoints = {
  suspenseList: endpoint({
    ...deskRead,
    permission: 'suspense',
    path: '/api/console/suspense',
    summary: '주인을 찾지 못한 입금',
    query: z.object({
      statusStrs: ListParam.optional(),
      isAsked: z.enum(['true', 'false']).optional(),
      q: z.string().trim().max(80).optional().meta({
        description:
          'A number, an amount, a part of the memo or of the payer, or what its provider or network calls it',
      }),
      ...listDays,
      ...paging,
    }),
    response: pageOf(Suspense),
  }),
  suspenseCandidates: endpoint({
    ...deskRead,
    permission: 'suspense',
    path: '/api/console/suspense/:id/candidate',
    summary: '이 돈의 주인일 수 있는 회원',
    params: deskParams,
    query: z.object({
      q: z.string().trim().min(1).max(80).optional().meta({
        description:
          'A name, username, number, phone, account, or the amount of a deposit asked for; without it those whose name or request fits',
      }),
    }),
    response: z.array(SuspenseCandidate),
    errors: ['HISTORY_NOT_FOUND'],
  }),
  suspenseAssign: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/suspense/:id/assign',
    summary: '회원의 입금으로: 두 사람이',
    body: z.strictObject({ reason: Reason, memberId: IdInput, walletType: WalletType }),
    errors: [
      ...suspenseErrors,
      'USER_NOT_FOUND',
      'CURRENCY_UNSUPPORTED',
      ...barredDepositor,
      'SELF_LIMIT_EXCEEDED',
      'CEILING_EXCEEDED',
    ],
  }),
  suspenseReturn: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/suspense/:id/return',
    summary: '보낸 곳으로 돌려주기: 두 사람이',
    body: z.strictObject({ reason: Reason, statementLine: z.string().trim().min(1).max(100) }),
    errors: suspenseErrors,
  }),
  suspenseOffset: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/suspense/:id/offset',
    summary: '제공사가 되가져간 돈 정리: 다른 미확인 입금과 상계하거나 손실로, 두 사람이',
    body: z.strictObject({
      reason: Reason,
      againstId: IdInput.optional().meta({
        description: 'Money of nobody on the same account that it is held against; without it the house bears the loss',
      }),
    }),
    errors: ['HISTORY_NOT_FOUND', 'STALE_VERSION', 'APPROVAL_ALREADY_ASKED', 'INVALID_REQUEST'],
  }),
  ledgerDeduct: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/ledger/:id/deduct',
    summary: '잘못 들어간 입금 되돌리기: 그 거래의 기록에서, 한 번만, 두 사람이',
    body: z.strictObject({
      reason: Reason,
      postingId: IdInput.meta({ description: 'The credit to the member within the transaction' }),
      point: DecimalInput.optional().meta({ description: 'Without it all that was credited' }),
    }),
    errors: ['HISTORY_NOT_FOUND', 'APPROVAL_ALREADY_ASKED', 'LINE_NOT_CORRECTABLE', 'INVALID_REQUEST'],
  }),
  payoutEnd: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/dnw/:id/payout-end',
    summary: '제공사가 더 이상 답하지 않는 지급 끝내기: 증거와 함께, 두 사람이',
    body: z.strictObject({
      reason: Reason,
      isPaid: z.boolean(),
      evidence: z.string().trim().min(1).max(100).meta({ description: "A statement's line, or the provider's letter" }),
    }),
    errors: [...suspenseErrors, 'PAYOUT_STILL_ASKED', 'PAYOUT_BARRED'],
  }),
  memberFreeze: endpoint({
    ...desk,
    permission: 'freeze',
    params: deskParams,
    path: '/api/console/member/:id/freeze',
    summary: '회원의 출금 동결: 바로. 해제는 두 사람이',
    body: z.strictObject({ reason: Reason, isFrozen: z.boolean() }),
    response: z.union([z.object({ ok: z.literal(true) }), Waiting]),
    errors: ['USER_NOT_FOUND', 'APPROVAL_ALREADY_ASKED'],
  }),
}
