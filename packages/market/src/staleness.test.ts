import { expect, test } from 'vitest'
import { marketInstruments } from './instruments.ts'
import { FeedMonitor } from './staleness.ts'

const at = 1_000_000

test('an instrument is stale until its first message', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  expect(monitor.of('BTCUSDT')).toMatchObject({ state: 'stale', since: at })
  expect(monitor.heard('BTCUSDT', at + 5)).toEqual({ kind: 'feed', instrument: 'BTCUSDT', state: 'live', at: at + 5 })
  expect(monitor.of('BTCUSDT')).toMatchObject({ state: 'live', since: at + 5 })
  expect(monitor.heard('BTCUSDT', at + 6)).toBeNull()
})

test.each([
  ['BTCUSDT', 2_000],
  ['EURUSD', 6_000],
])('%s is stale after %i ms without any message, and says so once', (symbol, limit) => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard(symbol, at)
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
  monitor.heard('BTCUSDT', at)
  expect(feed(monitor, at, 30, -1_520)).toEqual([])
})

test('a delay of more than 500 ms over the rolling median is a disturbance within a second', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', at)
  expect(feed(monitor, at, 20, 40)).toEqual([])
  expect(feed(monitor, at + 20_000, 3, 540)).toEqual([])
  const signals = feed(monitor, at + 23_000, 3, 541 + 40)
  expect(signals.length).toBeGreaterThanOrEqual(2)
  expect(signals[0]).toMatchObject({ kind: 'disturbance', instrument: 'BTCUSDT', reason: 'skew' })
})

test('one late packet is no disturbance', () => {
  const monitor = new FeedMonitor(marketInstruments, at)
  monitor.heard('BTCUSDT', at)
  feed(monitor, at, 10, 20)
  const late = monitor.timed('BTCUSDT', at + 10_000 - 3_000, at + 10_000)
  expect([late, ...feed(monitor, at + 10_010, 2, 20)].filter((signal) => signal !== null)).toEqual([])
})
