import { randomUUID } from 'node:crypto'
import {
  type Book,
  books,
  byMember,
  byProvider,
  byStaff,
  bySystem,
  type Command,
  type CoreSnapshot,
  coreOf,
  type Envelope,
  type FeedSignal,
  type Reply,
} from '@maru/core'
import { marketInstruments } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { type JumpClock, jumpClock } from '../../test/jump-clock.ts'
import { openBus } from '../bus/index.ts'
import { allocateIds } from '../database/index.ts'
import { demoFuturesOptions, demoOverseaOptions } from '../seed/index.ts'
import { startRunner } from './runner.ts'
import type { Runner } from './setup.ts'
import { Unavailable } from './unavailable.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 0, 5, 3, 0, 0)
const fundingAt = start + 60_000
const groups = [
  { name: 'main', siteId: 1, memberId: 7_001, mark: 600_000, rate: 140_000 },
  { name: 'west', siteId: 2, memberId: 7_002, mark: 610_000, rate: 150_000 },
] as const
type Group = (typeof groups)[number]

/** Takes over the events of a provider; it counts them. */
let taken: string[] = []
const arrivals = {
  name: 'arrivals',
  commands: {
    arrive: {
      actors: ['provider'],
      key: 'external',
      run(_state: unknown, { key }: { key: { event: string } }): Reply {
        taken.push(key.event)
        return { status: 200, body: { nth: taken.length } }
      },
    },
  },
} as unknown as Book
const createCore = coreOf([...books, arrivals])
/** What the core of each group started from last. */
const begun = new Map<string, CoreSnapshot>()

let database: TestDatabase
let clock: JumpClock
let runners: Runner[]

beforeEach(async () => {
  taken = []
  database = await testDatabase()
  await database.run(`
    insert into site (id, code, name, flags, site_group) values (1, 'one', 'one', '111111', 'main'), (2, 'two', 'two', '111111', 'west');
    insert into site_config (site_id, max_day_exposure, binary_currency) values (1, 300000000, 'KRW'), (2, 300000000, 'KRW')`)
  clock = jumpClock(start)
  runners = await Promise.all(groups.map(run))
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await database.drop()
})

const run = async ({ name }: Group): Promise<Runner> =>
  startRunner({
    db: database.db,
    connection: database.core,
    siteGroup: name,
    createCore(snapshot) {
      begun.set(name, snapshot)
      return createCore(snapshot)
    },
    clocks: { domain: clock, wall: Date.now },
    ids: await allocateIds(database.db, () => undefined),
    bus: openBus({ natsUrl: null, roles: new Set(['api', 'gateway', 'core', 'market', 'jobs']) }, () => undefined),
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    holder: name,
    onFatal: () => undefined,
  })

async function restart(place: number): Promise<Runner> {
  await runners[place]?.stop()
  const runner = await run(groups[place] as Group)
  runners[place] = runner
  return runner
}

async function done(runner: Runner, command: Command): Promise<void> {
  const { status, body } = await runner.submit(command)
  expect([command.kind, status, body]).toEqual([command.kind, 200, body])
}

const key = () => ({ key: randomUUID(), route: 'POST /x', bodyHash: 'h' })
const arrive = (envelope: Envelope) => ({ kind: 'arrive', ...envelope }) as unknown as Command

/** Options of its site, a member, and all that makes a funding and a fixing come. */
async function furnish(runner: Runner, { siteId, memberId, mark, rate }: Group): Promise<void> {
  const [perpetual] = demoFuturesOptions(siteId, marketInstruments)
  const [contract] = demoOverseaOptions(siteId, marketInstruments, 'real')
  await done(runner, { kind: 'configureFutures', ...byStaff(siteId, 9, 'a perpetual'), option: perpetual! })
  await done(runner, { kind: 'configureOversea', ...byStaff(siteId, 9, 'a contract'), option: contract! })
  const grants = [{ type: 'FUTURES', currency: 'USDT', amount: 1_000_000_000_000n }] as const
  await done(runner, { kind: 'openMember', ...bySystem(siteId), memberId, grants })
  await done(runner, { kind: 'setLeverage', ...byMember({ siteId, memberId }, key()), optionId: 1, leverage: 25 })
  const at = clock.now()
  const instrument = contract!.instrument
  const times = { tradingDay: '2026-01-05', openAt: start - 4 * hour, closeAt: start + 18 * hour }
  const signals: FeedSignal[] = [
    { kind: 'feed', instrument: perpetual!.instrument, state: 'live', at },
    { kind: 'quotes', instrument: perpetual!.instrument, state: 'live', at },
    { kind: 'feed', instrument, state: 'live', at },
    { kind: 'rate', pair: 'USDKRW', rate, source: 'test', sourceTs: at, recvTs: at },
    {
      ...{ kind: 'session', instrument, isRest: false, at, session: times },
      ...{ nextOpenAt: start + 20 * hour, overnightAllowed: true },
    },
  ]
  for (const signal of signals) runner.signal(signal)
  say(runner, perpetual!.instrument, mark)
}

function say(runner: Runner, instrument: string, price: number): void {
  const sourceTs = clock.now()
  runner.venueUpdate({ kind: 'mark', instrument, sourceTs, price, fundingRate: 10_000, nextFundingTime: fundingAt })
}

test('two cores live beside each other: each has its lease, batches, fundings and fixings, and sees its own sites only', async () => {
  for (const [place, group] of groups.entries()) await furnish(runners[place] as Runner, group)
  clock.jumpTo(fundingAt + 10)
  for (const [place, { mark }] of groups.entries()) say(runners[place] as Runner, 'BTCUSDT', mark)

  await expect
    .poll(() => database.run('select site_group, at::text, mark::int from funding order by site_group'))
    .toEqual(groups.map(({ name, mark }) => ({ site_group: name, at: String(fundingAt), mark })))
  expect(await database.run('select site_group, trading_day, rate from fixing order by site_group')).toEqual(
    groups.map(({ name, rate }) => ({ site_group: name, trading_day: '2026-01-05', rate })),
  )
  expect(await database.run('select site_group, epoch::float, holder from core_lease order by site_group')).toEqual(
    groups.map(({ name }) => ({ site_group: name, epoch: expect.any(Number), holder: name })),
  )
  const batches = await database.run('select distinct site_group, epoch::float from journal_batch order by site_group')
  expect(batches).toEqual(groups.map(({ name }, place) => ({ site_group: name, epoch: runners[place]?.epoch })))

  // A restart of one takes its own lease again, reads its own rows, and leaves the other alone.
  const [epochOfMain, epochOfWest] = runners.map(({ epoch }) => epoch) as [number, number]
  const west = await restart(1)
  expect(runners[0]?.epoch).toBe(epochOfMain)
  expect(west.epoch).toBeGreaterThan(epochOfWest)
  expect(begun.get('west')).toMatchObject({
    siteGroup: 'west',
    sites: [{ siteId: 2 }],
    fundings: [{ siteGroup: 'west', mark: 610_000 }],
    fixings: [{ siteGroup: 'west', rate: 150_000 }],
    futuresSettings: [{ siteId: 2 }],
  })
  const [here, there] = [
    { siteId: 2, memberId: 7_002, optionId: 1 },
    { siteId: 1, memberId: 7_001, optionId: 1 },
  ]
  // What it does not hold is refused: an empty list would be a lie.
  await expect(west.reads.ask('futures.options', there)).rejects.toBeInstanceOf(Unavailable)
  await expect(west.reads.ask('members.wallets', there)).rejects.toBeInstanceOf(Unavailable)
  expect((await west.reads.ask('futures.setting', here)).value).toMatchObject({ leverage: 25 })
  expect((await west.reads.ask('members.wallets', here)).value).toMatchObject([{ posted: 1_000_000_000_000n }])
  await done(runners[0] as Runner, {
    ...{ kind: 'setLeverage', optionId: 1, leverage: 10 },
    ...byMember({ siteId: 1, memberId: 7_001 }, key()),
  })
  const main = await restart(0)
  await expect(main.reads.ask('futures.options', here)).rejects.toBeInstanceOf(Unavailable)
  expect((await main.reads.ask('futures.setting', there)).value).toMatchObject({ leverage: 10 })
})

test('a core turns away what is for a site of another group, whoever asks', async () => {
  const [main, west] = runners as [Runner, Runner]
  const open = (siteId: number) =>
    ({ kind: 'openMember', ...bySystem(siteId), memberId: 50 + siteId, grants: [] }) as const
  await expect(main.submit(open(2))).rejects.toBeInstanceOf(Unavailable)
  await expect(west.submit(open(1))).rejects.toBeInstanceOf(Unavailable)
  await done(main, open(1))
  // A site that nobody knows yet is one of the main group.
  await done(main, open(3))
  await expect(west.submit(open(3))).rejects.toBeInstanceOf(Unavailable)
  expect([main.serves(1), main.serves(2), west.serves(2)]).toEqual([true, false, true])
})

test('an event of a provider runs once: told again at once, later, with another body, or after a restart', async () => {
  const [main] = runners as [Runner, Runner]
  const event = byProvider(1, 'bank', 'evt_2026-01/05#1')
  const [first, together] = await Promise.all([main.submit(arrive(event)), main.submit(arrive(event))])
  const same = { status: 200, body: { nth: 1 } }
  expect([first, together]).toMatchObject([same, same])
  expect(await main.submit(arrive({ ...event, amount: 5 } as Envelope))).toMatchObject(same)
  expect(await database.run('select actor_kind, actor_id, key, route from stored_reply')).toEqual([
    { actor_kind: 'provider', actor_id: 'bank', key: 'evt_2026-01/05#1', route: 'arrive' },
  ])
  const again = await restart(0)
  expect(await again.submit(arrive(event))).toMatchObject(same)
  expect(taken).toEqual(['evt_2026-01/05#1'])
  // The same event of another provider is another one.
  expect(await again.submit(arrive(byProvider(1, 'mint', 'evt_2026-01/05#1')))).toMatchObject({
    status: 200,
    body: { nth: 2 },
  })
})
