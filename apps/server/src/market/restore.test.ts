import { type Candle, marketInstruments, type TickLeaf } from '@maru/market'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { type CandleRow, upsertCandles } from './candle-store.ts'
import { restoreCandles } from './restore.ts'

const noon = Date.UTC(2026, 10, 18, 3)
const opened: TestDatabase[] = []
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  opened.push(database)
})
afterAll(() => Promise.all(opened.map((one) => one.drop())))

const candle = (interval: CandleRow['interval'], openTime: number, price: number, volume: number): CandleRow => ({
  instrument: 'BTCUSDT',
  interval,
  openTime,
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
})
const write = (...rows: CandleRow[]) => database.db.system((tx) => upsertCandles(tx, rows))
const restore = async (now: number, leaves: readonly TickLeaf[] = []) => {
  const spool = leaves.length === 0 ? [] : [{ instrument: 'BTCUSDT', minute: noon, leaves: [...leaves] }]
  const config = { feed: 'replay', calendar: 'real' } as const
  const { series, missing } = await restoreCandles(database.db, marketInstruments, now, config, null, spool)
  return {
    newest: (interval: CandleRow['interval']): Candle | undefined => series.get('BTCUSDT')?.get(interval)?.at(-1),
    missing,
  }
}

test('a minute that was written before its end is put together anew from its seconds', async () => {
  await write(candle('1s', noon - 5_000, 90, 1), candle('1s', noon + 1_000, 100, 1), candle('1s', noon + 2_000, 120, 1))
  await write(candle('1m', noon, 100, 1))
  const { newest, missing } = await restore(noon + 30_000)
  expect(newest('1m')).toEqual({ openTime: noon, open: 100, high: 120, low: 100, close: 120, volume: 2 })
  expect(missing).toContainEqual({ ...newest('1m'), instrument: 'BTCUSDT', interval: '1m' })
})

test('a minute whose trades ended before a restart within it is not lost at the next restart', async () => {
  await write(candle('1s', noon - 5_000, 90, 1), candle('1s', noon + 1_000, 100, 3))
  const { missing } = await restore(noon + 30_000)
  await write(...missing)
  await write(candle('1s', noon + 61_000, 110, 1), candle('1m', noon + 60_000, 110, 1))
  const { series } = await restoreCandles(
    database.db,
    marketInstruments,
    noon + 90_000,
    { feed: 'replay', calendar: 'real' },
    null,
    [],
  )
  expect(series.get('BTCUSDT')?.get('1m')).toMatchObject([
    { openTime: noon - 60_000, volume: 1 },
    { openTime: noon, close: 100, volume: 3 },
    { openTime: noon + 60_000, volume: 1 },
  ])
})

test('a second that the last process did not live to write comes from its spooled ticks', async () => {
  const tick = (seq: number, sourceTs: number, price: string): TickLeaf => ({
    optionId: 'BTCUSDT',
    source: 'test',
    sourceTradeId: `${seq}`,
    sourceTs,
    recvTs: sourceTs + 10,
    price,
    qty: '0.010',
    seq,
  })
  await write(candle('1s', noon + 1_000, 650_000, 10))
  const leaves = [
    tick(1, noon + 1_500, '65000.0'),
    tick(2, noon + 2_100, '65001.0'),
    tick(3, noon + 2_200, '64999.0'),
    tick(4, noon + 2_300, '65000.5'),
  ]
  const { newest, missing } = await restore(noon + 4_000, leaves)
  const second = { openTime: noon + 2_000, open: 650_010, high: 650_010, low: 649_990, close: 650_005, volume: 30 }
  expect(newest('1s')).toEqual(second)
  expect(missing).toContainEqual({ ...second, instrument: 'BTCUSDT', interval: '1s' })
  expect(newest('1m')).toMatchObject({ openTime: noon, open: 650_000, close: 650_005, volume: 40 })
})
