import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedSignal } from '@maru/core'
import type { MarketTick } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TestPeer } from '../../../../packages/market/src/binance/test-peer.ts'
import { OandaPeer } from '../../../../packages/market/src/oanda/test-peer.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { testTokenSecret } from '../../test/template.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { makeClocks } from '../clocks.ts'
import { readConfig } from '../config.ts'
import { openMarket } from './room.ts'

/** A Wednesday at noon, in session: what the real calendar says of the time of day must not decide a test. */
const noon = Date.parse('2026-11-18T12:00:00+09:00')
let database: TestDatabase
const closers: (() => unknown)[] = []
beforeEach(async () => {
  database = await testDatabase()
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0).reverse()) await close()
  await database.drop()
})

const price = (name: string, bid: string, ask: string) =>
  `${JSON.stringify({
    type: 'PRICE',
    time: `${new Date(noon).toISOString().slice(0, -1)}000000Z`,
    instrument: name,
    bids: [{ price: bid, liquidity: 1_000_000 }],
    asks: [{ price: ask, liquidity: 1_000_000 }],
    tradeable: true,
  })}\n`

const candle = (openTime: number) => ({
  complete: true,
  volume: 7,
  time: new Date(openTime).toISOString(),
  mid: { o: '1.08500', h: '1.08600', l: '1.08400', c: '1.08550' },
})

test('with access to OANDA overseas instruments have prices, sessions, a past and a rate in won', async () => {
  // Binance is somewhere else today: crypto stays stale, and holds nothing up.
  const nobody = new TestPeer()
  await nobody.listen()
  const { restUrl, wsUrl } = nobody
  await nobody.close()
  const oanda = new OandaPeer()
  const oandaUrl = await oanda.listen()
  closers.push(() => oanda.close())
  oanda.onStream = (answer) => {
    answer.writeHead(200)
    for (const name of ['EUR_USD', 'GBP_AUD', 'NAS100_USD', 'SPX500_USD'])
      answer.write(price(name, '1.08517', '1.08521'))
    answer.write(price('XAU_USD', '2650.123', '2650.456'))
    return false
  }
  oanda.onCall = (path, parameters) =>
    path.endsWith('/instruments')
      ? {
          instruments: [
            {
              ...{ name: 'EUR_USD', displayPrecision: 5, pipLocation: -4, marginRate: '0.02' },
              financing: { longRate: '-0.0275', shortRate: '0.0040' },
            },
          ],
        }
      : { candles: parameters.get('granularity') === 'M1' ? [candle(noon - 120_000), candle(noon - 60_000)] : [] }
  const bank = createServer((_request, answer) => answer.end('{"rate":"1398.20","date":"2026-11-18","source":"bank"}'))
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  closers.push(() => bank.close())

  const dataDir = mkdtempSync(join(tmpdir(), 'maru-overseas-'))
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = readConfig(
    {
      FEED: 'live',
      CALENDAR: 'real',
      BINANCE_REST_URL: restUrl,
      BINANCE_WS_URL: wsUrl,
      OANDA_TOKEN: 'secret-token',
      OANDA_ACCOUNT: '101-001-1-001',
      OANDA_REST_URL: oandaUrl,
      OANDA_STREAM_URL: oandaUrl,
      FX_RATE_URL: `http://127.0.0.1:${(bank.address() as AddressInfo).port}/usdkrw`,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      TOKEN_SECRET: testTokenSecret,
    },
    '/tmp',
  )
  const room = await openMarket({
    config,
    db: database.db,
    clocks: makeClocks({ start: null, speed: 1, notBefore: null }),
    bus: inProcessBus((error) => {
      throw error
    }),
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
  })
  closers.push(() => room.stop())
  const ticks: MarketTick[] = []
  const signals: FeedSignal[] = []
  void room.start({
    tick: (tick) => ticks.push(tick),
    signal: (signal) => signals.push(signal),
    venueUpdate: () => undefined,
  })
  await vi.waitFor(() => expect(ticks).toHaveLength(5), { timeout: 60_000 })
  expect(ticks.find(({ instrument }) => instrument === 'EURUSD')).toMatchObject({ source: 'oanda', price: 108_520 })
  expect(room.state('XAUUSD')).toMatchObject({ bid: 265_010, ask: 265_050, last: 265_030, feed: 'live', isRest: false })
  await vi.waitFor(() => expect(signals.some(({ kind }) => kind === 'rate')).toBe(true), { timeout: 60_000 })
  await vi.waitFor(
    () =>
      expect(signals.filter(({ kind }) => kind === 'financing')).toMatchObject([
        { instrument: 'EURUSD', longRatePpm: -27_500, shortRatePpm: 4_000 },
      ]),
    { timeout: 60_000 },
  )
  expect(signals.find(({ kind }) => kind === 'rate')).toMatchObject({ pair: 'USDKRW', rate: 139_820, source: 'bank' })
  expect(signals.find((one) => one.kind === 'session' && one.instrument === 'EURUSD')).toMatchObject({
    isRest: false,
    session: { tradingDay: '2026-11-18', closeAt: Date.parse('2026-11-19T06:00:00+09:00') },
    nextOpenAt: Date.parse('2026-11-19T08:00:00+09:00'),
    overnightAllowed: true,
  })
  expect(room.newestCandles('EURUSD', '1m', 3).map(({ close, volume }) => [close, volume])).toEqual([
    [108_550, 7],
    [108_550, 7],
    [108_520, 1],
  ])
})
