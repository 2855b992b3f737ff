import { chainStart, fromHex, leafHash, toHex, verifyProof } from '@maru/evidence'
import { type Feed, type FeedMessage, type MarketTick, verifyMinute } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { testTokenSecret } from '../../test/template.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../ports.ts'
import { openMarket } from './room.ts'
import { tickProof, ticksAround, ticksBetween } from './tick-log.ts'
import { appendMinutes, chainFrom, logHeads, readSpool } from './tick-store.ts'

const noon = Date.UTC(2026, 10, 18, 3)
let database: TestDatabase
const opened: TestDatabase[] = []
beforeEach(async () => {
  database = await testDatabase()
  opened.push(database)
})
afterAll(() => Promise.all(opened.map((one) => one.drop())))

/** A market whose clock and prices the test sets; `kill` ends it as a crash does: nothing is written any more. */
async function openRoom(at: number, db: Database = database.db) {
  const time = { now: at }
  const seen: MarketTick[] = []
  let alive = true
  let say: (message: FeedMessage) => void = () => undefined
  const feed: Feed = {
    name: 'replay',
    async start(listener) {
      say = listener
    },
    stop: async () => undefined,
  }
  const room = await openMarket({
    config: {
      ...readConfig({ DATABASE_URL: database.url, TOKEN_SECRET: testTokenSecret }, '/tmp'),
      feed: 'replay',
    },
    db: {
      ...db,
      system: (work) => (alive ? db.system(work) : Promise.reject(new Error('the process is gone'))),
    },
    clocks: { domain: { now: () => time.now, at: () => () => undefined }, wall: Date.now },
    bus: inProcessBus((error) => {
      throw error
    }),
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    feed,
  })
  await room.start({ tick: (tick) => seen.push(tick), signal: () => undefined, venueUpdate: () => undefined })
  return {
    room,
    seen,
    time,
    trade(recvTs: number, price: number, instrument = 'BTCUSDT') {
      time.now = Math.max(time.now, recvTs)
      const sourceTs = recvTs - 10
      const sourceTradeId = `${recvTs}`
      say({ kind: 'trade', instrument, source: 'test', sourceTradeId, sourceTs, recvTs, price, qty: '0.010' })
    },
    async kill() {
      alive = false
      await room.stop()
    },
  }
}

/** A tick every 500 ms within [from, to). */
function tradeEvery(house: Awaited<ReturnType<typeof openRoom>>, from: number, to: number) {
  for (let at = from; at < to; at += 500) house.trade(at, 650_000 + ((at / 500) % 40))
}

async function wholeChain(instrument = 'BTCUSDT') {
  const minutes = await chainFrom(database.db, instrument, 1, 1_000)
  let previous = toHex(chainStart())
  for (const [index, minute] of minutes.entries()) {
    expect(minute.chainNo).toBe(index + 1)
    expect(minute.previousChain).toBe(previous)
    expect(verifyMinute(minute)).toBe(true)
    previous = minute.chain
  }
  return minutes
}

test('every tick that the core saw is in the log once, in order, under a root that chains', async () => {
  const house = await openRoom(noon)
  tradeEvery(house, noon, noon + 150_000)
  house.trade(noon + 700, 34_000, 'ETHUSDT')
  house.time.now = noon + 184_000
  await house.room.flush()
  const minutes = await wholeChain()
  expect(minutes).toHaveLength(3)
  const logged = minutes.flatMap(({ leaves }) => leaves)
  const core = house.seen.filter(({ instrument }) => instrument === 'BTCUSDT')
  expect(logged.map(({ seq, sourceTs }) => [seq, sourceTs])).toEqual(core.map(({ seq, sourceTs }) => [seq, sourceTs]))
  expect(logged[0]).toEqual({
    optionId: 'BTCUSDT',
    source: 'test',
    sourceTradeId: `${noon}`,
    sourceTs: noon - 10,
    recvTs: noon,
    price: '65000.0',
    qty: '0.010',
    seq: 1,
  })
  expect(await wholeChain('ETHUSDT')).toHaveLength(1)
  expect(await readSpool(database.db)).toEqual([])
  await house.room.stop()
})

test('the ticks within 5 s of a time are found in closed and open minutes, each provable once its minute is closed', async () => {
  const house = await openRoom(noon)
  tradeEvery(house, noon, noon + 63_000)
  await house.room.flush()
  const { ticks: around } = await ticksAround(database.db, 'BTCUSDT', noon + 60_000)
  expect(around.map(({ sourceTs }) => sourceTs - noon)).toEqual(Array.from({ length: 16 }, (_, i) => 54_990 + i * 500))
  const [early] = around
  const late = around.at(-1)!
  const proof = await tickProof(database.db, { instrument: 'BTCUSDT', ...early! })
  expect(verifyProof(leafHash(early), proof!)).toBe(true)
  expect(proof).toMatchObject({ minute: noon, previousChain: toHex(chainStart()) })
  expect(await tickProof(database.db, { instrument: 'BTCUSDT', ...late })).toBeNull()
  house.time.now = noon + 124_000
  await house.room.flush()
  const closed = await tickProof(database.db, { instrument: 'BTCUSDT', ...late })
  expect(verifyProof(leafHash(late), closed!)).toBe(true)
  expect(closed!.previousChain).toBe(proof!.chain)
  expect(await tickProof(database.db, { instrument: 'BTCUSDT', seq: 99_999, recvTs: noon })).toBeNull()
  expect(await ticksBetween(database.db, 'BTCUSDT', noon, noon + 60_000, 7)).toHaveLength(7)
  await house.room.stop()
})

test('after a crash the chain goes on: durable ticks stay, the cut is told, no seq is used twice', async () => {
  const first = await openRoom(noon)
  tradeEvery(first, noon, noon + 80_000)
  await first.room.flush()
  first.trade(noon + 80_000, 649_000) // received in the last second: never written
  const before = await logHeads(database.db)
  await first.kill()
  expect(before.get('BTCUSDT')).toMatchObject({ chainNo: 1, minute: noon })

  const second = await openRoom(noon + 95_000)
  tradeEvery(second, noon + 95_000, noon + 185_000)
  second.time.now = noon + 250_000
  await second.room.flush()
  const minutes = await wholeChain()
  expect(minutes.map(({ minute, cutAt }) => [minute - noon, cutAt && cutAt - noon])).toEqual([
    [0, 0], // the log began within it
    [60_000, 95_000],
    [120_000, null],
    [180_000, null],
  ])
  const cut = minutes[1]!.leaves
  expect(cut.filter(({ recvTs }) => recvTs < noon + 80_000)).toHaveLength(40)
  expect(cut.filter(({ recvTs }) => recvTs >= noon + 95_000)).toHaveLength(50)
  const seqs = minutes.flatMap(({ leaves }) => leaves.map(({ seq }) => seq))
  expect(new Set(seqs).size).toBe(seqs.length)
  const lost = first.seen.at(-1)!.seq
  expect(seqs).not.toContain(lost)
  expect(second.seen[0]!.seq).toBeGreaterThan(lost)
  await second.room.stop()
})

test('a minute that ended while the house was down is closed at the next start', async () => {
  const first = await openRoom(noon)
  tradeEvery(first, noon, noon + 30_000)
  await first.room.flush()
  await first.kill()
  const second = await openRoom(noon + 600_000)
  await second.room.flush()
  expect(await wholeChain()).toMatchObject([{ minute: noon, cutAt: noon + 600_000, leaves: { length: 60 } }])
  await second.room.stop()
})

test('what could not be written is written later, also when the commit had succeeded and only its answer was lost', async () => {
  let failing: 'no' | 'before' | 'after' = 'no'
  const db: Database = {
    ...database.db,
    async system(work) {
      if (failing === 'before') throw new Error('the database is away')
      const result = await database.db.system(work)
      if (failing === 'after') throw new Error('the answer was lost')
      return result
    },
  }
  const house = await openRoom(noon, db)
  tradeEvery(house, noon, noon + 65_000)
  failing = 'before'
  await house.room.flush()
  expect(await chainFrom(database.db, 'BTCUSDT', 1, 10)).toEqual([])
  tradeEvery(house, noon + 65_000, noon + 130_000)
  failing = 'after'
  await house.room.flush()
  tradeEvery(house, noon + 130_000, noon + 140_000)
  failing = 'no'
  await house.room.flush()
  house.time.now = noon + 190_000
  await house.room.flush()
  const logged = (await wholeChain()).flatMap(({ leaves }) => leaves.map(({ seq }) => seq))
  expect(logged).toEqual(Array.from({ length: 280 }, (_, i) => i + 1))
  await house.room.stop()
})

test('the log is append-only: nobody changes or deletes a minute, and none that does not follow the newest gets in', async () => {
  const house = await openRoom(noon)
  tradeEvery(house, noon, noon + 130_000)
  await house.room.flush()
  await house.room.stop()
  for (const text of ['update tick_log set cut_at = 1', 'delete from tick_log', 'truncate tick_log']) {
    await expect(database.db.system((tx) => tx.query(text))).rejects.toThrow(
      text.startsWith('delete') ? /after five years/ : /permission denied/,
    )
    await expect(database.db.tenant(1, (tx) => tx.query(text))).rejects.toThrow(/permission denied/)
  }
  const [first, second] = await wholeChain()
  const next = { ...second!, minute: second!.minute + 60_000, previousChain: second!.chain }
  const forged = [
    { ...next, chainNo: 4 }, // a hole
    { ...next, chainNo: 3, previousChain: first!.chain }, // a fork
    { ...next, chainNo: 3 }, // ticks that were there before
    { ...next, chainNo: 2, chain: toHex(fromHex('11'.repeat(32))) }, // in another one's place
  ]
  for (const minute of forged) {
    await expect(database.db.system((tx) => appendMinutes(tx, [minute]))).rejects.toThrow(/does not follow/)
  }
  await database.db.system((tx) => appendMinutes(tx, [second!])) // the same again: no harm
  expect(await wholeChain()).toHaveLength(2)
})

test('candles are the same after a restart; coarse ones are put together where the last process did not live to write them', async () => {
  const intervals = ['1s', '5s', '1m', '5m', '15m', '1h', '4h', '1d'] as const
  const first = await openRoom(noon)
  for (let at = noon; at < noon + 4_000_000; at += 7_000)
    first.trade(at, 650_000 + Math.round(900 * Math.sin(at / 90_000)))
  first.time.now = noon + 4_001_000
  await first.room.flush()
  const before = intervals.map((interval) => first.room.newestCandles('BTCUSDT', interval, 500))
  await first.kill()
  const second = await openRoom(noon + 4_001_000)
  expect(intervals.map((interval) => second.room.newestCandles('BTCUSDT', interval, 500))).toEqual(before)
  expect(second.room.state('BTCUSDT').last).toBe(before[0]!.at(-1)!.close)
  await second.room.stop()
})

test('paging back through a chart gives every bucket once, from memory and database alike', async () => {
  const first = await openRoom(noon)
  for (let at = noon + 10; at < noon + 3_600_000; at += 3_000) first.trade(at, 650_000 + (at % 17))
  await first.room.flush()
  const pages: number[] = []
  let endTime: number | null = noon + 3_600_000
  for (let i = 0; endTime !== null && i < 30; i++) {
    const page = await first.room.candlePage('BTCUSDT', '5s', endTime, 100)
    pages.unshift(...page.candles.map(({ openTime }) => openTime))
    endTime = page.nextEndTime
  }
  expect(pages).toEqual(Array.from({ length: 720 }, (_, i) => noon + i * 5_000))
  await first.room.stop()
})
