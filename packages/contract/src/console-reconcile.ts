import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './enums.ts'
import { Decimal, EpochMs, Id, IdInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** One run of the audit, as it concerns the site. */
const Run = z.object({
  at: EpochMs,
  isFull: z.boolean().meta({ description: 'It read every posting, not only those after the closing sums' }),
  count: z.int().meta({ description: 'Rows of the site that disagree' }),
})
export type ReconcileRun = z.infer<typeof Run>

const Break = z.object({
  rule: z.string(),
  count: z.int(),
  rows: z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
    .meta({ description: 'The first of them' }),
})
export type ReconcileBreak = z.infer<typeof Break>

/** An account of the house that a provider keeps. */
const Account = z.object({
  provider: z.string(),
  currency: Currency,
  day: z.iso.date().meta({ description: 'The newest day of which there is a statement' }),
  opening: Decimal,
  closing: Decimal,
  isFinal: z.boolean(),
  readAt: EpochMs,
  isImported: z.boolean().meta({ description: 'Staff brought it by hand' }),
  corrected: z.object({ opening: Decimal, closing: Decimal }).nullable().meta({
    description: 'The balances with the corrections of a final day; null: it has none',
  }),
  open: z.int().meta({ description: 'Lines and movements that fit nothing yet' }),
  late: z.int().meta({ description: 'Of these, so many for longer than the provider takes' }),
})
export type ReconcileAccount = z.infer<typeof Account>

export const Reconciliation = z.object({
  isPaused: z.boolean().meta({ description: 'Withdrawals wait because the ledger did not balance' }),
  waiting: z.object({ count: z.int(), won: Decimal }).meta({ description: 'Withdrawals that are open' }),
  runs: z.array(Run).meta({ description: 'Of the last 24 hours, the oldest first' }),
  rules: z.array(z.string()),
  breaks: z.array(Break).meta({ description: 'What disagrees now' }),
  alarms: z
    .array(Break)
    .meta({ description: 'What to look at, although nothing is booked wrongly: nothing is paused for it' }),
  accounts: z.array(Account),
})
export type Reconciliation = z.infer<typeof Reconciliation>

/** What a difference between a statement and the ledger becomes; NAME: there is none, but the line does not name its movement. */
export const SettleAs = z.enum(['PROVIDER_FEE', 'BAD_DEBT', 'CAPITAL', 'NAME'])
export type SettleAs = z.infer<typeof SettleAs>

/** A line of a statement and what the ledger has of it; one of the two may be missing. */
export const ReconcileLine = z.object({
  id: z.string(),
  state: z.enum(['MATCHED', 'FEE', 'DIFFERENT', 'LINE_ONLY', 'LEDGER_ONLY', 'UNDONE', 'GONE']).meta({
    description:
      'FEE: it is in the ledger with another fee; DIFFERENT: the ledger names it, in another amount; LINE_ONLY and LEDGER_ONLY: the other side has nothing yet; UNDONE: a fee, or another line undoes it; GONE: a later statement has it no more',
  }),
  isLate: z.boolean(),
  kind: z.string().nullable(),
  amount: Decimal.nullable().meta({ description: 'Of the statement' }),
  fee: Decimal.nullable(),
  feeGap: Decimal.nullable().meta({ description: 'The fee less the booked one, signed; null: they are the same' }),
  correction: z.string().nullable().meta({ description: 'Why the line was added to a final day; null: it was not' }),
  at: EpochMs.nullable(),
  providerRef: z.string().nullable(),
  reference: z.string().nullable(),
  booked: Decimal.nullable().meta({ description: 'Of the ledger' }),
  bookedAt: EpochMs.nullable().meta({ description: 'When the reconciliation took it over' }),
  reason: z.string().nullable(),
  refId: Id.nullable().meta({ description: 'The request, suspense or move that the ledger booked it for' }),
  txnId: Id.nullable(),
  postingId: Id.nullable().meta({ description: 'The posting that no line shows yet, or that the line names' }),
  maySettle: z.boolean().meta({ description: 'Two persons may settle it: it is late, has another fee, or is gone' }),
  settled: z.object({ as: SettleAs, amount: Decimal }).nullable().meta({
    description: 'What two persons settled of it: what the statement had above the ledger',
  }),
})
export type ReconcileLine = z.infer<typeof ReconcileLine>

export const consoleReconcileEndpoints = {
  reconciliation: endpoint({
    ...deskRead,
    permission: 'results',
    path: '/api/console/reconciliation',
    summary: '대사: 실행, 불일치, 제공사의 계정, 출금 멈춤',
    response: Reconciliation,
  }),
  reconcileLines: endpoint({
    ...deskRead,
    permission: 'results',
    path: '/api/console/reconciliation/lines',
    summary: '하루의 거래 내역을 원장과 나란히',
    query: z.object({
      provider: z.string().min(1).max(30),
      currency: Currency,
      day: z.iso.date(),
      view: z.enum(['ALL', 'OPEN']).optional(),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(ReconcileLine),
  }),
  reconcileRun: endpoint({
    ...desk,
    permission: 'stopWithdrawals',
    params: z.object({}),
    path: '/api/console/reconciliation/run',
    summary: '대사 지금 실행',
    body: z.strictObject({ reason: Reason }),
    response: z.object({ at: EpochMs, count: z.int() }),
    errors: ['TRY_AGAIN_LATER'],
  }),
  breakSettle: endpoint({
    ...desk,
    permission: 'treasury',
    params: z.object({}),
    path: '/api/console/reconciliation/settle',
    summary: '불일치 정리: 두 사람이, 차이를 수수료·손실·자본금으로 올리거나 이동에 이름을 붙입니다',
    body: z.strictObject({
      reason: Reason,
      provider: z.string().max(30),
      currency: Currency,
      line: z
        .strictObject({ kind: z.string().max(20), providerRef: z.string().min(1).max(100) })
        .optional()
        .meta({ description: 'The line of the statement' }),
      postingId: IdInput.optional().meta({ description: 'The posting that no line shows' }),
      as: SettleAs,
      sub: z.string().trim().min(1).max(40).optional().meta({
        description: 'The bank account, network or provider; without it that of the movement, or the only one',
      }),
    }),
    response: Waiting,
    errors: ['INVALID_REQUEST', 'HISTORY_NOT_FOUND'],
  }),
  pauseOpen: endpoint({
    ...desk,
    permission: 'stopWithdrawals',
    params: z.object({}),
    path: '/api/console/reconciliation/open',
    summary: '대사로 멈춘 출금 다시 열기: 두 사람이, 맞은 뒤에',
    body: z.strictObject({ reason: Reason }),
    response: Waiting,
    errors: ['HISTORY_NOT_FOUND', 'WITHDRAW_PAUSED'],
  }),
}
