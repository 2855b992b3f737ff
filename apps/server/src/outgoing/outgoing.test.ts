import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { peerCourier, startPeer } from '../../test/outgoing-peer.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { ask, claim, deadCalls, forgetMessages, hold, settle } from './store.ts'
import { createWorker, type Worker, type WorkerSetup } from './worker.ts'

let database: TestDatabase
let peer: Awaited<ReturnType<typeof startPeer>>
/** Moves the wall clock. */
let offset = 0
const now = () => Date.now() + offset
const bus = inProcessBus((error) => {
  throw error
})
const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  offset = 0
  peer = await startPeer()
})
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  await peer.close()
  await database.run('delete from outgoing')
})

function newWorker(change: Partial<WorkerSetup> = {}): Worker {
  const couriers = { mail: peerCourier(peer.url, false), payout: peerCourier(peer.url, true) }
  const worker = createWorker({ db: database.db, couriers, now, log, metrics: new Registry(), ...change })
  endings.push(() => worker.stop())
  return worker
}

async function dispatching(worker: Pick<Worker, 'attend'> = newWorker()): Promise<Dispatcher> {
  const { db, core: connection } = database
  const dispatcher = await startDispatcher({ db, connection, siteGroup: 'main', bus, worker, now, log })
  endings.push(() => dispatcher.stop())
  return dispatcher
}

let count = 0
/** Asks for a call and wakes nobody. */
async function newCall(kind: 'mail' | 'payout' = 'mail', payload: object = { to: 'x' }, provider?: string) {
  count += 1
  const name = { siteId: 1, id: `call-${count}`, provider: provider ?? `peer-${count}` }
  await database.db.system((tx) => ask(tx, { ...name, kind, payload: payload as Record<string, unknown> }, now()))
  return name
}
const rowOf = async ({ id }: { id: string }) =>
  (await database.run('select * from outgoing where id = $1', [id]))[0] as Record<string, unknown>
const until = (name: { id: string }, state: string, timeout = 60_000) =>
  vi.waitFor(async () => expect(await rowOf(name)).toMatchObject({ state }), { timeout, interval: 50 })

describe('a call', () => {
  test('leaves once it is committed and the house is told, and its payload is forgotten', async () => {
    await dispatching()
    const name = await newCall()
    bus.publish('outgoing', null)
    await until(name, 'SENT', 4_500) // before the sweep, which comes each five seconds
    expect(peer.calls).toEqual([{ id: name.id, path: '/send' }])
    expect(await rowOf(name)).toMatchObject({ payload: {}, attempts: 1, last_error: null })
  })

  test('leaves within seconds when nobody was woken', async () => {
    await dispatching()
    const name = await newCall()
    await until(name, 'SENT')
  })

  test('is made once by many workers', async () => {
    await Promise.all([dispatching(), dispatching(), dispatching()])
    const names = await Promise.all(Array.from({ length: 30 }, () => newCall()))
    bus.publish('outgoing', null)
    for (const name of names) await until(name, 'SENT')
    expect(peer.calls.map(({ id }) => id).sort()).toEqual(names.map(({ id }) => id).sort())
  })

  test('that is of no use any more does not leave', async () => {
    const name = await newCall('mail', { expiresAt: now() + 1_000 })
    offset = 2_000
    await newWorker().attend(name)
    expect(await rowOf(name)).toMatchObject({ state: 'EXPIRED', payload: {} })
    expect(peer.calls).toEqual([])
  })

  test('that is held back by the house leaves once it may, counts no attempt and opens no circuit', async () => {
    let isHeld = true
    const send = async () =>
      isHeld ? { state: 'HELD' as const, error: 'WITHDRAW_FROZEN' } : { state: 'SENT' as const }
    const worker = newWorker({ couriers: { payout: { mostAttempts: 1, forgets: false, send } } })
    const name = await newCall('payout')
    for (let time = 0; time < 6; time++) {
      await worker.attend(name)
      expect(await rowOf(name)).toMatchObject({ state: 'QUEUED', attempts: 0, last_error: 'WITHDRAW_FROZEN' })
      offset = Number((await rowOf(name))['next_at']) + 1 - Date.now()
    }
    isHeld = false
    await worker.attend(name)
    expect(await rowOf(name)).toMatchObject({ state: 'SENT', attempts: 1 })
  })

  test('of a kind that nobody here makes waits', async () => {
    const name = await newCall()
    await newWorker({ couriers: {} }).attend(name)
    expect(await rowOf(name)).toMatchObject({ state: 'QUEUED', attempts: 0, payload: { to: 'x' } })
  })
})

describe('a provider', () => {
  test('that refuses for good closes the call, which an operator can list', async () => {
    peer.set('refuses')
    const name = await newCall()
    await newWorker().attend(name)
    expect(await rowOf(name)).toMatchObject({ state: 'FAILED', last_error: 'refused with 400', payload: {} })
    const dead = await database.db.system((tx) => deadCalls(tx, 10))
    expect(dead).toMatchObject([{ id: name.id, state: 'FAILED', attempts: 1 }])
  })

  test('that cannot be reached is called again under the same id, each time later, until the call is given up', async () => {
    peer.set('breaks')
    const name = await newCall()
    const worker = newWorker()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      await worker.attend(name)
      const row = await rowOf(name)
      if (attempt < 4) {
        expect(row).toMatchObject({ state: 'QUEUED', attempts: attempt })
        waits.push(Number(row['next_at']) - now())
        await worker.attend(name) // not due: nothing happens
        offset += waits.at(-1)! + 1
      }
    }
    expect(await rowOf(name)).toMatchObject({ state: 'DEAD', attempts: 4, payload: {} })
    expect(peer.calls).toHaveLength(4)
    expect(new Set(peer.calls.map(({ id }) => id)).size).toBe(1)
    expect(waits[2]!).toBeGreaterThan(waits[0]!)
  })

  test('whose answer to a payout is lost is asked, and not told again', async () => {
    peer.set('takes-silently')
    const name = await newCall('payout')
    const worker = newWorker({ callMs: 200 })
    await worker.attend(name)
    expect(await rowOf(name)).toMatchObject({
      state: 'UNKNOWN',
      payload: { to: 'x' },
      last_error: 'no answer within 200 ms',
    })
    peer.set('takes')
    offset = 60_000
    await worker.attend(name)
    expect(await rowOf(name)).toMatchObject({ state: 'SENT' })
    expect(peer.calls.map(({ path }) => path)).toEqual(['/send', '/status'])
  })

  test('that never heard of a payout gets it again under the same id', async () => {
    peer.set('silent')
    const name = await newCall('payout')
    const worker = newWorker({ callMs: 200 })
    await worker.attend(name)
    peer.set('takes')
    for (let turn = 0; turn < 2; turn++) {
      offset += 60_000
      await worker.attend(name)
    }
    expect(await rowOf(name)).toMatchObject({ state: 'SENT' })
    expect(peer.calls.map(({ path }) => path)).toEqual(['/send', '/status', '/send'])
  })

  test('that fails again and again is left alone for a while, which counts as no attempt', async () => {
    peer.set('breaks')
    const worker = newWorker()
    const names = []
    for (let call = 0; call < 7; call++) names.push(await newCall('mail', {}, 'failing'))
    for (const name of names) await worker.attend(name)
    expect(peer.calls).toHaveLength(5)
    expect(await rowOf(names[5]!)).toMatchObject({ state: 'QUEUED', attempts: 0 })
    const other = await newCall()
    await worker.attend(other)
    expect(peer.calls.at(-1)).toMatchObject({ id: other.id })
  })

  test('that is slow holds up no other', async () => {
    peer.set('silent')
    const worker = newWorker({ callMs: 30_000 })
    const slow = await newCall()
    const hanging = worker.attend(slow)
    await expect.poll(() => peer.calls).toHaveLength(1)
    peer.set('takes')
    const quick = await newCall()
    await worker.attend(quick)
    expect(await rowOf(quick)).toMatchObject({ state: 'SENT' })
    expect(await rowOf(slow)).toMatchObject({ state: 'SENDING' })
    await peer.close()
    await hanging
    peer = await startPeer()
  })
})

describe('a worker', () => {
  test('that lost its call to another does not write what became of it', async () => {
    const name = await newCall()
    const at = now()
    const { db } = database
    const first = await db.system((tx) => claim(tx, name, at, at + 10))
    expect(await db.system((tx) => claim(tx, name, at, at + 10))).toBeNull()
    const second = await db.system((tx) => claim(tx, name, at + 11, at + 1_000))
    expect(second).toMatchObject({ was: 'SENDING', row: { attempts: 2 } })
    const sent = { state: 'SENT', attempts: 1, nextAt: 0, closedAt: at, lastError: null, forgets: true } as const
    expect(await db.system((tx) => settle(tx, first!.row, sent))).toBe(false)
    expect(await db.system((tx) => hold(tx, first!.row, at + 9_999))).toBe(false)
    expect(await db.system((tx) => hold(tx, second!.row, at + 9_999))).toBe(true)
    expect(await rowOf(name)).toMatchObject({ state: 'SENDING', next_at: String(at + 9_999) })
  })

  test.each(['mail', 'payout'] as const)(
    'that is killed between a call and its answer leaves a %s that another attends to',
    async (kind) => {
      peer.set('takes-silently')
      const name = await newCall(kind)
      const child = startChild(1_500)
      const ended = once(child, 'exit')
      // A process of its own: it has to load first.
      await expect.poll(() => peer.calls, { timeout: 90_000 }).toHaveLength(1)
      expect(await rowOf(name)).toMatchObject({ state: 'SENDING' })
      child.kill('SIGKILL')
      await ended
      peer.set('takes')
      await dispatching()
      await until(name, 'SENT')
      const again = kind === 'payout' ? '/status' : '/send'
      expect(peer.calls).toEqual([
        { id: name.id, path: '/send' },
        { id: name.id, path: again },
      ])
    },
  )

  function startChild(leaseMs: number): ChildProcess {
    const script = join(import.meta.dirname, '../../test/outgoing-worker.ts')
    return spawn(process.execPath, [script, JSON.stringify(database.core), peer.url, String(leaseMs)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
})

describe('the API', () => {
  const call = (kind: string, state = 'QUEUED') =>
    database.db.tenant(1, (tx) =>
      tx.query(
        `insert into outgoing (site_id, id, kind, provider, payload, state, attempts, next_at, created_at)
         values (1, 'by-api-${kind}', $1, 'p', '{}', $2, 0, 0, 0)`,
        [kind, state],
      ),
    )

  test('asks for messages of its own site, and for nothing about money', async () => {
    await call('mail')
    await expect(call('payout')).rejects.toThrow(/row-level security/)
    await expect(call('sms', 'SENDING')).rejects.toThrow(/row-level security/)
    const elsewhere = database.db.tenant(15, (tx) =>
      ask(tx, { siteId: 1, id: 'foreign', kind: 'mail', provider: 'p', payload: {} }, 0),
    )
    await expect(elsewhere).rejects.toThrow(/row-level security/)
  })

  test('does not see what became of it', async () => {
    await expect(database.db.tenant(1, (tx) => tx.query('select * from outgoing'))).rejects.toThrow(/permission denied/)
  })
})

test('closed messages are forgotten after a while, payouts are not', async () => {
  const mail = await newCall()
  const payout = await newCall('payout')
  const worker = newWorker()
  await worker.attend(mail)
  await worker.attend(payout)
  expect(await database.db.system((tx) => forgetMessages(tx, now() - 1_000, 10))).toBe(0)
  expect(await database.db.system((tx) => forgetMessages(tx, now() + 1_000, 10))).toBe(1)
  expect(await rowOf(payout)).toMatchObject({ state: 'SENT', payload: { to: 'x' } })
})
