import { marketInstruments } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { collect } from '../../../../test/collect.ts'
import { testDatabase } from '../../test/database.ts'
import { testTokenSecret } from '../../test/template.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { readConfig } from '../config.ts'
import { openMarket } from './room.ts'

const noon = Date.UTC(2026, 10, 18, 3)
const seconds = 7_000

test('of the candles that a start reads the market holds numbers only', async () => {
  const { db, url, drop } = await testDatabase()
  await db.system((tx) =>
    tx.query(
      `insert into candle (instrument, interval, open_time, open, high, low, close, volume)
       select instrument, '1s', $2::bigint - 1000 * n, 1000000 + n, 1000000 + n, 1000000 + n, 1000000 + n, n
       from unnest($1::text[]) instrument, generate_series(1, ${seconds}) n`,
      [marketInstruments.map(({ symbol }) => symbol), noon],
    ),
  )
  const open = () =>
    openMarket({
      config: { ...readConfig({ DATABASE_URL: url, TOKEN_SECRET: testTokenSecret }, '/tmp'), feed: 'replay' },
      db,
      clocks: { domain: { now: () => noon, at: () => () => undefined }, wall: Date.now },
      bus: inProcessBus((error) => {
        throw error
      }),
      log: pino({ level: 'silent' }),
      metrics: new Registry(),
      feed: { name: 'replay', start: async () => undefined, stop: async () => undefined },
    })
  const heldByOne = async () => {
    collect()
    const before = process.memoryUsage().heapUsed
    const room = await open()
    await room.flush()
    collect()
    const held = process.memoryUsage().heapUsed - before
    expect(room.newestCandles('BTCUSDT', '1s', 500)).toHaveLength(500)
    await room.stop()
    return held
  }
  // The first one has the code compiled.
  await heldByOne()
  const held = await heldByOne()
  await drop()
  // As an object a candle is over 100 bytes.
  expect(held).toBeLessThan(marketInstruments.length * seconds * 10)
})
