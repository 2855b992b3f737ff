import type { ExchangeRate } from '@maru/contract'
import { partsOf } from '../../kit/decimals.ts'

/** Money of another currency than KRW: a plain decimal. */
export interface Other {
  readonly currency: string
  readonly amount: string
}

/**
 * What all wallets are worth in KRW at the mids of now, each wallet rounded down; null: a mid is missing, and no sum would be right.
 * `won`: what is in KRW already.
 */
export function wonTotal(
  won: bigint,
  others: readonly Other[],
  rates: Readonly<Record<string, Pick<ExchangeRate, 'mid'>>>,
): bigint | null {
  let sum = won
  for (const { currency, amount } of others) {
    const mid = rates[`${currency}_KRW`]?.mid
    if (partsOf(amount) === 0n) continue
    if (mid === undefined) return null
    sum += (partsOf(amount) * partsOf(mid)) / partsOf('1') / partsOf('1')
  }
  return sum
}
