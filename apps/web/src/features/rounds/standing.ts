import type { Bet } from '@maru/contract'
import { payoutOf } from './ticket.ts'

export interface Standing {
  readonly result: 'won' | 'lost' | 'void'
  /** Whole KRW: what the bets would bring beyond their stakes. */
  readonly net: number
}

/**
 * How bets in progress would end if their round closed at `last`; null while none of them has its strike. A rent bet has that of its
 * round, `strike`: the server announces it with the round only.
 */
export function standingOf(bets: readonly Bet[], last: string, strike: string | null = null): Standing | null {
  const struck = bets.flatMap((bet) => {
    const strikePrice = bet.strikePrice ?? strike
    return strikePrice === null ? [] : [{ ...bet, strikePrice }]
  })
  if (struck.length === 0) return null
  const net = struck.reduce((sum, { type, point, payoutRate, strikePrice }) => {
    const moved = Math.sign(Number(last) - Number(strikePrice)) * (type === 'B' ? 1 : -1)
    const stake = Number(point)
    return sum + (moved > 0 ? payoutOf(stake, payoutRate) - stake : moved < 0 ? -stake : 0)
  }, 0)
  return { result: net > 0 ? 'won' : net < 0 ? 'lost' : 'void', net }
}
