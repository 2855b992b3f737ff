import type { Currency } from '@maru/contract'
import type { State, Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { midOf, worthAt } from './convert/prices.ts'

/** What an amount is worth in KRW now; null: no price is known that is new enough. */
export function wonOf(
  state: State,
  siteId: number,
  currency: string,
  amount: Minor,
  { at }: Pick<Turn, 'at'>,
): Minor | null {
  if (currency === 'KRW') return amount
  const mid = midOf(state, { siteId, at }, currency as Currency, 'KRW')
  return mid && worthAt(mid, currency as Currency, 'KRW', amount)
}
