// @vitest-environment happy-dom

import type { Candle } from '@maru/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bar } from './bars.ts'
import { type CandleSource, openCandles } from './candle-source.ts'

const minute = 60_000
const start = Date.parse('2026-11-23T05:00:00Z')
const live = vi.hoisted(() => ({
  now: 0,
  last: '0',
  ts: 0,
  tick: () => {},
  asked: [] as number[],
  candles: [] as Candle[],
}))
vi.mock('@maru/client/api/client', () => ({
  call: (_name: string, { query }: { query: { size: string } }) => {
    live.asked.push(Number(query.size))
    return Promise.resolve({ content: live.candles.slice(-Number(query.size)), nextEndTime: null })
  },
}))
vi.mock('../../live/index.ts', () => ({
  clock: { now: () => live.now },
  prices: {
    get: (_stock: string, field: string) => (field === 'last' ? live.last : live.ts),
    subscribe: (_stock: string, _field: string, tick: () => void) => {
      live.tick = tick
      return () => {}
    },
  },
  useLink: { subscribe: () => () => {} },
  watchPrice: () => () => {},
}))

const flat = (at: number, price: string): Candle => [at, price, price, price, price, '0', 1]
let source: CandleSource
let shown: Bar[] = []
const say = (at: number, price: string) => {
  Object.assign(live, { now: at, ts: at, last: price })
  live.tick()
}
const seen = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(live, { now: start, ts: start, last: '100', asked: [], candles: [flat(start, '100')] })
  shown = []
  source = openCandles('CR_BTCUSDTPERP', '1m', {
    all: (bars) => {
      shown = [...bars]
    },
    last: (bar) => {
      shown = [...shown.filter(({ at }) => at !== bar.at), bar]
    },
  })
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  source.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page that comes back shows the candles of the server at once, without holes, however long it was away', async () => {
  seen('hidden')
  live.candles = Array.from({ length: 20 }, (_, at) => flat(start + at * minute, String(100 + at)))
  // A tick that came while nothing was shown opens a candle far from the one before.
  say(start + 19 * minute, '119')
  seen('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown.map(({ at }) => at)).toEqual(live.candles.map(([at]) => at))
  expect(shown.map(({ close }) => close)).toEqual(live.candles.map(([, , , , close]) => Number(close)))
})

test('a tick that is older than the newest candle changes nothing and breaks nothing', async () => {
  say(start + minute, '101')
  say(start - minute, '90')
  say(start + minute, '102')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown.map(({ at, close }) => [at, close])).toEqual([
    [start, 100],
    [start + minute, 102],
  ])
})

test('a chart that was closed asks for nothing when the page comes back', async () => {
  const asked = live.asked.length
  source.stop()
  seen('visible')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(live.asked.length).toBe(asked)
})
