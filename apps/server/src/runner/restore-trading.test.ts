import { randomUUID } from 'node:crypto'
import { byMember, byStaff, bySystem, type Command, type Core, createCore, type FuturesOrderInput } from '@maru/core'
import { marketInstruments } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { type JumpClock, jumpClock } from '../../test/jump-clock.ts'
import { findBreaks } from '../audit/index.ts'
import { openBus } from '../bus/index.ts'
import { allocateIds } from '../database/index.ts'
import { demoFuturesOptions } from '../seed/index.ts'
import { readSnapshot } from './restore.ts'
import { startRunner } from './runner.ts'
import type { Runner } from './setup.ts'

const start = Date.UTC(2026, 0, 5, 3, 0, 0)
const [cross, isolated] = [7_001, 7_002]
const fundingAt = start + 120_000

let database: TestDatabase
let clock: JumpClock
let core: Core
let runner: Runner
let books = 0

beforeEach(async () => {
  database = await testDatabase()
  await database.run(`insert into site_config values (1, 300000000, 'KRW')`)
  clock = jumpClock(start)
  runner = await run()
  for (const option of demoFuturesOptions(1, marketInstruments).slice(0, 2)) {
    await done({ kind: 'configureFutures', ...byStaff(1, 9, 'a new perpetual'), option })
  }
  for (const memberId of [cross, isolated]) {
    const grants = [{ type: 'FUTURES', currency: 'USDT', amount: 1_000_000_000_000n }] as const
    await done({ kind: 'openMember', ...bySystem(1), memberId, grants })
  }
  await done({ kind: 'setMarginType', ...keyed(cross), optionId: 1, marginType: 'CROSS' })
  await done({ kind: 'setLeverage', ...keyed(cross), optionId: 1, leverage: 25 })
  say(600_000)
})
afterEach(async () => {
  await runner.stop()
  await database.drop()
})

async function run(): Promise<Runner> {
  const made = await startRunner({
    db: database.db,
    connection: database.core,
    siteGroup: 'main',
    createCore: (snapshot) => {
      core = createCore(snapshot)
      return core
    },
    clocks: { domain: clock, wall: Date.now },
    ids: await allocateIds(database.db, () => undefined),
    bus: openBus({ natsUrl: null, roles: new Set(['api', 'gateway', 'core', 'market', 'jobs']) }, () => undefined),
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    holder: 'test',
    onFatal: () => undefined,
  })
  for (const instrument of ['BTCUSDT', 'ETHUSDT'])
    for (const kind of ['feed', 'quotes'] as const) made.signal({ kind, instrument, state: 'live', at: clock.now() })
  return made
}

/** A book around a price that gives 20 × 50 contracts a side, and the mark. */
function say(mark: number, instrument = 'BTCUSDT'): void {
  const sourceTs = clock.now()
  books += 1
  const levels = (from: number, step: number) =>
    Array.from({ length: 20 }, (_, n) => [from + n * step, 50_000] as const)
  runner.venueUpdate({
    kind: 'depth',
    instrument,
    sourceTs,
    recvTs: sourceTs,
    correctedTs: sourceTs,
    bids: levels(mark - 1, -1),
    asks: levels(mark + 1, 1),
    u: books,
  })
  runner.venueUpdate({
    kind: 'mark',
    instrument,
    sourceTs,
    price: mark,
    fundingRate: 10_000,
    nextFundingTime: fundingAt,
  })
}

const keyed = (memberId: number) =>
  byMember({ siteId: 1, memberId }, { key: randomUUID(), route: 'POST /order', bodyHash: 'h' })
async function done(command: Command): Promise<{ id: number }> {
  const { status, body } = await runner.submit(command)
  expect([command.kind, status, body]).toEqual([command.kind, 200, body])
  return body as { id: number }
}
const marketOrder: FuturesOrderInput = {
  optionId: 1,
  side: 'LONG',
  marketType: 'MARKET',
  qty: '0.1',
  price: null,
  triggerPrice: null,
  isMark: false,
  isReduceOnly: false,
  takeProfit: null,
  stopLoss: null,
  isMarkTp: false,
  isMarkSl: false,
  tolerance: null,
  expiresAt: null,
}
const order = (memberId: number, parts: Partial<FuturesOrderInput>) =>
  done({
    kind: 'placeFutures',
    ...keyed(memberId),
    order: { ...marketOrder, ...parts },
  })

/** The next book after the delay of an execution. */
function execute(mark = 600_000): void {
  clock.jumpTo(clock.now() + 200)
  say(mark)
}

/** A core made from the database and one made from the memory of the running one, told the same time, have the same state. */
async function expectRestorable(): Promise<void> {
  await runner.stop()
  expect(await findBreaks(database.db, new AbortController().signal, 'full')).toEqual([])
  const lastBatchAt = clock.now()
  const fromDatabase = createCore({
    ...(await readSnapshot(database.db, 'main', { at: lastBatchAt, wall: lastBatchAt })),
    lastBatchAt,
  })
  const fromMemory = createCore({ ...core.snapshot(), lastBatchAt })
  expect(fromDatabase.stateHash()).toBe(fromMemory.stateHash())
  runner = await run()
  say(600_000)
}

const open = async () => {
  const [row] = await database.run(
    `select (select count(*)::int from trading_order where closed_at is null) as orders,
            (select count(*)::int from trading_position where closed_at is null) as positions`,
  )
  return row
}

test('orders, positions, what they took of the book, leverage and funding come back as they were', async () => {
  await expectRestorable()

  await order(cross, { takeProfit: '65000', stopLoss: '58000', isMarkSl: true })
  await order(isolated, { side: 'SHORT', qty: '0.25', tolerance: '0.5' })
  await order(isolated, { marketType: 'LIMIT', price: '59000' }) // waits: it would reduce what is being opened
  await order(cross, { marketType: 'STOPLIMIT', triggerPrice: '61000', price: '61010', isMark: true })
  await expectRestorable() // the market orders wait for their book
  execute()
  await expect.poll(open).toEqual({ orders: 4, positions: 2 })
  await expectRestorable() // the fills count against their members still

  clock.jumpTo(fundingAt + 10)
  say(600_000)
  await expect.poll(() => database.run('select 1 from trading_position where funding_fee <> 0')).toHaveLength(2)
  expect(await database.run('select instrument, rate::int, at::text from funding')).toEqual([
    { instrument: 'BTCUSDT', rate: 10_000, at: String(fundingAt) },
  ])
  await expectRestorable()

  // A flip: one position ends, another begins, within one batch.
  await order(isolated, { qty: '0.4' })
  execute()
  await expect
    .poll(() =>
      database.run('select side, qty::int from trading_position where member_id = $1 order by id', [isolated]),
    )
    .toEqual([
      { side: 'SHORT', qty: 0 },
      { side: 'LONG', qty: 150 },
    ])
  await expectRestorable()
})

test('B: a funding whose time falls into a restore is made by the rate and mark before it, once', async () => {
  await order(isolated, { qty: '0.5' })
  execute()
  await order(cross, { side: 'SHORT', qty: '0.2' })
  execute()
  clock.jumpTo(fundingAt - 30_000)
  say(610_000)
  const fees = () =>
    database.run(`select member_id::int as id, funding_fee::text as fee from trading_position order by member_id`)
  await expect.poll(fees).toHaveLength(2)
  await order(cross, { marketType: 'LIMIT', qty: '0.01', price: '59000' }) // with it all of before is durable
  const epoch = runner.epoch
  const tick = { source: 'test', sourceTradeId: 'x', sourceTs: clock.now(), recvTs: clock.now(), qty: '1', seq: 1 }
  // What breaks the core is of another instrument, which is heard no more.
  runner.tick({ ...tick, instrument: 'ETHUSDT', price: -1 })
  while (runner.ready) await new Promise((resolve) => setImmediate(resolve))
  clock.jumpTo(fundingAt + 50)
  const mark = { kind: 'mark', instrument: 'BTCUSDT', sourceTs: fundingAt + 50, price: 640_000 } as const
  runner.venueUpdate({ ...mark, fundingRate: 90_000, nextFundingTime: fundingAt + 28_800_000 })
  await expect.poll(() => runner.ready).toBe(true)
  expect(runner.epoch).toBeGreaterThan(epoch)
  // 0.01 % of 61,000 × 0.2 and 0.5.
  await expect.poll(fees).toEqual([
    { id: cross, fee: '122000000' },
    { id: isolated, fee: '-305000000' },
  ])
  expect(await database.run('select at::text, mark::int, rate::int from funding')).toEqual([
    { at: String(fundingAt), mark: 610_000, rate: 10_000 },
  ])
})

test('what fills came to counts against a limit, also after a restart', async () => {
  const limit = (amount: bigint) => [{ kind: 'LOSS', window: '7d', currency: 'USDT', amount }] as const
  await done({ kind: 'setLimits', ...keyed(isolated), limits: limit(100_000_000_000n), history: [] })
  await order(isolated, {})
  execute()
  await order(isolated, { side: 'SHORT', isReduceOnly: true })
  execute()
  await expect.poll(() => database.run('select 1 from trading_fill')).toHaveLength(2)
  await expectRestorable()
  // Two fees of 2.4 and 0.02 between the best prices count: of 1,000 there is no room for 997.9, but for 991.9.
  const place = (qty: string) =>
    runner.submit({ kind: 'placeFutures', ...keyed(isolated), order: { ...marketOrder, qty } })
  expect(await place('0.165')).toMatchObject({ status: 403, body: { code: 'SELF_LIMIT_EXCEEDED' } })
  expect(await place('0.164')).toMatchObject({ status: 200 })
})

test('a liquidation, and what insurance paid for it, come back as they were', async () => {
  await done({ kind: 'setLeverage', ...keyed(isolated), optionId: 1, leverage: 100 })
  await order(isolated, { qty: '0.5' })
  execute()
  await expect.poll(open).toEqual({ orders: 0, positions: 1 })
  execute(590_000) // far beyond the liquidation price, and below what the margin covers
  await expect.poll(open).toEqual({ orders: 0, positions: 0 })
  expect(await database.run(`select close_reason from trading_position`)).toEqual([{ close_reason: 'LIQUIDATION' }])
  expect(await database.run(`select 1 from posting where reason = 'FUTURES_INSURANCE' limit 1`)).toHaveLength(1)
  await expectRestorable()
})
