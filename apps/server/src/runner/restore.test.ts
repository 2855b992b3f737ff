import { randomUUID } from 'node:crypto'
import { byMember, byStaff, bySystem, type Command, type Core, createCore } from '@maru/core'
import { marketInstruments } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { type JumpClock, jumpClock } from '../../test/jump-clock.ts'
import { openBus } from '../bus/index.ts'
import { allocateIds } from '../database/index.ts'
import { seedRoundOptions } from '../seed/index.ts'
import { readSnapshot } from './restore.ts'
import { startRunner } from './runner.ts'
import type { Runner } from './setup.ts'

const start = Date.UTC(2026, 0, 5, 3, 0, 0)
const rent30s = 1
const binary1m = 5
const rent5m = 4
const members = Array.from({ length: 12 }, (_, n) => 7_000 + n)

let database: TestDatabase
let clock: JumpClock
let core: Core
let runner: Runner

beforeEach(async () => {
  database = await testDatabase()
  await seedRoundOptions(database.db, marketInstruments)
  clock = jumpClock(start + 1_000)
  runner = await run()
  await Promise.all(
    members.map((memberId) =>
      runner.submit({
        kind: 'openMember',
        ...bySystem(1),
        memberId,
        grants: [{ type: 'BINARY', currency: 'KRW', amount: 10_000_000n }],
      }),
    ),
  )
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
  made.signal({ kind: 'feed', instrument: 'BTCUSDT', state: 'live', at: clock.now() })
  tick(made, 650_000)
  return made
}

let seq = 0
function tick(to: Runner, at: number): void {
  seq += 1
  to.tick({
    instrument: 'BTCUSDT',
    source: 'test',
    sourceTradeId: String(seq),
    sourceTs: clock.now(),
    recvTs: clock.now(),
    price: at,
    qty: '0.5',
    seq,
  })
}

const key = () => ({ key: randomUUID(), route: 'POST /bet', bodyHash: 'h' })

async function bets(optionId: number): Promise<number> {
  const { value: game } = await runner.reads.ask('rounds.game', { siteId: 1, optionId, memberId: null })
  const round = game?.betting
  if (!round) throw new Error('no round takes stakes')
  const replies = await Promise.all(
    members.map((memberId, n): Promise<{ status: number }> => {
      const command: Command = {
        kind: 'placeBet',
        ...byMember({ siteId: 1, memberId }, key()),
        tradeRoundId: round.id,
        side: n % 2 === 0 ? 'B' : 'S',
        point: 5_000n + 1_000n * BigInt(n),
        salt: 'ab'.repeat(16),
      }
      return runner.submit(command)
    }),
  )
  expect(replies.map(({ status }) => status)).toEqual(members.map(() => 200))
  return round.id
}

const status = async (roundId: number) =>
  (await database.run('select phase, settled_at is not null as settled from round where id = $1', [roundId]))[0]

/** A core made from the database and one made from the memory of the running one, told the same time, have the same state. */
async function expectRestorable(): Promise<void> {
  await runner.stop()
  const lastBatchAt = clock.now()
  const fromDatabase = createCore({
    ...(await readSnapshot(database.db, 'main', { at: lastBatchAt, wall: lastBatchAt })),
    lastBatchAt,
  })
  const fromMemory = createCore({ ...core.snapshot(), lastBatchAt })
  expect(fromDatabase.stateHash()).toBe(fromMemory.stateHash())
  runner = await run()
}

test('a change of the configuration waits over a restart, and applies at its time; its row stays', async () => {
  const effectiveFrom = start + 60_000
  const asked = { ...byStaff(1, 9, 'lower limits'), kind: 'configure', effectiveFrom } as const
  const option = {
    ...asked,
    scope: 'round',
    optionId: rent5m,
    changes: { maxPoint: '7000', lockLeadMs: 9_000 },
  } as const
  const replies = await Promise.all([
    runner.submit(option),
    runner.submit({ ...asked, scope: 'site', optionId: null, changes: { maxDayExposure: '200000000' } }),
    runner.submit({ ...option, changes: { maxPoint: '1' } }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 400])
  const option5m = async () => (await runner.reads.ask('rounds.option', { siteId: 1, optionId: rent5m })).value
  await expectRestorable()
  expect(await option5m()).toMatchObject({ maxPoint: 1_000_000n, lockLeadMs: 5_000 })

  clock.jumpTo(effectiveFrom)
  tick(runner, 650_100)
  // The clock runs on: a busy machine decides some milliseconds later.
  const changes = () =>
    database.run(
      `select scope, state, decided_at between $1 and $1 + 30000 as "isInTime", changes from config_change order by scope`,
      [effectiveFrom],
    )
  await expect.poll(changes).toEqual([
    { scope: 'round', state: 'APPLIED', isInTime: true, changes: option.changes },
    { scope: 'site', state: 'APPLIED', isInTime: true, changes: { maxDayExposure: '200000000' } },
  ])
  await expectRestorable()
  expect(await option5m()).toMatchObject({ maxPoint: 7_000n, lockLeadMs: 9_000 })
  const config = await database.run('select max_day_exposure from site_config where site_id = 1')
  expect(config).toEqual([{ max_day_exposure: '200000000' }])
})

test('open stakes, struck and not, limits, a rest and a settled round come back as they were', async () => {
  await expectRestorable()

  const settled = await bets(rent30s)
  await bets(rent5m)
  await bets(binary1m)
  tick(runner, 650_010) // strikes the binary stakes once their delay is over
  clock.jumpTo(Math.max(start + 3_000, clock.now() + 1_100))
  tick(runner, 650_020)
  await expect.poll(() => database.run('select 1 from bet where strike_price is not null')).toHaveLength(members.length)
  await bets(binary1m) // these wait for their strike
  await runner.submit({
    kind: 'setLimits',
    ...byMember({ siteId: 1, memberId: members[0] as number }, key()),
    limits: [{ kind: 'LOSS', window: '24h', currency: 'KRW', amount: 300_000n }],
    history: [],
  })
  await runner.submit({
    kind: 'coolOff',
    ...byMember({ siteId: 1, memberId: members[1] as number }, key()),
    until: start + 86_400_000,
  })
  await expectRestorable()

  clock.jumpTo(start + 30_000 - 500)
  tick(runner, 650_100)
  clock.jumpTo(start + 32_500)
  tick(runner, 650_150)
  await expect.poll(() => status(settled)).toMatchObject({ phase: 'RUNNING' })
  clock.jumpTo(start + 60_000 - 500)
  tick(runner, 650_200)
  clock.jumpTo(start + 62_500)
  await expect.poll(() => status(settled)).toEqual({ phase: 'SETTLED', settled: true })
  const results = await database.run(
    `select status, count(*)::int from bet where trade_round_id = $1 group by 1 order by 1`,
    [settled],
  )
  expect(results).toEqual([
    { status: 1, count: 6 },
    { status: 2, count: 6 },
  ])
  await expectRestorable()
})

test('a round that was decided when the core stopped is settled with the stored result after the restart', async () => {
  const roundId = await bets(rent5m)
  const startAt = start + 300_000
  clock.jumpTo(startAt - 500)
  tick(runner, 650_000)
  clock.jumpTo(startAt + 2_000)
  await expect.poll(() => status(roundId)).toMatchObject({ phase: 'RUNNING' })
  await runner.stop()
  // As a crash right after the decision leaves it: the result is in the round, every stake is open.
  const tickAtEnd = {
    instrument: 'BTCUSDT',
    source: 'test',
    sourceTradeId: 'x',
    sourceTs: startAt + 299_999,
    recvTs: startAt + 299_999,
    price: 650_001,
    qty: '1',
    seq: 999,
  }
  await database.run(`update round set phase = 'SETTLED', status = 1, close_tick = $2, decided_at = $3 where id = $1`, [
    roundId,
    JSON.stringify(tickAtEnd),
    startAt + 302_000,
  ])
  clock.jumpTo(startAt + 303_000)
  runner = await run()
  await expect.poll(() => status(roundId)).toEqual({ phase: 'SETTLED', settled: true })
  const wrong = await database.run(
    `select * from bet where trade_round_id = $1 and status <> case when side = 'B' then 1 else 2 end`,
    [roundId],
  )
  expect(wrong).toEqual([])
})
