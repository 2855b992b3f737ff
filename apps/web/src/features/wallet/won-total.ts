import type { ExchangeRate, Wallet } from '@maru/contract'
import { partsOf } from '../../kit/decimals.ts'

/** A wallet of another currency than KRW; its amount is a plain decimal. */
export interface Other extends Pick<Wallet, 'type' | 'currency'> {
  readonly amount: string
}

type Rates = Readonly<Record<string, Pick<ExchangeRate, 'mid'>>>

/** What a wallet is worth in KRW at the mid of now, rounded down; null: its mid is missing, and no sum would be right. */
export function wonOf({ currency, amount }: Other, rates: Rates): bigint | null {
  const mid = rates[`${currency}_KRW`]?.mid
  if (partsOf(amount) === 0n) return 0n
  return mid === undefined ? null : (partsOf(amount) * partsOf(mid)) / partsOf('1') / partsOf('1')
}

/** What all wallets are worth in KRW; null: a mid is missing. `won`: what is in KRW already. */
export function wonTotal(won: bigint, others: readonly Other[], rates: Rates): bigint | null {
  return others.reduce<bigint | null>((sum, other) => {
    const worth = wonOf(other, rates)
    return sum === null || worth === null ? null : sum + worth
  }, won)
}
