import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { byMember, bySystem, type Command } from '@maru/core'
import pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CountingCore, countingCore } from '../../test/counting-core.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { seizeLease } from '../../test/lease.ts'
import { loseCommitAnswers } from '../../test/lossy-proxy.ts'
import { until } from '../../test/until.ts'
import { openBus } from '../bus/index.ts'
import { makeClocks } from '../clocks.ts'
import { allocateIds } from '../database/index.ts'
import { collectRows, Deposed, JournalFailed, openJournal, readLease, takeLease } from '../journal/index.ts'
import type { PublishedEvent } from '../ports.ts'
import { startRunner } from './runner.ts'
import { CommandSetAside } from './set-aside.ts'
import type { Runner } from './setup.ts'
import { Unavailable } from './unavailable.ts'

let database: TestDatabase
let runner: Runner
let cores: CountingCore[]
let events: PublishedEvent[]
let fatal: Error | null

beforeEach(async () => {
  database = await testDatabase()
  await database.run(
    `insert into wallet (site_id, member_id, type, currency, posted, reserved) values (1, 7, 'BINARY', 'KRW', 1000000, 0)`,
  )
  cores = []
  events = []
  fatal = null
  runner = await start()
})
afterEach(async () => {
  await runner.stop()
  await database.drop()
})

async function start(
  queueBound?: number,
  connection: pg.ClientConfig = database.core,
  feedBound?: number,
  holder = 'test',
): Promise<Runner> {
  const bus = openBus({ natsUrl: null, roles: new Set(['api', 'gateway', 'core', 'market', 'jobs']) }, () => undefined)
  bus.subscribe('event', (event) => events.push(event))
  return startRunner({
    db: database.db,
    connection,
    siteGroup: 'main',
    createCore: (snapshot) => {
      const core = countingCore(snapshot)
      cores.push(core)
      return core
    },
    clocks: makeClocks({ start: null, speed: 1, notBefore: null }),
    ids: await allocateIds(database.db, () => undefined),
    bus,
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    holder,
    onFatal: (error) => {
      fatal = error
    },
    ...(queueBound === undefined ? {} : { queueBound }),
    ...(feedBound === undefined ? {} : { feedBound }),
  })
}

const bet = (point: bigint, key: string = randomUUID(), bodyHash = 'h'): Command => ({
  kind: 'placeBet',
  ...byMember({ siteId: 1, memberId: 7 }, { key, route: 'POST /bet', bodyHash }),
  tradeRoundId: 1,
  side: 'B',
  point,
  salt: 's',
})
const wallet = async () => (await database.run('select posted, reserved from wallet where member_id = 7'))[0]
const killJournal = () =>
  database.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'maru journal' and datname = current_database()`,
  )
const newest = () => cores.at(-1) as CountingCore

test('a reply is given after its batch is in the database, and its event after it too', async () => {
  const reply = await runner.submit(bet(5n))
  expect(reply.status).toBe(200)
  expect(await wallet()).toEqual({ posted: '1000000', reserved: '5' })
  expect(events).toMatchObject([{ event: 'BET_ACCEPTED', epoch: runner.epoch, seq: 1 }])
  expect(runner.seqOf(1, 7, 'trade')).toBe(1)
})

test('commands that come together share a batch; each changed row is written once in its newest form', async () => {
  await Promise.all(Array.from({ length: 500 }, () => runner.submit(bet(1n))))
  expect(await wallet()).toEqual({ posted: '1000000', reserved: '500' })
  const [batches] = await database.run(
    'select count(*)::int as n, sum(commands)::int as commands, max(commands) as most from journal_batch',
  )
  expect(batches).toMatchObject({ commands: 500 })
  expect(batches?.['n']).toBeLessThan(50)
  expect(batches?.['most']).toBeLessThanOrEqual(256)
  expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
})

test('a repeated key gives the stored reply: at once, later, and from the database after a restart', async () => {
  const key = randomUUID()
  const [first, together] = await Promise.all([runner.submit(bet(5n, key)), runner.submit(bet(5n, key))])
  const same = { status: first.status, body: first.body }
  expect(together).toMatchObject(same)
  expect(await runner.submit(bet(5n, key))).toMatchObject(same)
  await runner.stop()
  runner = await start()
  expect(await runner.submit(bet(5n, key))).toMatchObject(same)
  expect(newest().executed).toEqual([])
  expect((await wallet())?.['reserved']).toBe('5')
  expect((await runner.storedReply(1, 7, key))?.body).toEqual(first.body)
})

test('a new key needs no lookup once the stored ones are known, and a stored one is found all the same', async () => {
  const key = `열쇠:${randomUUID()}`
  const first = await runner.submit(bet(5n, key))
  await runner.stop()
  runner = await start()
  const lookedUp = () =>
    database.run(
      `select query_start from pg_stat_activity where application_name = 'maru replies' and datname = current_database() order by 1 desc`,
    )
  await expect
    .poll(async () => {
      const before = await lookedUp()
      await runner.submit(bet(1n))
      expect(await lookedUp()).toEqual(before)
    })
    .toBeUndefined()
  const executed = newest().executed.length
  expect(await runner.submit(bet(5n, key))).toMatchObject({ status: first.status, body: first.body })
  expect(newest().executed).toHaveLength(executed)
})

test('a key that comes back with another body is refused, also when only the database knows it', async () => {
  const key = randomUUID()
  await runner.submit(bet(5n, key, 'one'))
  const refused = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED', params: {} } }
  expect(await runner.submit(bet(5n, key, 'other'))).toMatchObject(refused)
  await runner.stop()
  runner = await start()
  expect(await runner.submit(bet(5n, key, 'other'))).toMatchObject(refused)
})

test('a broken invariant discards memory, restores from the database under a new epoch, and goes on', async () => {
  await runner.submit(bet(5n))
  const epoch = runner.epoch
  const lost = [runner.submit(bet(1n)), runner.submit(bet(13n)), runner.submit(bet(1n))]
  const outcomes = await Promise.allSettled(lost)
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect.poll(() => runner.ready).toBe(true)
  expect(runner.epoch).toBeGreaterThan(epoch)
  expect(cores).toHaveLength(2)
  expect((await wallet())?.['reserved']).toBe('5')
  expect((await runner.submit(bet(2n))).status).toBe(200)
  expect((await wallet())?.['reserved']).toBe('7')
  expect(events.at(-1)).toMatchObject({ epoch: runner.epoch, seq: 1 })
  expect(fatal).toBeNull()
})

const asideRows = () => database.run('select kind, subject, error from input_set_aside order by id')

test.each(['tick', 'venueUpdate'] as const)(
  'a price that breaks an invariant (%s) is set aside: its instrument is heard no more, and the house goes on',
  async (kind) => {
    const epoch = runner.epoch
    const live = (instrument: string) => runner.signal({ kind: 'feed', instrument, state: 'live', at: 1 })
    for (const instrument of ['BTCUSDT', 'ETHUSDT']) live(instrument)
    const times = { sourceTs: 1, recvTs: 1 }
    const of = { instrument: 'BTCUSDT', ...times, price: 13 }
    if (kind === 'tick') runner.tick({ ...of, source: 'x', sourceTradeId: '1', qty: '1', seq: 1 })
    else runner.venueUpdate({ ...of, kind: 'mark', fundingRate: null, nextFundingTime: null })
    await expect.poll(() => runner.ready && runner.epoch > epoch).toBe(true)
    // What waited of it, what was said last of it, and what is said now: nothing of it is told to the restored core.
    live('BTCUSDT')
    if (kind === 'tick') runner.tick({ ...of, source: 'x', sourceTradeId: '2', qty: '1', seq: 2 })
    expect((await runner.submit(bet(2n))).status).toBe(200)
    expect(cores).toHaveLength(2)
    expect(cores[1]!.signals.map((signal) => 'instrument' in signal && signal.instrument)).toEqual(['ETHUSDT'])
    await expect.poll(asideRows).toEqual([{ kind, subject: 'BTCUSDT', error: expect.stringContaining('broken') }])
    expect(runner.setAside()).toBe('BTCUSDT is heard no more')
    expect(fatal).toBeNull()
  },
)

test('a command that breaks an invariant is not executed again, however often it is repeated under its key', async () => {
  const key = randomUUID()
  const epoch = runner.epoch
  await expect(runner.submit(bet(13n, key))).rejects.toThrow()
  await expect.poll(() => runner.ready && runner.epoch > epoch).toBe(true)
  for (let n = 0; n < 3; n++) await expect(runner.submit(bet(13n, key))).rejects.toThrow(CommandSetAside)
  expect([runner.ready, cores.length]).toEqual([true, 2])
  await expect.poll(asideRows).toMatchObject([{ kind: 'placeBet' }])
  expect((await runner.submit(bet(2n))).status).toBe(200)
})

test('a batch that the database refuses is answered TRY_AGAIN_LATER and leaves no trace; its keys stay free', async () => {
  const key = randomUUID()
  const outcomes = await Promise.allSettled([runner.submit(bet(3n, key)), runner.submit(bet(14n))])
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.any(Unavailable),
    expect.any(Unavailable),
  ])
  await expect.poll(() => runner.ready).toBe(true)
  expect((await wallet())?.['reserved']).toBe('0')
  expect((await runner.submit(bet(3n, key))).status).toBe(200)
  expect((await wallet())?.['reserved']).toBe('3')
})

test('what is in memory is what a restart makes of the database', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, n) => runner.submit(bet(BigInt(20 + n)))))
  const before = runner.stateHash()
  await runner.stop()
  runner = await start()
  expect(runner.stateHash()).toBe(before)
})

test('a connection that breaks in the middle loses nothing that was acknowledged and doubles nothing', async () => {
  const acknowledged: string[] = []
  let stop = false
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!stop) {
        const key = randomUUID()
        // What a client does after TRY_AGAIN_LATER: the same key again.
        await until('an answer', () =>
          runner.submit(bet(1n, key)).then(
            () => true,
            (error: unknown) => {
              expect(error).toBeInstanceOf(Unavailable)
              return false
            },
          ),
        )
        acknowledged.push(key)
      }
    }),
  )
  for (let kill = 0; kill < 5; kill += 1) {
    const before = acknowledged.length
    await until('more bets', () => acknowledged.length > before + 8)
    await killJournal()
    await expect.poll(() => runner.ready).toBe(true)
  }
  stop = true
  await load
  expect(cores.length).toBeGreaterThanOrEqual(5)
  const keys = (await database.run('select key from stored_reply')).map((row) => row['key'])
  expect(new Set(keys)).toEqual(new Set(acknowledged))
  expect((await wallet())?.['reserved']).toBe(String(acknowledged.length))
})

test('beyond its bound the queue turns commands away', async () => {
  await runner.stop()
  runner = await start(100)
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => runner.submit(bet(1n))))
  const away = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(away.length).toBeGreaterThan(0)
  expect((await wallet())?.['reserved']).toBe(String(300 - away.length))
})

test('an old epoch cannot write, and a batch cannot be written twice or out of order', async () => {
  await runner.stop()
  const epoch = await seizeLease(database.db, 'older')
  const journal = await openJournal(database.core, 'main')
  const entry = (seq: number, of = epoch) => ({ epoch: of, seq, at: 1, commands: 0, rows: collectRows() })
  await journal.commit(entry(1))
  await expect(journal.commit(entry(1))).rejects.toThrow(/does not follow/)
  await expect(journal.commit(entry(3))).rejects.toThrow(/does not follow/)
  const newer = await seizeLease(database.db, 'newer')
  await expect(journal.commit(entry(2))).rejects.toThrow(/does not follow/)
  await journal.commit(entry(1, newer))
  await journal.close()
})

test('a newer epoch is taken only after a batch that is being committed: what is read then is final', async () => {
  await runner.stop()
  const epoch = await seizeLease(database.db, 'older')
  let taken = false
  let other: Promise<number | null> | undefined
  const newer = { name: 'newer', backend: null, url: null }
  await database.db.system(async (tx) => {
    await tx.query('select maru_next_batch($1, $2, 1)', ['main', epoch])
    other = takeLease(database.db, 'main', { epoch, seq: 0 }, newer).then((value) => {
      taken = true
      return value
    })
    await until('the newer one waits', async () => {
      const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await database.run(text)).length > 0
    })
    expect(taken).toBe(false)
    await tx.query(
      "insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('main', $1, 1, 1, 0, 0)",
      [epoch],
    )
  })
  // It is no longer as it was seen: whoever looks again takes it behind the batch.
  expect(await other).toBeNull()
  expect(await takeLease(database.db, 'main', { epoch, seq: 1 }, newer)).toBeGreaterThan(epoch)
})

test('a machine that vanished within a batch keeps its lease no longer than it takes to notice it', async () => {
  await runner.stop()
  const vanished = new pg.Client({ ...database.core, application_name: 'maru journal' })
  vanished.on('error', () => undefined)
  await vanished.connect()
  const { rows } = await vanished.query('select pg_backend_pid() as pid')
  const epoch = await seizeLease(database.db, 'vanished', rows[0].pid)
  await vanished.query('begin')
  await vanished.query('select maru_next_batch($1, $2, 1)', ['main', epoch])
  runner = await start()
  expect(runner.epoch).toBeGreaterThan(epoch)
  expect((await runner.submit(bet(5n))).status).toBe(200)
  await expect(vanished.query('commit')).rejects.toThrow()
})

test('a second process does not depose one that lives, and takes over at once from one that ended in order', async () => {
  await runner.submit(bet(5n))
  await expect(start(undefined, undefined, undefined, 'second')).rejects.toThrow(
    /the process test runs the core of the site group main and lives .*: end it first/,
  )
  expect((await runner.submit(bet(5n))).status).toBe(200)
  await runner.stop()
  expect(await readLease(database.db, 'main')).toMatchObject({ holder: null, url: null })
  const { epoch } = runner
  runner = await start(undefined, undefined, undefined, 'second')
  expect(runner.epoch).toBeGreaterThan(epoch)
  expect((await wallet())?.['reserved']).toBe('10')
})

test('a process whose batches stand still lives as long as it answers, and is dead once nobody does', async () => {
  await runner.stop()
  const answering = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`
  const seen = await readLease(database.db, 'main')
  await takeLease(database.db, 'main', seen, { name: 'restoring', backend: null, url })
  await expect(start()).rejects.toBeInstanceOf(Deposed)
  answering.closeAllConnections()
  await new Promise((resolve) => answering.close(resolve))
  runner = await start()
  expect((await runner.submit(bet(5n))).status).toBe(200)
})

test('an epoch is later than every one before, also where the database went back', async () => {
  const { epoch } = runner
  await runner.stop()
  await database.run('update core_lease set epoch = 3, seq = 9')
  runner = await start()
  expect(runner.epoch).toBeGreaterThanOrEqual(epoch)
})

test('a core that another process took over stops for good and writes nothing more', async () => {
  await runner.submit(bet(5n))
  await seizeLease(database.db, 'another process')
  await expect(runner.submit(bet(1n))).rejects.toBeInstanceOf(Unavailable)
  await expect.poll(() => fatal?.message).toBe('another process runs the core of the site group main')
  expect((await wallet())?.['reserved']).toBe('5')
})

test('a refusal by the database is not ambiguous; a connection lost before the answer is', async () => {
  await runner.stop()
  const epoch = await seizeLease(database.db, 'test')
  const journal = await openJournal(database.core, 'main')
  const entry = (seq: number) => ({ epoch, seq, at: 1, commands: 0, rows: collectRows() })
  const refused = await journal.commit(entry(9)).catch((error) => error)
  expect(refused).toBeInstanceOf(JournalFailed)
  expect(refused.ambiguous).toBe(false)
  await database.db.system(async (tx) => {
    await tx.query('select from core_lease for update')
    const hanging = journal.commit(entry(1)).catch((error) => error)
    await killJournal()
    const lost = await hanging
    expect(lost).toBeInstanceOf(JournalFailed)
    expect(lost.ambiguous).toBe(true)
  })
})

test('a COMMIT whose answer is lost is settled by looking the batch up: the caller gets his reply', async () => {
  await runner.stop()
  const lossy = await loseCommitAnswers(database.core)
  runner = await start(undefined, lossy.connection)
  await expect.poll(() => database.run('select from journal_batch b join core_lease using (epoch)')).toHaveLength(1)
  lossy.loseNext()
  const reply = await runner.submit(bet(5n))
  expect(reply.status).toBe(200)
  expect(lossy.lost).toBe(1)
  expect((await wallet())?.['reserved']).toBe('5')
  // His reply may be there before the next core is.
  await expect.poll(() => cores.length).toBe(3)
  await runner.stop()
  lossy.close()
})

test('A: a database that keeps a batch waiting for more than 3 s is an outage, told to the core while it lasts', async () => {
  await runner.submit(bet(5n))
  const outages = () => newest().executed.filter(({ kind }) => kind === 'outage')
  const { epoch } = runner
  await database.db.system(async (tx) => {
    await tx.query('select from core_lease for update')
    await expect.poll(outages).not.toEqual([])
  })
  expect(runner.epoch).toBe(epoch)
  const [first] = outages()
  expect(first).toMatchObject({ kind: 'outage', ...bySystem(null), from: expect.any(Number), to: expect.any(Number) })
  if (first?.kind === 'outage') expect(first.to - first.from).toBeGreaterThan(3_000)
})

test('A: a process that stood for more than 3 s tells its core of the outage', async () => {
  await runner.submit(bet(5n))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_300)
  await expect.poll(() => newest().executed.some(({ kind }) => kind === 'outage')).toBe(true)
})

test('a feed of which too much waits loses no price silently: the core hears what is disturbed', async () => {
  await runner.stop()
  runner = await start(undefined, undefined, 40)
  for (let seq = 1; seq <= 100; seq++) {
    const at = 1_000 + seq
    const tick = {
      instrument: 'BTCUSDT',
      source: 'test',
      sourceTradeId: String(seq),
      sourceTs: at,
      recvTs: at,
      qty: '1',
    }
    runner.tick({ ...tick, price: seq, seq })
  }
  await expect.poll(() => newest().signals.length).toBeGreaterThan(0)
  expect(newest().signals[0]).toMatchObject({ kind: 'disturbance', instrument: 'BTCUSDT', reason: 'failover' })
})
