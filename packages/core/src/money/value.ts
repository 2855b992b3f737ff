import type { State, Turn } from '../state.ts'
import type { Minor } from '../types.ts'

/** What an amount is worth in KRW now; null: no price is known that is new enough. */
export function wonOf(_state: State, _siteId: number, currency: string, amount: Minor, _turn: Turn): Minor | null {
  return currency === 'KRW' ? amount : null
}
