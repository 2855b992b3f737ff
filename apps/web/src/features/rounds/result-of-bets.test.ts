import type { Bet } from '@maru/contract'
import { describe, expect, it } from 'vitest'
import { outcomeOfBets } from './result-of-bets.ts'

const bet = (status: 0 | 1 | 2 | 3, profit: string, point = '50000') =>
  ({ tradeRoundId: 7, roundNo: 1234, tradeOptionId: 1, status, profit, point }) as Bet

describe('the news of a round', () => {
  it('is one for all bets of the round, by their net', () => {
    expect(outcomeOfBets([bet(1, '45000'), bet(1, '9000', '10000')])).toMatchObject({
      kind: 'won',
      stake: 60_000,
      profit: 54_000,
    })
    expect(outcomeOfBets([bet(1, '42500'), bet(2, '-50000')])).toMatchObject({ kind: 'lost', profit: -7_500 })
  })

  it('is void only if every bet is', () => {
    expect(outcomeOfBets([bet(3, '0'), bet(3, '0')])).toMatchObject({ kind: 'void', refund: 100_000 })
    expect(outcomeOfBets([bet(3, '0'), bet(1, '42500')])).toMatchObject({ kind: 'won', refund: 50_000 })
  })

  it('waits for decided bets', () => {
    expect(outcomeOfBets([bet(0, '0')])).toBeNull()
  })
})
