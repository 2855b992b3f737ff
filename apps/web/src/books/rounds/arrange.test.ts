import type { CurrentGame, Round } from '@maru/contract'
import { describe, expect, it } from 'vitest'
import { arrange, boundariesOf, stageOf, withRound } from './arrange.ts'

const minute = 60_000
const base = {
  tradeOptionId: 1,
  stock: 'CR_BTCUSDT',
  status: 0 as const,
  strikePrice: null,
  closePrice: null,
  payoutRate: '1.90',
  minPoint: '5000',
  maxPoint: '1000000',
  unit: '1000',
  maxRoundPoint: '2000000',
  maxBets: 5,
  minIntervalMs: 1_000,
  lockLeadMs: 5_000,
  strikeDelayMs: 300,
  strikeWaitMs: 2_000,
  isBettable: true,
  buyPoint: null,
  sellPoint: null,
  betRoot: null,
  voidReason: null,
  voidNote: null,
}
/** Round n of R1: starts at minute n, takes stakes in the minute before. */
const rent = (n: number, more: Partial<Round> = {}): Round => ({
  ...base,
  id: n,
  roundNo: n,
  type: 'R1',
  phase: 'OPEN',
  openAt: (n - 1) * minute,
  lockAt: n * minute - 5_000,
  startAt: n * minute,
  endAt: (n + 1) * minute,
  ...more,
})
const binary = (n: number, more: Partial<Round> = {}): Round => ({
  ...rent(n),
  type: 'B1',
  openAt: n * minute,
  lockAt: (n + 1) * minute - 30_000,
  ...more,
})
const game = (betting: Round | null, running: Round | null): CurrentGame => ({
  serverTime: 0,
  feed: 'live',
  betting,
  running,
  my: null,
})
const ids = (g: CurrentGame, now: number) => {
  const { betting, running, behind } = arrange(g, now)
  return [betting?.id, running?.id, behind]
}

describe('the stages of a round', () => {
  it('of rent: open, locked before the start, running, deciding', () => {
    const stages = [59_999, 60_000, 114_999, 115_000, 120_000, 179_999, 180_000].map((now) => stageOf(rent(2), now))
    expect(stages).toEqual(['ahead', 'open', 'open', 'locked', 'running', 'running', 'deciding'])
  })

  it('of binary: open from its start, locked before its end', () => {
    const stages = [119_999, 120_000, 149_999, 150_000, 179_999, 180_000].map((now) => stageOf(binary(2), now))
    expect(stages).toEqual(['ahead', 'open', 'open', 'locked', 'locked', 'deciding'])
  })

  it('end with what the server says', () => {
    expect(stageOf(rent(2, { phase: 'VOID' }), 61_000)).toBe('decided')
  })
})

describe('the arrangement by the clock', () => {
  it('moves a rent round from the ticket to the strip at its start, before the server says so', () => {
    const g = game(rent(2), rent(1))
    expect(ids(g, 119_999)).toEqual([2, 1, false])
    expect(ids(g, 120_000)).toEqual([2, 2, true])
    expect(ids(g, 121_000)).toEqual([undefined, 2, true])
  })

  it('keeps a binary round on the ticket and on the strip until its end', () => {
    const g = game(binary(2), binary(2))
    expect(ids(g, 179_999)).toEqual([2, 2, false])
    expect(ids(g, 180_000)).toEqual([2, 2, true])
    expect(ids(g, 181_000)).toEqual([undefined, 2, true])
  })

  it('asks again for a result that is late', () => {
    const g = game(rent(4, { openAt: 0 }), rent(1))
    expect(ids(g, 121_999)).toEqual([4, 1, false])
    expect(ids(g, 122_000)).toEqual([4, 1, true])
  })

  it('knows every moment at which it changes', () => {
    expect(boundariesOf(game(rent(2), null))).toEqual([60_000, 115_000, 120_000, 121_000, 180_000])
  })
})

describe('messages about rounds', () => {
  it('put the next round on the ticket and the one before into its run', () => {
    const g = withRound(game(rent(2), rent(1)), rent(3), 120_000)
    expect(ids(g, 120_000)).toEqual([3, 2, false])
  })

  it('bring the strike of the running round', () => {
    const g = withRound(game(rent(3), rent(2)), rent(2, { phase: 'RUNNING', strikePrice: '100.5' }), 122_000)
    expect(g.running?.strikePrice).toBe('100.5')
    expect(g.betting?.id).toBe(3)
  })

  it('take a decided round off the strip, and leave the next one', () => {
    const g = withRound(game(rent(3), rent(2)), rent(2, { phase: 'SETTLED', status: 1 }), 181_000)
    expect(g.running).toBeNull()
    expect(g.betting?.id).toBe(3)
  })

  it('do not bring back an older round', () => {
    const g = withRound(game(rent(5), rent(4)), rent(2, { phase: 'SETTLED' }), 250_000)
    expect([g.betting?.id, g.running?.id]).toEqual([5, 4])
  })
})
