import type { TradeType } from '@maru/contract'
import { expect, test } from 'vitest'
import { byMember, byStaff, bySystem } from '../envelope.ts'
import { codeOf, emptySnapshot, House, NOON, option, SITE } from '../testing.ts'

/** A house with one bet of 10,000 by member 1 in the round that takes stakes. */
function staked(type: TradeType = 'R1') {
  const h = new House(emptySnapshot({ options: [option({ type, payoutRateBp: 18_500 })] }))
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  const round = h.betting()
  const reply = h.bet(1, 'B', 10_000n)
  return { h, round, outcome: () => ({ ...h.betOf(reply), round: h.round(round.id), wallet: h.wallet(1) }) }
}

const refunded = (reason: string) => ({
  status: 3,
  profit: 0n,
  voidReason: reason,
  round: { phase: 'VOID', status: 3, voidReason: reason },
  wallet: { posted: 10_000_000n, reserved: 0n },
})

test('A: close = strike at the precision is void with full refund', () => {
  const { h, round, outcome } = staked()
  h.until(round.endAt + 2_000, 100_00)
  expect(outcome()).toMatchObject(refunded('PRICE_EQUAL'))
  expect(h.events('ROUND_VOID')).toHaveLength(1)
  expect(h.events('BET_SETTLED')).toMatchObject([{ data: { wallet: { point: '10000000', gameWaitPoint: '0' } } }])
})

test('A: feed not live at P(startAt) is void', () => {
  const { h, round, outcome } = staked()
  h.until(round.startAt - 500, 100_00)
  h.stale()
  h.until(round.startAt + 100)
  h.live()
  h.until(round.startAt + 1_600, 100_00)
  expect(outcome()).toMatchObject(refunded('FEED_STALE'))
})

test('A: feed not live at P(endAt) is void; a gap between is not', () => {
  const { h, round, outcome } = staked()
  h.until(round.startAt + 5_000, 100_00)
  h.stale()
  h.until(round.startAt + 20_000)
  h.live()
  expect(outcome().round.decidedAt).toBeNull()
  h.until(round.endAt - 100, 101_00)
  h.stale()
  h.until(round.endAt + 1_600)
  expect(outcome()).toMatchObject(refunded('FEED_STALE'))
  const states = outcome().round.feedStates.map((signal) => (signal.kind === 'feed' ? signal.state : signal.kind))
  expect(states).toEqual(['live', 'stale', 'live', 'stale'])
})

test('A: feed failover or skew from startAt − 2 s to endAt is void, before and after it is not', () => {
  const { h, round, outcome } = staked()
  h.until(round.startAt - 2_001, 100_00, 10_000)
  h.disturb('failover')
  expect(outcome().round.decidedAt).toBeNull()
  h.until(round.startAt - 2_000, 100_00)
  h.disturb('failover')
  h.settle()
  expect(outcome()).toMatchObject(refunded('FEED_FAILOVER'))
  const later = h.core.ask('rounds.game', { siteId: SITE, optionId: 100, memberId: null }, round.startAt)!.betting!
  h.until(later.endAt, 100_00)
  h.disturb('skew')
  h.settle()
  expect(h.round(later.id)).toMatchObject({ phase: 'VOID', voidReason: 'FEED_SKEW' })
})

test('A: market closed at P(T) is void, and no rounds are made until it opens', () => {
  const { h, round, outcome } = staked()
  h.until(round.startAt - 10_000, 100_00)
  h.session(true)
  h.until(round.startAt + 600_000)
  expect(outcome()).toMatchObject(refunded('MARKET_CLOSED'))
  const made = h.rounds.size
  expect(h.core.nextDue()).toEqual({ at: null, wall: null })
  h.session(false)
  expect(h.rounds.size).toBe(made + 2)
})

test('A: a round that ends with the session settles on its last tick; one of the closed market is void', () => {
  const { h, round, outcome } = staked()
  h.until(round.endAt - 200, 100_00)
  h.tick(101_00)
  h.until(round.endAt)
  h.session(true)
  h.until(round.endAt + 2_000)
  expect(outcome()).toMatchObject({ status: 1, round: { phase: 'SETTLED', closeTick: { price: 101_00 } } })
})

test('A: staleness that is noticed after the end of a round, and began before it, makes it void', () => {
  const { h, round, outcome } = staked()
  h.until(round.startAt + 2_000, 100_00)
  h.tick(101_00)
  h.until(round.endAt + 240)
  h.signal({ kind: 'feed', instrument: 'BTCUSDT', state: 'stale', at: round.endAt - 10 })
  h.until(round.endAt + 2_000)
  expect(outcome()).toMatchObject(refunded('FEED_STALE'))
})

test('A: a skew of the last second, noticed when that is over, makes the round void', () => {
  const { h, round, outcome } = staked()
  h.until(round.endAt, 100_00)
  h.tick(101_00)
  h.until(round.endAt + 1_250)
  h.signal({ kind: 'disturbance', instrument: 'BTCUSDT', reason: 'skew', at: round.endAt - 400 })
  h.until(round.endAt + 2_000)
  expect(outcome()).toMatchObject(refunded('FEED_SKEW'))
})

test('A: no durable result by endAt + 60 s is void; one of that very moment holds', () => {
  for (const late of [60_000, 60_001]) {
    const { h, round, outcome } = staked()
    h.until(round.startAt + 2_000, 100_00)
    h.tick(101_00)
    h.at = round.endAt + late
    h.settle()
    expect(outcome()).toMatchObject(late > 60_000 ? refunded('RESULT_LATE') : { status: 1, profit: 8_500n })
  }
})

test('A: a round that nobody could open before its stakes closed is void', () => {
  for (const late of [-1, 0]) {
    const { h, round } = staked()
    const next = h.core.snapshot().rounds.find((row) => row.startAt === round.startAt + 60_000)!
    h.at = next.lockAt + late
    h.settle()
    const phases = h.calls.flatMap((call) => call.rows.rounds).filter(({ id }) => id === next.id)
    expect(phases.at(-1)).toMatchObject(late < 0 ? { phase: 'OPEN' } : { phase: 'VOID', voidReason: 'OUTAGE' })
  }
})

test('J 4: a void stake is no stake: it counts against no limit of stakes', () => {
  const h = new House(emptySnapshot({ options: [option({ type: 'B1', payoutRateBp: 18_500 })] }))
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  const limits = [{ kind: 'STAKE', window: '24h', currency: 'KRW', amount: 10_000n }] as const
  h.do({ kind: 'setLimits', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), limits })
  const reply = h.bet(1, 'B', 10_000n)
  h.stale()
  h.until(NOON + 2_200)
  expect(h.betOf(reply)).toMatchObject({ status: 3, voidReason: 'NO_STRIKE' })
  h.live()
  expect(h.bet(1, 'B', 10_000n).status).toBe(200)
})

test('A: an outage of more than 3 s in the stake window voids a rent round that is not locked', () => {
  const { h, round, outcome } = staked()
  h.do({ kind: 'outage', ...bySystem(null), from: h.at, to: h.at + 3_000 })
  expect(outcome().round.decidedAt).toBeNull()
  h.do({ kind: 'outage', ...bySystem(null), from: round.lockAt - 3_000, to: round.lockAt + 60_000 })
  expect(outcome().round.decidedAt).toBeNull()
  h.do({ kind: 'outage', ...bySystem(null), from: h.at, to: h.at + 3_001 })
  h.settle()
  expect(outcome()).toMatchObject(refunded('OUTAGE'))
})

test('A: an outage leaves locked and running rounds alone', () => {
  const { h, round, outcome } = staked()
  h.until(round.lockAt, 100_00)
  h.do({ kind: 'outage', ...bySystem(null), from: round.openAt, to: h.at })
  expect(outcome().round.decidedAt).toBeNull()
  h.until(round.startAt + 2_000, 100_00)
  h.restart(20_000)
  h.live()
  h.until(round.endAt + 2_000, 101_00)
  expect(outcome()).toMatchObject({ status: 1, profit: 8_500n })
})

test('A: an outage voids binary bets that are accepted but not struck, not those that are', () => {
  const { h, round, outcome } = staked('B1')
  h.at += 300
  h.tick(100_00)
  h.at += 1_000
  const second = h.bet(1, 'B', 10_000n)
  h.restart(3_001)
  h.live()
  h.settle()
  expect(h.betOf(second)).toMatchObject({ status: 3, voidReason: 'OUTAGE' })
  expect(outcome()).toMatchObject({ status: 0, strikePrice: 100_00, wallet: { reserved: 10_000n } })
  h.until(round.endAt + 2_000, 101_00)
  expect(outcome().status).toBe(1)
})

test('A: after a restart, a round whose P(T) fell into the downtime has no live feed there', () => {
  const { h, round, outcome } = staked()
  h.until(round.lockAt, 100_00)
  h.restart(10_000)
  h.live()
  h.until(round.startAt + 10_000, 100_00)
  expect(outcome()).toMatchObject(refunded('FEED_STALE'))
})

test('A: a restart of at most 3 s voids no round that takes stakes', () => {
  const { h, outcome } = staked()
  h.restart(3_000)
  h.settle()
  expect(outcome().round).toMatchObject({ phase: 'OPEN', decidedAt: null })
})

test('A: an operator may void a whole round before startAt, never later', () => {
  const { h, round, outcome } = staked()
  const reason = '호가 오류로 이 회차를 취소합니다.'
  const say = (of: object) => {
    const command = {
      kind: 'voidRound',
      ...byStaff(SITE, 9, reason, { key: h.key() }),
      tradeRoundId: round.id,
    } as const
    return codeOf(h.do({ ...command, ...of }))
  }
  expect(say({ siteId: 2 })).toBe('HISTORY_NOT_FOUND')
  h.until(round.startAt, 100_00)
  expect(say({})).toBe('INVALID_REQUEST')
  const next = h.betting()
  for (const none of ['', ' ', 'x'.repeat(201)])
    expect(say({ tradeRoundId: next.id, reason: none })).toBe('INVALID_REQUEST')
  const key = h.key()
  expect(say({ tradeRoundId: next.id, key })).toBe(200)
  // The same key again, because its caller did not note the answer: it is not refused as too late.
  expect(say({ tradeRoundId: next.id, key })).toBe(200)
  expect(say({ tradeRoundId: next.id })).toBe('INVALID_REQUEST')
  expect(codeOf(h.bet(1, 'B', 5_000n, next.id))).toBe('ROUND_NOT_OPEN')
  expect(h.round(next.id)).toMatchObject({ phase: 'VOID', voidReason: 'OPERATOR', voidNote: reason })
  expect(h.events('ROUND_VOID').at(-1)!.data).toMatchObject({ id: next.id, voidReason: 'OPERATOR', voidNote: reason })
  expect(outcome().round.phase).toBe('RUNNING')
})

test('A: a round that was void before it opened is not made again, also after a restart', () => {
  const { h, round } = staked()
  const next = h.core.snapshot().rounds.find((row) => row.startAt === round.startAt + 60_000)!
  h.do({ kind: 'voidRound', ...byStaff(SITE, 9, 'x', { key: h.key() }), tradeRoundId: next.id })
  h.restart(1_000)
  h.until(NOON + 180_000, 100_00)
  const starts = [...h.rounds.values()].map((row) => row.startAt)
  expect(new Set(starts).size).toBe(starts.length)
})
