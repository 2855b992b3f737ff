import { z } from 'zod'
import { DeskListRow, DeskNote, desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { MemberStatus } from './enums.ts'
import { Wallet } from './member.ts'
import { Decimal, EpochMs, Id } from './primitives.ts'

/** What a member's requests of one kind came to, in KRW at their time. */
const Flow = z.object({ count: z.int(), won: Decimal })

/** What staff did about a request, the oldest first. */
const RequestAct = z.object({
  id: Id,
  staffId: Id,
  staffName: z.string(),
  action: z.string().meta({ description: 'The kind of the command' }),
  toName: z.string().nullable().meta({ description: 'Of handing over: to whom' }),
  reason: z.string(),
  refusal: z.string().nullable().meta({ description: 'The code with which it was refused' }),
  at: EpochMs,
})

/** One request with what decides about it: its member, his money, and what was done so far. */
export const DeskRequest = DeskListRow.extend({
  approvalsExpireAt: EpochMs.nullable().meta({ description: 'A first approval that nobody joined by then has lapsed' }),
  usual: z.object({ point: Decimal, times: z.int() }).nullable().meta({
    description: 'What such requests usually come to, and how many times it this one is; null: not beyond ten times',
  }),
  acts: z.array(RequestAct),
  notes: z.array(DeskNote).meta({ description: 'The newest first, at most 100' }),
  payout: z
    .object({
      state: z.string(),
      provider: z.string(),
      providerRef: z.string(),
      isEndable: z
        .boolean()
        .meta({ description: 'Nobody knows what became of it, and its provider cannot say any more' }),
    })
    .nullable(),
  member: z.object({
    status: MemberStatus,
    createdAt: EpochMs,
    wallets: z.array(Wallet.pick({ type: true, currency: true, point: true })),
    /** Other requests of his that are open: how many. */
    openRequests: z.int(),
    deposits30d: Flow,
    withdrawals30d: Flow,
    newest: z.array(
      DeskListRow.pick({ id: true, type: true, status: true, point: true, currency: true, createdAt: true }),
    ),
  }),
})
export type DeskRequest = z.infer<typeof DeskRequest>

/** Who pays a deposit or is paid by a withdrawal, unmasked. */
export const Payee = z.object({
  name: z.string().meta({ description: 'Holder of the account; of a deposit, who pays it' }),
  account: z.string().nullable().meta({ description: 'Whole number or address; null: the request names none' }),
  place: z.string().nullable().meta({ description: 'Bank, or coin and network' }),
  tag: z.string().nullable(),
})
export type Payee = z.infer<typeof Payee>

export const consoleRequestEndpoints = {
  deskPayee: endpoint({
    ...desk,
    path: '/api/console/dnw/:id/payee',
    summary: '가리지 않은 예금주와 계좌: 사유와 함께 남습니다',
    body: z.strictObject({ reason: Reason }),
    response: Payee,
    errors: ['HISTORY_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PERMISSION_DENIED'],
  }),
  deskOne: endpoint({
    ...deskRead,
    path: '/api/console/dnw/:id',
    summary: '신청 하나: 회원의 돈, 지금까지 한 일',
    params: deskParams,
    response: DeskRequest,
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
