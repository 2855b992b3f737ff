import { expect, test } from 'vitest'
import { CandleSeries } from './candle-series.ts'
import type { Candle } from './candles.ts'
import { marketInstruments } from './instruments.ts'
import { statisticsOf } from './statistics.ts'

const minute = 60_000
const day = 86_400_000
const btc = marketInstruments.find(({ symbol }) => symbol === 'BTCUSDT')!
const nas = marketInstruments.find(({ symbol }) => symbol === 'NAS100')!
const kst = (text: string) => Date.parse(`${text}+09:00`)
const candle = (openTime: number, low: number, high: number, close = high, volume = 1) => ({
  openTime,
  open: low,
  high,
  low,
  close,
  volume,
})
const kept = (minutes: readonly Candle[]) => new CandleSeries(1_560, minutes)

test('crypto: high, low and volume of the last 24 h, change against the price 24 h ago', () => {
  const now = kst('2026-11-18T12:00:00')
  const minutes = [
    candle(now - day - 2 * minute, 1, 9_000_000, 600_000, 99_000),
    candle(now - day, 590_000, 610_000, 605_000, 1_500),
    candle(now - minute, 640_000, 660_000, 655_000, 2_500),
  ]
  expect(statisticsOf(btc, kept(minutes), 657_000, now, 'demo')).toEqual({
    lastPrice: '65700.0',
    priceChangePercent: '9.50',
    high: '66000.0',
    low: '59000.0',
    volume: '4.000',
  })
})

test('overseas: the session, change against the close of the session before, over a weekend too', () => {
  const minutes = [
    candle(kst('2026-11-20T09:00:00'), 1, 9_000_000, 2_400_000, 500),
    candle(kst('2026-11-21T05:59:00'), 2_480_000, 2_500_000, 2_490_000, 40),
    candle(kst('2026-11-23T08:00:00'), 2_450_000, 2_470_000, 2_460_000, 12),
  ]
  expect(statisticsOf(nas, kept(minutes), 2_465_100, kst('2026-11-23T08:00:30'), 'real')).toEqual({
    lastPrice: '24651.00',
    priceChangePercent: '-1.00',
    high: '24700.00',
    low: '24500.00',
    volume: '12',
  })
})

test('the change is never a negative zero, and nothing is told before the first price', () => {
  const now = kst('2026-11-18T12:00:00')
  expect(statisticsOf(btc, kept([candle(now - day - minute, 650_000, 650_000)]), 649_999, now, 'demo')).toMatchObject({
    priceChangePercent: '0.00',
  })
  expect(statisticsOf(btc, kept([]), null, now, 'demo')).toBeNull()
})
