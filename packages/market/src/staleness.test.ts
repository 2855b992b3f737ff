import { expect, test } from 'vitest'
import { marketInstruments } from './instruments.ts'
import { FeedMonitor } from './staleness.ts'

const at = 1_000_000

test('an instrument is stale until its first message', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  expect(monitor.of('BTCUSDT')).toMatchObject({ state: 'stale', since: at })
  const live = { kind: 'feed', instrument: 'BTCUSDT', state: 'live', at: at + 5 }
  expect(monitor.heard('BTCUSDT', ['trade'], at + 5)).toEqual([live])
  expect(monitor.of('BTCUSDT')).toMatchObject({ state: 'live', since: at + 5 })
  expect(monitor.heard('BTCUSDT', ['trade'], at + 6)).toEqual([])
})

test.each([
  ['BTCUSDT', 2_000],
  ['EURUSD', 6_000],
])('%s is stale after %i ms without any message, and says so once', (symbol, limit) => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard(symbol, ['trade'], at)
  expect(monitor.check(at + limit - 1)).toEqual([])
  expect(monitor.check(at + limit)).toEqual([{ kind: 'feed', instrument: symbol, state: 'stale', at: at + limit }])
  expect(monitor.check(at + limit + 250)).toEqual([])
  expect(monitor.of(symbol)).toMatchObject({ state: 'stale', since: at + limit })
})

function feed(monitor: FeedMonitor, from: number, seconds: number, offset: number) {
  const signals = []
  for (let ms = 0; ms < seconds * 1_000; ms += 100)
    signals.push(monitor.timed('BTCUSDT', from + ms - offset, from + ms))
  return signals.filter((signal) => signal !== null)
}

test('a constant offset is no skew, however large: the recorder clock may be wrong', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', ['trade'], at)
  expect(feed(monitor, at, 30, -1_520)).toEqual([])
})

test('a delay of 500 ms or more over the rolling median is a disturbance within a second', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', ['trade'], at)
  expect(feed(monitor, at, 20, 40)).toEqual([])
  expect(feed(monitor, at + 20_000, 3, 539)).toEqual([])
  const signals = feed(monitor, at + 23_000, 3, 540 + 40)
  expect(signals.length).toBeGreaterThanOrEqual(2)
  expect(signals[0]).toMatchObject({ kind: 'disturbance', instrument: 'BTCUSDT', reason: 'skew' })
})

test('one late packet is no disturbance', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', ['trade'], at)
  feed(monitor, at, 10, 20)
  const late = monitor.timed('BTCUSDT', at + 10_000 - 3_000, at + 10_000)
  expect([late, ...feed(monitor, at + 10_010, 2, 20)].filter((signal) => signal !== null)).toEqual([])
})

test('a perpetual is live while its order book and its mark are each 2 s old at most, its trades whatever they are', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', ['book'], at)
  expect(monitor.quoted('BTCUSDT', at)).toEqual([])
  monitor.heard('BTCUSDT', ['mark'], at + 1_000)
  expect(monitor.quoted('BTCUSDT', at + 1_000)).toMatchObject([{ kind: 'quotes', state: 'live', at: at + 1_000 }])
  // A mark comes, and with it the order book is too old: that is said first.
  expect(monitor.heard('BTCUSDT', ['mark'], at + 2_100)).toMatchObject([
    { kind: 'quotes', state: 'stale', at: at + 2_000 },
  ])
  expect(monitor.of('BTCUSDT').state).toBe('live')
  monitor.heard('BTCUSDT', ['book'], at + 2_200)
  expect(monitor.quoted('BTCUSDT', at + 2_200)).toHaveLength(1)
  expect(monitor.check(at + 4_500)).toMatchObject([
    { kind: 'feed', state: 'stale', at: at + 4_100 },
    { kind: 'quotes', state: 'stale', at: at + 4_100 },
  ])
})

test('staleness is stamped by when it began, however late it is noticed', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', ['trade'], at)
  expect(monitor.nextExpiry()).toBe(at + 2_000)
  expect(monitor.check(at + 9_000)).toMatchObject([{ kind: 'feed', state: 'stale', at: at + 2_000 }])
})

test('a skew is stamped by when it began: the time of its first message that came too late', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', ['trade'], at)
  feed(monitor, at, 20, 40)
  const end = at + 20_000
  // What was sent in the last second comes 500 ms later than usual.
  for (let ms = 600; ms < 1_000; ms += 100) monitor.timed('BTCUSDT', end - 1_000 + ms, end - 1_000 + ms + 540)
  expect(monitor.check(end + 1_000)[0]).toMatchObject({ kind: 'disturbance', reason: 'skew', at: end - 400 + 40 })
})
