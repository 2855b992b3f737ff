import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CandleSeries } from './candle-series.ts'
import { type Candle, CandleBuilder } from './candles.ts'

const flat = (openTime: number): Candle => ({ openTime, open: 5, high: 5, low: 5, close: 5, volume: 1 })
const flats = (count: number) => Array.from({ length: count }, (_, nth) => flat(nth * 1_000))

test('a series holds the candles of its trades, late ones too, as a list of objects would', () => {
  const trade = fc.record({
    time: fc.integer({ min: 0, max: 400 }),
    price: fc.integer({ min: 1, max: 2 ** 40 }),
    qty: fc.integer({ min: 0, max: 2 ** 40 }),
  })
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 600 }), (trades) => {
      const series = new CandleSeries()
      const expected: Candle[] = []
      for (const { time, price, qty } of trades) {
        const newest = expected.at(-1)
        const candle = expected.find(({ openTime }) => openTime === time)
        const isNew = newest === undefined || time > newest.openTime
        expect(series.trade(time, price, qty)).toBe(isNew || candle !== undefined)
        if (isNew) expected.push({ openTime: time, open: price, high: price, low: price, close: price, volume: qty })
        else if (candle !== undefined) {
          candle.high = Math.max(candle.high, price)
          candle.low = Math.min(candle.low, price)
          if (candle === newest) candle.close = price
          candle.volume += qty
        }
      }
      expect([...series]).toEqual(expected)
      expect(series.length).toBe(expected.length)
    }),
    { numRuns: 100 },
  )
})

test('a series is read by place, by time and from a time on', () => {
  const series = new CandleSeries(10, flats(3))
  expect([series.at(0), series.at(2), series.at(-1), series.at(-3)].map((candle) => candle?.openTime)).toEqual([
    0, 2_000, 2_000, 0,
  ])
  expect([series.at(3), series.at(-4), series.find(1_500), series.find(3_000)]).toEqual(Array(4).fill(undefined))
  expect(series.find(1_000)).toEqual(flat(1_000))
  expect([-1, 0, 1, 2_000, 2_001].map((time) => series.placeOf(time))).toEqual([0, 0, 1, 2, 3])
  const since = (time: number) => [...series.since(time)].map(({ openTime }) => openTime)
  expect(since(2_000)).toEqual([1_000, 2_000])
  expect(since(1_001)).toEqual([1_000, 2_000])
  expect(since(9_000)).toEqual([2_000])
  expect(since(-5)).toEqual([0, 1_000, 2_000])
})

test('the range from a place on has the highest and the lowest price and the whole volume', () => {
  const candle = (openTime: number, low: number, high: number, volume: number) => ({
    ...flat(openTime),
    low,
    high,
    volume,
  })
  const series = new CandleSeries(10, [candle(0, 1, 99, 7), candle(1, 4, 8, 2), candle(2, 3, 6, 5)])
  expect(series.rangeFrom(1)).toEqual({ high: 8, low: 3, volume: 7 })
  expect(series.rangeFrom(0)).toEqual({ high: 99, low: 1, volume: 14 })
  expect(series.rangeFrom(3)).toEqual({ high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY, volume: 0 })
})

test('of candles from before the newest are kept, and a candle that was read does not change the series', () => {
  const series = new CandleSeries(2, flats(5))
  expect([...series]).toEqual([flat(3_000), flat(4_000)])
  series.at(0)!.close = 77
  expect(series.at(0)).toEqual(flat(3_000))
})

test('the oldest hundred go when there are so many more than are kept', () => {
  const series = new CandleSeries(50, flats(50))
  for (let nth = 50; nth < 150; nth++) {
    series.trade(nth * 1_000, 5, 1)
    expect(series.trim()).toEqual([])
  }
  series.trade(150_000, 5, 1)
  expect(series.trim()).toEqual(flats(100))
  expect(series.length).toBe(51)
  expect(series.at(0)?.openTime).toBe(100_000)
  expect(series.trade(99_000, 5, 1)).toBe(false)
})

test('a candle that changed and went before it was taken is still taken, once', () => {
  const builder = new CandleBuilder(() => 50)
  for (let nth = 0; nth <= 150; nth++) builder.trade(nth * 1_000, 5, 1)
  expect(builder.series('1s').find(0)).toBeUndefined()
  expect(builder.takeChanged('1s')).toEqual(flats(151))
  expect(builder.takeChanged('1s')).toEqual([])
})
