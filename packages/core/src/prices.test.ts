import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PriceHistory } from './prices.ts'
import type { Tick } from './types.ts'

const tick = (seq: number, sourceTs: number, price: number, recvTs = sourceTs): Tick => ({
  instrument: 'X',
  source: 's',
  sourceTradeId: `${seq}`,
  sourceTs,
  recvTs,
  price,
  qty: '1',
  seq,
})
const history = (...ticks: Tick[]) => {
  const prices = new PriceHistory('X', 0)
  for (const one of ticks) prices.addTick(one)
  return prices
}

test('A: P(T) is the last tick with sourceTs ≤ T; of equal source times the higher seq', () => {
  const prices = history(tick(1, 900, 10), tick(2, 1_000, 11), tick(3, 1_000, 12), tick(4, 1_001, 13))
  expect(prices.lastTick(1_000, 2_500)?.price).toBe(12)
})

test('A: P(T) is frozen at T + 1.5 s: what is received later does not count', () => {
  const prices = history(tick(1, 900, 10), tick(2, 990, 11, 2_500), tick(3, 999, 12, 2_501))
  expect(prices.lastTick(1_000, 2_500)?.price).toBe(11)
})

test('A: the last price stands however old it is', () => {
  const prices = history(tick(1, 1_000, 10), tick(2, 500_000, 11))
  expect(prices.lastTick(499_999, 501_499)?.price).toBe(10)
})

test('A: of two last prices of long ago the one with the later source time stands, though it came first', () => {
  const prices = history(tick(1, 1_015, 10, 1_020), tick(2, 1_000, 11, 1_030), tick(3, 500_000, 12))
  expect(prices.lastTick(499_999, 501_499)?.price).toBe(10)
})

test('A: after a silence a price of a venue’s clock that was ahead hides none of before', () => {
  const prices = history(tick(1, 6_000, 10, 1_000), tick(2, 3_000, 11, 1_100), tick(3, 700_000, 12))
  expect(prices.lastTick(4_000, 4_000)?.price).toBe(11)
})

test('P(T) and strikes equal a scan over all ticks, also when they come out of order', () => {
  const ticks = fc.array(fc.record({ step: fc.nat(400), lag: fc.nat(3_000), price: fc.nat(50) }), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(ticks, fc.nat(20_000), fc.nat(3_000), fc.nat(3_000), (steps, at, wait, lead) => {
      let recvTs = 5_000
      const all = steps.map(({ step, lag, price }, index) => {
        recvTs += step
        return tick(index + 1, recvTs - lag, price, recvTs)
      })
      const prices = history(...all)
      const received = all.filter((one) => one.recvTs <= at + wait)
      const last = received
        .filter((one) => one.sourceTs <= at)
        .sort((a, b) => a.sourceTs - b.sourceTs || a.seq - b.seq)
        .at(-1)
      expect(prices.lastTick(at, at + wait)).toEqual(last ?? null)
      const first = received.find((one) => one.sourceTs >= at && one.recvTs >= at - lead)
      expect(prices.firstTick(at, at - lead, at + wait)).toEqual(first ?? null)
    }),
  )
})

test('0: the feed is stale until it is said to be live, and the state is known for every moment', () => {
  const prices = history()
  prices.addSignal({ kind: 'feed', instrument: 'X', state: 'live', at: 1_000 }, 1_000)
  prices.addSignal({ kind: 'feed', instrument: 'X', state: 'stale', at: 3_000 }, 3_000)
  expect([999, 1_000, 2_999, 3_000].map((at) => prices.isLive(at))).toEqual([false, true, true, false])
  expect(prices.signals(2_000, 9_000).map((signal) => signal.at)).toEqual([1_000, 3_000])
})

test('0: signals that are older than any round are forgotten, the standing state is not', () => {
  const prices = history()
  prices.addSignal({ kind: 'session', instrument: 'X', isRest: true, at: 10 }, 10)
  for (let second = 1; second <= 2_000; second++) {
    prices.addSignal({ kind: 'disturbance', instrument: 'X', reason: 'skew', at: second * 1_000 }, second * 1_000)
  }
  expect(prices.isRest(2_000_000)).toBe(true)
  expect(prices.isLive(2_000_000)).toBe(false)
})
