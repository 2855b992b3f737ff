import { intervalMs, isOverseas, type KeptInterval, type MarketTick, marketInstruments } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestPeer, until } from '../../../../packages/market/src/binance/test-peer.ts'
import { openVenue } from '../../../../packages/market/src/binance/test-venue.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { testTokenSecret } from '../../test/template.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { makeClocks } from '../clocks.ts'
import { ConfigError, readConfig } from '../config.ts'
import { type MarketRoom, openMarket } from './room.ts'

const crypto = marketInstruments.filter((instrument) => !isOverseas(instrument))
let database: TestDatabase
let peer: TestPeer
let room: MarketRoom | null
let ticks: MarketTick[]
let metrics: Registry

beforeEach(async () => {
  database = await testDatabase()
  peer = new TestPeer()
  await peer.listen()
  openVenue(peer, Date.now, crypto)
  room = null
  ticks = []
})
afterEach(async () => {
  await room?.stop()
  await peer.close()
  await database.drop()
})

async function openLive({ notBefore = null as number | null, restUrl = peer.restUrl } = {}): Promise<MarketRoom> {
  metrics = new Registry()
  const environment = {
    FEED: 'live',
    BINANCE_REST_URL: restUrl,
    BINANCE_WS_URL: peer.wsUrl,
    DATABASE_URL: database.url,
    TOKEN_SECRET: testTokenSecret,
  }
  room = await openMarket({
    config: readConfig(environment, '/tmp'),
    db: database.db,
    clocks: makeClocks({ start: null, speed: 1, notBefore }),
    bus: inProcessBus((error) => {
      throw error
    }),
    log: pino({ level: 'silent' }),
    metrics,
  })
  await room.start({ tick: (tick) => ticks.push(tick), signal: () => undefined, venueUpdate: () => undefined })
  return room
}

/** Klines without a gap whose close counts the buckets since 1970, so that each can be known again. */
function answerKlines(): void {
  peer.answers.set('/fapi/v1/klines', (query) => {
    const length = intervalMs[query.get('interval') as KeptInterval]
    const end = Math.min(Number(query.get('endTime')), Date.now())
    const body = []
    for (let at = Math.ceil(Number(query.get('startTime')) / length) * length; at <= end; at += length) {
      const close = String((at / length) % 1_000)
      body.push([at, '1', '1000', '0.1', close === '0' ? '1' : close, '5', at + length - 1, '0', 1, '0', '0', '0'])
    }
    return { body: body.slice(0, Number(query.get('limit'))) }
  })
}

test('FEED=live: crypto has prices, its past and its ticks from the venue; overseas without access stay stale', async () => {
  answerKlines()
  const live = await openLive()
  expect(crypto.map(({ symbol }) => live.state(symbol).feed)).toEqual(crypto.map(() => 'live'))
  expect(live.state('BTCUSDT')).toMatchObject({ mark: 1_005, fundingRate: '0.0001' })
  expect(live.state('EURUSD').feed).toBe('stale')
  expect(live.problem()).toBeNull()
  for (const interval of ['1m', '3m', '15m', '1h', '4h', '1d'] as const) {
    const candles = live.newestCandles('BTCUSDT', interval, 500)
    expect(candles).toHaveLength(500)
    for (const [index, candle] of candles.entries())
      if (index > 0) expect(candle.openTime - candles[index - 1]!.openTime).toBe(intervalMs[interval])
  }
  const [hour] = live.newestCandles('BTCUSDT', '1h', 5)
  expect(hour).toMatchObject({ open: 10, close: ((hour!.openTime / 3_600_000) % 1_000 || 1) * 10, volume: 5_000 })
  await until(() => peer.open('market').length === 1)
  await peer.heard()
  const T = Date.now()
  const trade = { e: 'aggTrade', E: T, T, s: 'POLUSDT', a: 9, p: '0.2345', q: '12', f: 1, l: 1, m: false, st: 1 }
  peer.say('polusdt@aggTrade', trade)
  await peer.heard()
  expect(ticks).toMatchObject([{ instrument: 'MATICUSDT', source: 'binance', sourceTradeId: '9', price: 2_345 }])
})

test('what the venue kept while the server was down is on the chart after a restart, asked for from where ours end', async () => {
  answerKlines()
  await openLive()
  await room!.flush()
  await room!.stop()
  peer.asked.length = 0
  const live = await openLive()
  const minutes = peer.asked.filter((path) => path.includes('symbol=BTCUSDT&interval=1m'))
  expect(minutes).toHaveLength(1)
  const from = Number(/startTime=(\d+)/.exec(minutes[0]!)![1])
  expect(Date.now() - from).toBeLessThan(5 * 60_000)
  expect(live.newestCandles('BTCUSDT', '1m', 500)).toHaveLength(500)
})

test('a venue that gives no candles leaves holes in the charts and prices as they are', async () => {
  peer.answers.set('/fapi/v1/klines', () => ({ status: 500, body: '' }))
  const live = await openLive()
  expect(live.state('BTCUSDT').feed).toBe('live')
  expect(live.newestCandles('BTCUSDT', '1h', 5)).toEqual([])
})

test('a venue that cannot be reached leaves the house without prices, and says so', async () => {
  const nobody = new TestPeer()
  await nobody.listen()
  const { restUrl } = nobody
  await nobody.close()
  const live = await openLive({ restUrl })
  expect(live.problem()).toBe('no instrument has a live price')
  expect(await metrics.metrics()).toMatch(/maru_market_feed_alarms_total\{what="symbols"\} [1-9]/)
})

test('a database that lived by another clock is refused with one line', async () => {
  const later = Date.now() + 86_400_000
  await expect(openLive({ notBefore: later })).rejects.toThrow(ConfigError)
  await expect(openLive({ notBefore: later })).rejects.toThrow(
    `FEED=live: the database has lived until ${new Date(later).toISOString().slice(0, 16)}`,
  )
})
