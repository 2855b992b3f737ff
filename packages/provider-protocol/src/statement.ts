import { z } from 'zod'
import { CurrencyCode, Day, EpochMs, Reference, SignedAmount } from './primitives.ts'

/** One movement of the operator's account at the provider. `amount` is signed, before the fee; the fee is subtracted. */
export const StatementLine = z.object({
  providerRef: Reference,
  /** The platform's own: idempotency key of a payout, reference of a payment; null for money that names none. */
  reference: Reference.nullable(),
  kind: z.enum(['deposit', 'payout', 'return', 'fee', 'transfer']),
  amount: SignedAmount,
  fee: SignedAmount,
  at: EpochMs,
  valueDate: Day,
})
export type StatementLine = z.output<typeof StatementLine>

/** A page of the statement of one account and day (KST); `next` asks for the following page. Lines come in order of time. */
export const Statement = z.object({
  account: Reference,
  currency: CurrencyCode,
  day: Day,
  opening: SignedAmount,
  closing: SignedAmount,
  /** Whether the day is over at the provider: no line is added any more. */
  isFinal: z.boolean(),
  lines: z.array(StatementLine).max(1_000),
  next: Reference.nullable(),
})
export type Statement = z.output<typeof Statement>

/** What is wrong with a whole statement (all its pages in one), or null: opening + lines − fees must be closing. */
export function statementFault({ opening, closing, lines, day }: Omit<Statement, 'next'>): string | null {
  const sum = lines.reduce((total, { amount, fee }) => total + units(amount) - units(fee), units(opening))
  if (sum !== units(closing)) return 'the lines do not lead from the opening to the closing balance'
  if (new Set(lines.map(({ providerRef, kind }) => `${kind} ${providerRef}`)).size < lines.length)
    return 'a line is there twice'
  return lines.some(({ valueDate }) => valueDate > day) ? 'a line has its value date after the day' : null
}

const scale = 18

/** A decimal string as a count of 10^-18. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(scale, '0'))
  return text.startsWith('-') ? -value : value
}
