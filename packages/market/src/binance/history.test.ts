import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MarketInstrument, marketInstruments } from '../instruments.ts'
import { intervalMs, type KeptInterval } from '../intervals.ts'
import { TestClock } from '../test-clock.ts'
import { binanceHistory } from './history.ts'
import { BinanceRest } from './rest.ts'
import { TestPeer, until } from './test-peer.ts'

const noon = Date.UTC(2026, 10, 18, 3)
const hour = 3_600_000
const btc = marketInstruments[0]!
let peer: TestPeer
let clock: TestClock
let rest: BinanceRest

beforeEach(async () => {
  peer = new TestPeer()
  await peer.listen()
  clock = new TestClock(noon)
  rest = new BinanceRest({ url: peer.restUrl, clock, report: () => undefined })
})
afterEach(async () => {
  rest.stop()
  await peer.close()
})

type Row = readonly unknown[]
const row = (at: number, open: string, high: string, low: string, close: string, volume: string): Row => [
  ...[at, open, high, low, close, volume, at + 59_999, '0', 1, '0', '0', '0'],
]
/** Answers with those of the rows that were asked for. */
const answer = (rows: readonly Row[], pageSize = 1_000) =>
  peer.answers.set('/fapi/v1/klines', (query) => {
    const [from, to] = [Number(query.get('startTime')), Number(query.get('endTime'))]
    return { body: rows.filter(([at]) => (at as number) >= from && (at as number) <= to).slice(0, pageSize) }
  })
const ask = (interval: KeptInterval, from: number, to = noon, instrument: MarketInstrument = btc) =>
  binanceHistory(rest)(instrument, interval, from, to)

test('klines are candles in our units; one without a trade is none', async () => {
  answer([
    row(noon - 120_000, '65000.10', '65010.00', '64990.00', '65005.50', '12.345'),
    row(noon - 60_000, '65005.5', '65005.5', '65005.5', '65005.5', '0.000'),
  ])
  expect(await ask('1m', noon - 120_000)).toEqual([
    { openTime: noon - 120_000, open: 650_001, high: 650_100, low: 649_900, close: 650_055, volume: 12_345 },
  ])
  expect(peer.asked).toEqual([
    `/fapi/v1/klines?symbol=BTCUSDT&interval=1m&startTime=${noon - 120_000}&endTime=${noon}&limit=1000`,
  ])
})

test('more than a page is asked for page by page, each candle once', async () => {
  const rows = Array.from({ length: 2_500 }, (_, i) => row(noon - (2_500 - i) * 60_000, '1', '2', '1', '2', '1'))
  answer(rows)
  const candles = await ask('1m', noon - 2_500 * 60_000)
  expect(candles.map(({ openTime }) => openTime)).toEqual(rows.map(([at]) => at))
  expect(peer.asked).toHaveLength(3)
})

test('a day is that of Seoul, put together from hours; seconds the venue has none', async () => {
  const midnight = Date.UTC(2026, 10, 16, 15)
  answer(
    Array.from({ length: 36 }, (_, i) => row(midnight + i * hour, `${10 + i}`, `${20 + i}`, '5', `${11 + i}`, '2')),
  )
  expect(await ask('1d', midnight + 5 * hour)).toEqual([
    { openTime: midnight, open: 100, high: 430, low: 50, close: 340, volume: 48_000 },
    { openTime: midnight + intervalMs['1d'], open: 340, high: 550, low: 50, close: 460, volume: 24_000 },
  ])
  expect(await ask('1s', noon - 10_000)).toEqual([])
})

test.each([
  ['an object', {}],
  ['rows that are none', [5]],
  ['too short rows', [[noon]]],
  ['numbers for decimals', [[noon, 1, 2, 1, 2, 1]]],
  ['a low above its open', [row(noon - 60_000, '1', '3', '2', '2', '1')]],
  ['a price of nothing', [row(noon - 60_000, '0', '0', '0', '0', '1')]],
])('%s instead of klines is an error', async (_, body) => {
  peer.answers.set('/fapi/v1/klines', () => ({ body }))
  await expect(ask('1m', noon - 60_000)).rejects.toThrow()
})

test('a full minute of weight waits for the next; what the venue counted counts', async () => {
  rest.weightPerMinute = 100
  peer.answers.set('/weigh', () => ({ headers: { 'x-mbx-used-weight-1m': '68' }, body: 1 }))
  await rest.get('/weigh', {}, 2)
  let isAnswered = false
  const second = rest.get('/weigh', {}, 5).then(() => {
    isAnswered = true
  })
  await clock.run(noon + 59_999)
  expect([peer.asked.length, isAnswered]).toEqual([1, false])
  await clock.run(noon + 60_000)
  await second
  expect(peer.asked).toHaveLength(2)
})

test('an answer that does not come is given up after 10 s', async () => {
  let isAsked = false
  peer.answers.set('/slow', () => {
    isAsked = true
    return new Promise(() => undefined)
  })
  const call = rest.get('/slow', {}, 1)
  const outcome = expect(call).rejects.toThrow('/slow: no answer')
  await until(() => isAsked)
  await clock.run(noon + 10_000)
  await outcome
})
