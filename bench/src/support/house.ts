import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Core, type CoreSnapshot, createCore, type RoundOption, tables } from '@maru/core'
import pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { deferBackgroundThreads } from '../../../apps/server/src/background-threads.ts'
import { openBus } from '../../../apps/server/src/bus/index.ts'
import { type Config, readConfig } from '../../../apps/server/src/config.ts'
import { allocateIds, type OpenedDatabase, openAll } from '../../../apps/server/src/database/index.ts'
import { addMissing } from '../../../apps/server/src/journal/index.ts'
import type { Bus, Database } from '../../../apps/server/src/ports.ts'
import { type Runner, startRunner } from '../../../apps/server/src/runner/index.ts'

import { type JumpClock, jumpClock } from '../../../apps/server/test/jump-clock.ts'

export const siteId = 1
export const optionId = 4
/** Where the domain clock of a bench starts: just after a five-minute round opened its stakes. */
export const clockStart = Date.UTC(2026, 0, 5, 3, 0, 0) + 1_000

/** A five-minute rent round whose limits never refuse a bet. */
export const option: RoundOption = {
  siteId,
  id: optionId,
  stock: 'CR_BTCUSDT',
  instrument: 'BTCUSDT',
  koName: '비트코인',
  type: 'R5',
  precision: 1,
  currency: 'KRW',
  isPlay: true,
  isStop: false,
  pauses: [],
  payoutRateBp: 19_000,
  minPoint: 1_000n,
  maxPoint: 1_000_000n,
  unit: 1_000n,
  maxRoundPoint: 1_000_000_000n,
  maxBets: 1_000_000,
  minIntervalMs: 0,
  strikeDelayMs: 300,
  maxExposure: 9_000_000_000_000_000n,
  lockLeadMs: 5_000,
  strikeWaitMs: 2_000,
}

/** A second instrument, for bets that have nothing to do with the first. */
export const otherOption: RoundOption = { ...option, id: 14, stock: 'CR_ETHUSDT', instrument: 'ETHUSDT' }
const options = [option, otherOption]

export interface House {
  readonly config: Config
  readonly opened: OpenedDatabase
  readonly runner: Runner
  /** The core that runs now. */
  readonly core: Core
  readonly members: readonly number[]
  readonly clock: JumpClock
  readonly bus: Bus
  /** A price of every instrument at a time. */
  tick(at: number, price: number): void
  run(text: string, values?: unknown[]): Promise<Record<string, string>[]>
  stop(): Promise<void>
}

/** A folder that outlives the house, for a server that is started on it. */
export interface KeptHouse {
  readonly dataDir: string
  readonly clockStart: number
}

/** A house of one option on its own PostgreSQL with the shipped settings, `memberCount` members with ₩100M each (0: who is there already), and a live price. */
export async function openHouse(memberCount: number, kept?: KeptHouse): Promise<House> {
  deferBackgroundThreads()
  const dataDir = kept?.dataDir ?? mkdtempSync(join(tmpdir(), 'maru-bench-'))
  const config = readConfig({ DATA_DIR: dataDir }, dataDir)
  const opened = await openAll({ config, progress: () => undefined, onError: fail })
  // A bench that fails leaves no database running.
  process.once('exit', opened.abandon)
  if (memberCount > 0) await seedHouse(opened.db, memberCount)
  const clock = jumpClock(kept?.clockStart ?? clockStart)
  const clocks = { domain: clock, wall: Date.now }
  const bus = openBus(config, fail)
  let core!: Core
  const runner = await startRunner({
    db: opened.db,
    connection: opened.core,
    siteGroup: 'main',
    createCore: (snapshot: CoreSnapshot) => {
      core = createCore(snapshot)
      return core
    },
    clocks,
    ids: await allocateIds(opened.db, fail),
    bus,
    log: pino({ level: 'warn' }),
    metrics: new Registry(),
    holder: `bench ${process.pid}`,
    onFatal: fail,
    queueBound: 100_000,
  })
  const feed = livePrice(runner, clock)
  return {
    config,
    opened,
    runner,
    get core() {
      return core
    },
    members: Array.from({ length: memberCount }, (_, index) => firstMember + index),
    clock,
    bus,
    tick: feed.tick,
    run: (text, values) => opened.db.system((tx) => tx.query(text, values)),
    async stop() {
      clearInterval(feed.timer)
      await runner.stop()
      await opened.close()
      process.off('exit', opened.abandon)
      if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const firstMember = 50_000_000

function fail(error: unknown): void {
  console.error(error)
  process.exit(1)
}

export async function seedHouse(db: Database, memberCount: number): Promise<void> {
  await db.system(async (tx) => {
    await tx.query(`insert into site_config values ($1, 9000000000000000, 'KRW')`, [siteId])
    await addMissing(tx, tables.options, options)
  })
  await seedMembers(db, memberCount)
}

export interface Purses {
  readonly wallet: { readonly type: string; readonly currency: string }
  /** In units of the currency. */
  readonly purse: number
}

const won: Purses = { wallet: { type: 'BINARY', currency: 'KRW' }, purse: 100_000_000 }

/** Members of site 1 with ₩100M each, or what `purses` gives them, as the ledger would have them; who is there already gets one more wallet. */
export async function seedMembers(
  db: Database,
  memberCount: number,
  purses: Purses | readonly number[] = won,
): Promise<void> {
  const { wallet, amounts } =
    'wallet' in purses
      ? { wallet: purses.wallet, amounts: Array<number>(memberCount).fill(purses.purse) }
      : { wallet: won.wallet, amounts: purses }
  const given = [siteId, firstMember, amounts, wallet.type, wallet.currency]
  const places = 'unnest($3::bigint[]) with ordinality as given (purse, n)'
  await db.system(async (tx) => {
    await tx.query(
      `insert into member_state (site_id, member_id, status)
       select $1, $2::bigint + n, 'ACTIVE' from generate_series(0, $3::int - 1) n on conflict do nothing`,
      [siteId, firstMember, memberCount],
    )
    await tx.query(
      `insert into wallet (site_id, member_id, type, currency, posted, reserved)
       select $1, $2::bigint + n - 1, $4, $5, purse, 0 from ${places}`,
      given,
    )
    const [{ last } = { last: '0' }] = await tx.query<{ last: string }>(
      'select coalesce(max(id), 0) as last from posting where site_id = $1 and id < $2',
      [siteId, firstMember],
    )
    await tx.query(
      `insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, at)
       select $1, $6::bigint + 2 * n - 1, $6::bigint + 2 * n - 1, 'MEMBER', $2::bigint + n - 1, $4, $5, purse, 'DEMO_GRANT', 0 from ${places}`,
      [...given, last],
    )
    await tx.query(
      `insert into posting (site_id, id, txn_id, account, currency, amount, reason, at)
       select $1, $4::bigint + 2 * n, $4::bigint + 2 * n - 1, 'PROVIDER_CLEARING', $3, -purse, 'DEMO_GRANT', 0
       from unnest($2::bigint[]) with ordinality as given (purse, n)`,
      [siteId, amounts, wallet.currency, last],
    )
    await tx.query(
      `insert into house_account (site_id, account, currency, balance) values ($1, 'PROVIDER_CLEARING', $3, $2)
       on conflict (site_id, account, sub, currency) do update set balance = house_account.balance + excluded.balance`,
      [siteId, -amounts.reduce((a, b) => a + b, 0), wallet.currency],
    )
  })
}

/** Says that the feeds are live, and a price four times a second. */
function livePrice(runner: Runner, clock: JumpClock) {
  let seq = 0
  const tick = (at: number, price: number) => {
    seq += 1
    for (const { instrument } of options) {
      const sourceTradeId = String(seq)
      runner.tick({ instrument, source: 'bench', sourceTradeId, sourceTs: at, recvTs: at, price, qty: '1', seq })
    }
  }
  for (const { instrument } of options) runner.signal({ kind: 'feed', instrument, state: 'live', at: clock.now() })
  const say = () => tick(clock.now(), 650_000 + (seq % 100))
  say()
  return { tick, timer: setInterval(say, 250) }
}

/** Brings data files and statistics into the state of a house that has run for a while. */
export async function settleDatabase(house: House): Promise<void> {
  const client = new pg.Client(house.opened.owner)
  await client.connect()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/** The round that takes stakes now. */
export function openRound(house: House, of = optionId) {
  const args = { siteId, optionId: of, memberId: null }
  const round = house.core.ask('rounds.game', args, house.clock.now())?.betting
  if (!round) throw new Error('no round takes stakes')
  return round
}
