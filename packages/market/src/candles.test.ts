import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restAround } from './calendar/sessions.ts'
import { kstOffset } from './calendar/zone.ts'
import { aggregate, bucketsBefore, CandleBuilder, fillGaps } from './candles.ts'
import { parseUnits } from './decimal.ts'
import { marketInstruments } from './instruments.ts'
import { bucketStart, intervalMs, intervals, keptFor } from './intervals.ts'

const recorded = join(import.meta.dirname, '../../../../shared/data/oanda')
const noon = Date.UTC(2026, 10, 18, 3)
const never = () => null

interface Price {
  readonly type: string
  readonly time: string
  readonly bids: readonly { price: string }[]
  readonly asks: readonly { price: string }[]
}
interface Expected {
  readonly start: string
  readonly granularity: 'M1' | 'M5'
  readonly data: { open: number; high: number; low: number; last: number; volume: number }
}

if (!existsSync(recorded)) console.log('skipped: the recorded OANDA stream is not beside the repository')
test.skipIf(!existsSync(recorded))('candles of a recorded OANDA stream are those that its source expects', () => {
  const lines = <T>(file: string): T[] =>
    readFileSync(join(recorded, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T)
  const builder = new CandleBuilder()
  for (const price of lines<Price>('stream.EUR_USD.2017-02-23.recorded.jsonl')) {
    if (price.type !== 'PRICE') continue
    // The source takes the exact mid: 6 decimals, where 5 are quoted.
    const mid = (parseUnits(price.bids[0]?.price ?? '', 6) + parseUnits(price.asks[0]?.price ?? '', 6)) / 2
    builder.trade(Date.parse(price.time), mid, 1)
  }
  const expected = lines<Expected>('expected_candles_from_stream.2017-02-23.jsonl')
  expect(expected).toHaveLength(4)
  for (const { start, granularity, data } of expected) {
    const openTime = Date.parse(`${start.replace(' ', 'T')}Z`)
    const candle = builder.series(granularity === 'M1' ? '1m' : '5m').find(openTime)
    const units = (price: number) => Math.round(price * 1e6)
    expect(candle).toEqual({
      openTime,
      open: units(data.open),
      high: units(data.high),
      low: units(data.low),
      close: units(data.last),
      volume: data.volume,
    })
  }
})

const someTrades = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 50 })),
    {
      minLength: 1,
      maxLength: 200,
    },
  )
  .map((steps) => {
    let at = noon
    return steps.map(([wait, price, volume]) => {
      at += wait
      return { at, price, volume }
    })
  })

test('every interval put together from the one that is kept for it equals the one built from trades', () => {
  fc.assert(
    fc.property(someTrades, (trades) => {
      const builder = new CandleBuilder(() => 100_000)
      for (const { at, price, volume } of trades) builder.trade(at, price, volume)
      for (const interval of intervals)
        expect(aggregate(builder.series(keptFor[interval]), interval)).toEqual([...builder.series(interval)])
    }),
    { numRuns: 50 },
  )
})

test('a candle holds the first, highest, lowest and last price and the sum of quantities of its bucket', () => {
  fc.assert(
    fc.property(someTrades, (trades) => {
      const builder = new CandleBuilder(() => 100_000)
      for (const { at, price, volume } of trades) builder.trade(at, price, volume)
      for (const candle of builder.series('1m')) {
        const own = trades.filter(({ at }) => bucketStart('1m', at) === candle.openTime)
        const prices = own.map(({ price }) => price)
        expect(candle).toEqual({
          openTime: candle.openTime,
          open: prices[0],
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1),
          volume: own.reduce((sum, { volume }) => sum + volume, 0),
        })
      }
    }),
    { numRuns: 50 },
  )
})

test('gaps carry the previous close with volume 0', () => {
  const builder = new CandleBuilder()
  builder.trade(noon, 100, 5)
  builder.trade(noon + 200, 103, 1)
  builder.trade(noon + 4_000, 90, 2)
  const buckets = bucketsBefore('1s', noon + 6_001, 10, never)
  const flat = (openTime: number, close: number) => ({
    openTime,
    open: close,
    high: close,
    low: close,
    close,
    volume: 0,
  })
  expect(fillGaps(builder.series('1s'), buckets)).toEqual([
    { openTime: noon, open: 100, high: 103, low: 100, close: 103, volume: 6 },
    flat(noon + 1_000, 103),
    flat(noon + 2_000, 103),
    flat(noon + 3_000, 103),
    { openTime: noon + 4_000, open: 90, high: 90, low: 90, close: 90, volume: 2 },
    flat(noon + 5_000, 90),
    flat(noon + 6_000, 90),
  ])
})

test('a gap at the beginning carries the close of the candle before the first bucket', () => {
  const before = { openTime: noon - 60_000, open: 5, high: 9, low: 4, close: 7, volume: 3 }
  expect(fillGaps([before], [noon])).toEqual([{ openTime: noon, open: 7, high: 7, low: 7, close: 7, volume: 0 }])
})

test('the chart of an overseas instrument leaves out buckets in which the market rests whole', () => {
  const eurusd = marketInstruments.find(({ symbol }) => symbol === 'EURUSD')!
  const monday = Date.parse('2026-11-23T08:02:00+09:00')
  const buckets = bucketsBefore('1m', monday, 5, (at) => restAround('real', eurusd, at))
  expect(buckets.map((at) => new Date(at + 9 * 3_600_000).toISOString().slice(5, 16))).toEqual([
    '11-21T05:57',
    '11-21T05:58',
    '11-21T05:59',
    '11-23T08:00',
    '11-23T08:01',
  ])
})

test('a late trade changes high, low and volume of its candle, not the order of closes', () => {
  const builder = new CandleBuilder()
  builder.trade(noon, 100, 1)
  builder.trade(noon + 1_000, 110, 1)
  builder.trade(noon + 999, 120, 4)
  expect([...builder.series('1s')]).toEqual([
    { openTime: noon, open: 100, high: 120, low: 100, close: 100, volume: 5 },
    { openTime: noon + 1_000, open: 110, high: 110, low: 110, close: 110, volume: 1 },
  ])
  expect(builder.takeChanged('1s', noon + 1_999)).toHaveLength(1)
  expect(builder.takeChanged('1s', noon + 1_999)).toHaveLength(0)
  expect(builder.takeChanged('1s', noon + 2_000)).toHaveLength(1)
})

test('buckets tile the KST day: 4 h and 1 d open at KST midnight', () => {
  for (let at = noon; at < noon + 3 * intervalMs['1d']; at += 777_777) {
    for (const interval of intervals) {
      const start = bucketStart(interval, at)
      expect(start).toBeLessThanOrEqual(at)
      expect(at).toBeLessThan(start + intervalMs[interval])
      expect((start + kstOffset(start)) % intervalMs[interval]).toBe(0)
    }
  }
})
