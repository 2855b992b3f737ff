import { z } from 'zod'
import { Currency, DnwStatus, DnwType, WalletType } from './enums.ts'
import { Decimal, DecimalInput, EpochMs, Id } from './primitives.ts'

/** A request reached a state at a time. ARRIVED: the money of a deposit came in, and waits for its approval. */
export const DnwStep = z.object({ state: z.enum([...DnwStatus.options, 'ARRIVED']), at: EpochMs })
export type DnwStep = z.infer<typeof DnwStep>

/** How far the stakes go that a bonus asks for, in the bonus's currency. */
export const Turnover = z.object({
  required: Decimal,
  done: Decimal,
  remain: Decimal,
  cap: Decimal.meta({ description: 'No more than this becomes cash' }),
  state: z.enum(['OPEN', 'CONVERTED', 'EXPIRED', 'FORFEITED', 'SPENT']),
})
export type Turnover = z.infer<typeof Turnover>

/** A row of the deposit and withdrawal history: a request, or one leg of a conversion or transfer. It says all that its detail sheet shows. */
export const DnwRow = z.object({
  id: Id,
  type: DnwType,
  status: DnwStatus,
  walletType: WalletType,
  currency: Currency,
  point: Decimal.meta({
    description: 'The amount in the currency of the wallet, never negative: the type says its direction',
  }),
  fee: Decimal.meta({ description: 'Taken out of the amount' }),
  rate: Decimal.nullable().meta({
    description: 'Of a conversion or P2P order: KRW or coin for one unit, spread included',
  }),
  account: z
    .string()
    .nullable()
    .meta({ description: 'Where it comes from or goes to, masked', example: '신한은행 ****4821' }),
  counterparty: z.string().nullable().meta({ description: 'The other member of a transfer or the merchant, masked' }),
  reason: z.string().nullable().meta({
    description: 'Why it ended as it did: MEMBER, EXPIRED, a code of the error catalogue, or what staff wrote',
  }),
  createdAt: EpochMs,
  processedAt: EpochMs.nullable(),
  steps: z.array(DnwStep),
  cancelableUntil: EpochMs.nullable().meta({ description: 'The member can cancel until then' }),
  expiresAt: EpochMs.nullable().meta({ description: 'A deposit that did not arrive by then is cancelled' }),
  holdUntil: EpochMs.nullable().meta({ description: 'The amount of this deposit can leave from then on' }),
  txnId: Id.nullable().meta({ description: 'The ledger transaction that completed or returned it' }),
  pairId: Id.nullable().meta({ description: 'The row of the other leg, or the request that an E row returns' }),
  turnover: Turnover.nullable(),
})
export type DnwRow = z.infer<typeof DnwRow>

/** Both legs of a conversion, purchase or sale of coins. */
export const DnwLegs = z.object({ out: DnwRow, in: DnwRow })
export type DnwLegs = z.infer<typeof DnwLegs>

/** Sums of the rows that a filter matches, one for each currency: what came in, went out and cost. COMPLETED rows only. */
export const DnwSummary = z.object({
  count: z.int().nonnegative(),
  sums: z.array(z.object({ currency: Currency, in: Decimal, out: Decimal, fee: Decimal })),
})
export type DnwSummary = z.infer<typeof DnwSummary>

/** An amount that may be missing or 0: its own refusal says what to enter. */
export const MoneyPoint = DecimalInput.optional().meta({
  description: 'Amount in the currency of the wallet',
  example: '50000',
})
/** What calls that move a member's money have in common. */
export const moneyCommand = { method: 'POST', tag: '입출금', auth: 'member', idempotent: true, rate: 'money' } as const
/** The same of calls that request money, to come or to leave. */
export const moneyRequest = { ...moneyCommand, inMaintenance: 'REFUSED' } as const

/** Codes that any request for money may be refused with. */
export const moneyRefusals = ['FEATURE_DISABLED', 'ACCOUNT_DENIED', 'WALLET_NOT_FOUND', 'STAFF_NO_TRADING'] as const
/** Why money cannot leave now. */
export const exitRefusals = [
  ...moneyRefusals,
  'STEP_UP_REQUIRED',
  'OTP_MISMATCH',
  'OTP_EXPIRED',
  'OTP_TRIES',
  'KYC_REQUIRED',
  'BALANCE_INSUFFICIENT',
  'BONUS_ROLLOVER_REMAINING',
  'WITHDRAW_FROZEN',
  'WITHDRAW_HOLD',
  'WITHDRAW_PAUSED',
] as const
