import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { byMember, type Command } from '@maru/core'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CountingCore, countingCore } from '../../test/counting-core.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { openBus } from '../bus/index.ts'
import { makeClocks } from '../clocks.ts'
import { allocateIds } from '../database/index.ts'
import type { PublishedEvent, Told } from '../ports.ts'
import { startRunner } from './runner.ts'
import type { Runner } from './setup.ts'
import { Unavailable } from './unavailable.ts'

let database: TestDatabase
let runner: Runner
let core: CountingCore
let events: PublishedEvent[]

beforeEach(async () => {
  database = await testDatabase()
  await database.run(
    `insert into wallet (site_id, member_id, type, currency, posted, reserved)
     values (1, 7, 'BINARY', 'KRW', 1000000, 0), (1, 8, 'BINARY', 'KRW', 1000000, 0)`,
  )
  events = []
  const bus = openBus({ natsUrl: null, roles: new Set(['api', 'gateway', 'core', 'market', 'jobs']) }, () => undefined)
  bus.subscribe('event', (event) => events.push(event))
  runner = await startRunner({
    db: database.db,
    siteGroup: 'main',
    connection: database.core,
    createCore: (snapshot) => {
      core = countingCore(snapshot)
      return core
    },
    clocks: makeClocks({ start: null, speed: 1, notBefore: null }),
    ids: await allocateIds(database.db, () => undefined),
    bus,
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    holder: 'test',
    onFatal: () => undefined,
  })
})
afterEach(async () => {
  await runner.stop()
  await database.drop()
})

const bet = (point: bigint, memberId = 7): Command => ({
  kind: 'placeBet',
  ...byMember({ siteId: 1, memberId }, { key: randomUUID(), route: 'POST /bet', bodyHash: 'h' }),
  tradeRoundId: 1,
  side: 'B',
  point,
  salt: 's',
})
const ask = (memberId = 7) => runner.reads.ask('members.wallets', { siteId: 1, memberId }, { queue: 'trade' })
const reserved = async (memberId = 7) => (await ask(memberId)).value[0]?.reserved
/** Whether it is answered by now, with what a turn or two of the loop still bring. */
async function isSettled(one: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  one.then(note, note)
  for (let turns = 0; turns < 3; turns += 1) await turn()
  return settled
}
/** No batch is committed while `work` runs. */
const whileHeld = (work: () => Promise<void>) =>
  database.db.system(async (tx) => {
    await tx.query('select from core_lease for update')
    await work()
  })
const wasRun = () => expect.poll(() => core.executed.some(({ kind }) => kind === 'placeBet')).toBe(true)
const killJournal = () =>
  database.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'maru journal' and datname = current_database()`,
  )

test('what a batch changed is read once the batch is durable; what it did not change, at once', async () => {
  let placed: Promise<Told> | undefined
  let read: ReturnType<typeof ask> | undefined
  await whileHeld(async () => {
    placed = runner.submit(bet(5n))
    await wasRun()
    read = ask()
    expect(await reserved(8)).toBe(0n)
    await runner.reads.ask('rounds.options', { siteId: 1 })
    expect(await isSettled(read)).toBe(false)
  })
  const reply = await placed
  expect(await read).toMatchObject({
    value: [{ reserved: 5n }],
    epoch: reply?.epoch,
    batch: reply?.batch,
    seq: 1,
  })
})

test('a batch that fails is shown to nobody: who waits for it is told TRY_AGAIN_LATER, and what was ordered is gone', async () => {
  const { epoch } = runner
  let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined
  await whileHeld(async () => {
    const placed = runner.submit(bet(5n))
    await wasRun()
    const reads = [ask(), ask()]
    outcomes = Promise.allSettled([placed, ...reads])
    await killJournal()
    await Promise.allSettled(reads)
  })
  for (const outcome of (await outcomes) ?? [])
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
  await expect.poll(() => runner.ready).toBe(true)
  expect(await ask()).toMatchObject({ value: [{ reserved: 0n }], epoch: runner.epoch })
  expect(runner.epoch).toBeGreaterThan(epoch)
  expect(events).toEqual([])
})

test('while the core starts again a read waits for it, and never sees the memory that was discarded', async () => {
  const lost = runner.submit(bet(13n))
  await expect(lost).rejects.toBeInstanceOf(Error)
  expect(runner.ready).toBe(false)
  expect(await reserved()).toBe(0n)
  expect(runner.ready).toBe(true)
})

test('each answer is the state of the batch that it names, with all events until then and none after', async () => {
  const replies: Told[] = []
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  const place = async () => {
    for (let n = 0; n < 60; n++) replies.push(await runner.submit(bet(1n)))
  }
  let isPlaced = false
  const look = async () => {
    while (!isPlaced) {
      answers.push(await ask())
      await turn()
    }
  }
  const placing = Promise.all([place(), place(), place()]).finally(() => {
    isPlaced = true
  })
  await Promise.all([placing, look(), look()])
  for (const { value, epoch, batch, seq } of answers) {
    const included = replies.filter((reply) => reply.epoch === epoch && reply.batch <= batch)
    expect([value[0]?.reserved, seq]).toEqual([BigInt(included.length), included.length])
    expect(events.filter((event) => event.batch <= batch)).toHaveLength(included.length)
  }
  expect(new Set(answers.map(({ batch }) => batch)).size).toBeGreaterThan(3)
})

test('a read may ask for a state: that of a reply, or of an epoch that ended, is there', async () => {
  const { epoch, batch } = await runner.submit(bet(5n))
  const args = { siteId: 1, memberId: 7 }
  expect((await runner.reads.ask('members.wallets', args, { atLeast: { epoch, batch } })).value[0]?.reserved).toBe(5n)
  await expect(runner.submit(bet(13n))).rejects.toBeInstanceOf(Error)
  const answer = await runner.reads.ask('members.wallets', args, { atLeast: { epoch, batch: batch + 1_000 } })
  expect(answer).toMatchObject({ value: [{ reserved: 5n }], epoch: runner.epoch })
  expect(runner.epoch).toBeGreaterThan(epoch)
})

test('a state that is about to come is waited for, a second at most; one that nobody was told of is refused at once', async () => {
  const { epoch, batch } = await runner.submit(bet(5n))
  const began = performance.now()
  for (const version of [
    { epoch, batch: batch + 1_000 },
    { epoch: epoch + 1, batch: 0 },
  ])
    await expect(runner.reads.reach(version)).rejects.toBeInstanceOf(Unavailable)
  expect(performance.now() - began).toBeLessThan(500)
  let late: Promise<void> | undefined
  await whileHeld(async () => {
    const { batch: newest } = runner.reads.version
    void runner.submit(bet(1n))
    late = runner.reads.reach({ epoch, batch: newest + 1 })
    expect(await isSettled(late)).toBe(false)
  })
  await late
  await whileHeld(async () => {
    const { batch: newest } = runner.reads.version
    void runner.submit(bet(1n))
    await expect(runner.reads.reach({ epoch, batch: newest + 1 })).rejects.toBeInstanceOf(Unavailable)
  })
})
