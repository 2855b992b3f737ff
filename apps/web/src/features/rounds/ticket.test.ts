import type { Bet, Round } from '@maru/contract'
import { describe, expect, it } from 'vitest'
import { breakEvenOf, payoutOf, spendableOf, type TicketHolder, ticketOf, wholeAmount } from './ticket.ts'

const round: Round = {
  id: 7,
  roundNo: 1235,
  tradeOptionId: 1,
  stock: 'CR_BTCUSDT',
  type: 'R1',
  phase: 'OPEN',
  status: 0,
  openAt: 0,
  lockAt: 55_000,
  startAt: 60_000,
  endAt: 120_000,
  strikePrice: null,
  closePrice: null,
  payoutRate: '1.90',
  minPoint: '5000',
  maxPoint: '1000000',
  unit: '1000',
  isBettable: true,
  buyPoint: null,
  sellPoint: null,
  betRoot: null,
  voidReason: null,
  voidNote: null,
}
const holder: TicketHolder = { signedIn: true, available: 100_000, bets: [] }
const live = { feed: 'live' } as const
const codes = (point: number, available: number | null = 100_000) =>
  ticketOf({ point }, { ...holder, available }, round, live, 1_000).errors.map(({ code }) => code)

describe('the ticket', () => {
  it('says what a won bet credits, what it wins and how often it must win', () => {
    expect(ticketOf({ point: 50_000 }, holder, round, live, 1_000)).toEqual({
      summary: { payout: 95_000, profit: 45_000, payoutRate: '1.90', breakEven: '52.6', ofBonus: 0 },
      errors: [],
      block: null,
      side: null,
    })
  })

  it('rounds the payout down to whole won, without floating point', () => {
    expect(payoutOf(1_001, '1.85')).toBe(1_851)
    expect(payoutOf(1_000_000, '1.10')).toBe(1_100_000)
    expect(payoutOf(3, '1.333333')).toBe(3)
    expect(payoutOf(9_007_199_254_740_991, '1')).toBe(9_007_199_254_740_991)
  })

  it('has the break-even of the rules: 52.6 % at 1.90, 54.1 % at 1.85', () => {
    expect([breakEvenOf('1.90'), breakEvenOf('1.85')]).toEqual(['52.6', '54.1'])
  })

  it('takes cash first, then bonus money, and no more than both', () => {
    const stake = (point: number) => ticketOf({ point }, { ...holder, bonus: 30_000 }, round, live, 1_000)
    expect([stake(100_000), stake(101_000), stake(130_000)].map(({ summary }) => summary.ofBonus)).toEqual([
      0, 1_000, 30_000,
    ])
    expect(stake(130_000).block).toBe(null)
    expect(stake(131_000).errors.map(({ code }) => code)).toEqual(['balance'])
  })

  it('leaves bonus money alone while a withdrawal is open', () => {
    const bonus = { type: 'BONUS', point: '30000' } as const
    expect(spendableOf([{ type: 'BINARY', point: '-5' }, bonus])).toEqual({ cash: 0, bonus: 30_000 })
    expect(spendableOf([{ type: 'BINARY', point: '7000', held: [{ cause: 'PENDING' }] }, bonus])).toEqual({
      cash: 7_000,
      bonus: 0,
    })
    expect(spendableOf([bonus])).toBe(null)
    expect(spendableOf(undefined)).toBe(null)
  })

  it('names every fault of the amount', () => {
    expect(codes(50_000)).toEqual([])
    expect(codes(4_000)).toEqual(['below-min'])
    expect(codes(5_500)).toEqual(['unit'])
    expect(codes(101_000)).toEqual(['balance'])
    expect(codes(2_000_500, 100)).toEqual(['above-max', 'unit', 'balance'])
  })

  it('does not call a balance too small that it does not know yet', () => {
    expect(codes(50_000, null)).toEqual([])
    expect(ticketOf({ point: 50_000 }, { ...holder, available: null }, round, live, 1_000).block).toBe('loading')
  })

  it('closes while the member rests by his own wish, whatever the round does', () => {
    const rest = { kind: 'exclusion', until: 5_000 } as const
    for (const at of [1_000, 56_000])
      expect(ticketOf({ point: 50_000 }, { ...holder, rest }, round, live, at).block).toBe('rest')
    expect(ticketOf({ point: 50_000 }, { ...holder, rest }, null, live, 1_000).block).toBe('rest')
  })

  it('closes by the clock at lockAt, whatever the server last said', () => {
    expect(ticketOf({ point: 50_000 }, holder, round, live, 54_999).block).toBeNull()
    expect(ticketOf({ point: 50_000 }, holder, round, live, 55_000).block).toBe('locked')
  })

  it('waits for the feed, and for the round', () => {
    expect(ticketOf({ point: 50_000 }, holder, round, { feed: 'stale' }, 1_000).block).toBe('feed')
    expect(ticketOf({ point: 50_000 }, holder, round, { feed: 'waiting' }, 1_000).block).toBe('feed')
    expect(ticketOf({ point: 50_000 }, holder, null, live, 1_000).block).toBe('loading')
    expect(ticketOf({ point: 50_000 }, holder, { ...round, isBettable: false }, live, 1_000).block).toBe('stopped')
  })

  it('lets a guest press: he is led to sign in', () => {
    expect(
      ticketOf({ point: 50_000 }, { ...holder, signedIn: false, available: null }, round, live, 1_000).block,
    ).toBeNull()
  })

  it('holds a member to the side he took in this round', () => {
    const bet = { tradeRoundId: 7, status: 0, type: 'S' } as Bet
    expect(ticketOf({ point: 50_000 }, { ...holder, bets: [bet] }, round, live, 1_000).side).toBe('S')
    expect(
      ticketOf({ point: 50_000 }, { ...holder, bets: [{ ...bet, tradeRoundId: 6 }] }, round, live, 1_000).side,
    ).toBeNull()
  })

  it('offers the whole balance in units and within the limit', () => {
    expect(wholeAmount(18_885_234, round)).toBe(1_000_000)
    expect(wholeAmount(54_321, round)).toBe(54_000)
    expect(wholeAmount(999, round)).toBe(0)
  })
})
