import { randomInt } from 'node:crypto'
import type { OutgoingRow } from '@maru/core'
import { BrokenCircuitError } from 'cockatiel'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../ports.ts'
import { type Breakers, createBreakers } from './breakers.ts'
import type { Courier, Couriers, Outcome } from './courier.ts'
import { type CallName, type Claimed, claim, hold, noteCircuit, type Settled, settle } from './store.ts'

export interface WorkerSetup {
  readonly db: Database
  readonly couriers: Couriers
  /** Epoch ms of the wall clock. */
  readonly now: () => number
  readonly log: Logger
  readonly metrics: Registry
  /** A worker that has not been heard of for so long counts as lost. */
  readonly leaseMs?: number
  /** A call that has no answer for so long is given up; what became of it is unknown. */
  readonly callMs?: number
}

export interface Worker {
  /** Makes a call, unless another worker has it, or enough calls to its provider are under way; never rejects. */
  attend(name: CallName & { readonly provider: string }): Promise<void>
  /** Waits a moment for calls under way; whatever is left is taken up by the next worker. */
  stop(): Promise<void>
}

/** A slow provider holds up none of the others. */
const mostAtOnce = 8
const firstWaitMs = 2_000
const longestWaitMs = 600_000
const endWithinMs = 1_000

/** Makes calls that leave the house. Several workers, of one process or many, share the rows: each call is one worker's until its lease ends. */
export function createWorker({
  db,
  couriers,
  now,
  log,
  metrics,
  leaseMs = 15_000,
  callMs = 20_000,
}: WorkerSetup): Worker {
  const breakers: Breakers = createBreakers(log, (siteId, provider, state) => {
    db.system((tx) => noteCircuit(tx, siteId, provider, state, now())).catch((error: Error) =>
      log.error({ err: error }, 'the state of a circuit was not written'),
    )
  })
  const calls = new Counter({
    name: 'maru_outgoing_calls_total',
    help: 'Calls that left the house, by what became of them',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  const underWay = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let stopped = false

  async function makeCall(name: CallName): Promise<void> {
    const claimed = await db.system((tx) => claim(tx, name, now(), now() + leaseMs))
    if (claimed === null) return
    const { row } = claimed
    const courier = couriers[row.kind]
    if (courier === undefined) return write(row, heldBack(row, 'nothing here makes calls of this kind'))
    const expiresAt = courier.expiresAt?.(row) ?? null
    if (expiresAt !== null && expiresAt <= now()) return write(row, closed(row, courier, 'EXPIRED', null))
    const keep = setInterval(() => void db.system((tx) => hold(tx, row, now() + leaseMs)).catch(() => {}), leaseMs / 3)
    try {
      const outcome = await outcomeOf(claimed, courier)
      calls.inc({ kind: row.kind, outcome: outcome?.state ?? 'HELD_BACK' })
      if (outcome === null) return await write(row, heldBack(row, 'the provider fails: calls are held back'))
      if (outcome.state === 'HELD') return await write(row, heldBack(row, outcome.error))
      if ('error' in outcome) log.warn({ call: row.id, kind: row.kind, ...outcome }, 'a call did not get through')
      await write(row, settledBy(row, courier, outcome))
    } finally {
      clearInterval(keep)
    }
  }

  /** null: the provider's circuit is open, and no call was made. */
  async function outcomeOf({ row, was }: Claimed, courier: Courier): Promise<Outcome | null> {
    const asks = was !== 'QUEUED' && courier.resolve !== undefined
    const make = (signal: AbortSignal) =>
      (asks ? courier.resolve?.(row, signal) : undefined) ?? courier.send(row, signal)
    try {
      return await breakers.of(row).execute(() => within(callMs, make))
    } catch (error) {
      if (error instanceof BrokenCircuitError) return null
      return { state: courier.resolve === undefined ? 'AGAIN' : 'UNKNOWN', error: (error as Error).message }
    }
  }

  async function write(row: OutgoingRow, settled: Settled): Promise<void> {
    if (!(await db.system((tx) => settle(tx, row, settled))))
      log.warn({ call: row.id, kind: row.kind }, 'a call outlived its lease: another worker has it')
  }

  const waiting = (row: OutgoingRow, error: string) => ({
    state: 'QUEUED' as const,
    attempts: row.attempts,
    nextAt: now() + backoff(row.attempts),
    closedAt: null,
    lastError: error,
  })

  /** Not counted as an attempt: nothing left the house. */
  const heldBack = (row: OutgoingRow, why: string): Settled => ({
    ...waiting(row, row.lastError ?? why),
    attempts: row.attempts - 1,
    nextAt: now() + backoff(4),
    forgets: false,
  })

  const closed = (row: OutgoingRow, { forgets }: Courier, state: Settled['state'], error: string | null): Settled => ({
    state,
    attempts: row.attempts,
    nextAt: row.nextAt,
    closedAt: now(),
    lastError: error,
    forgets,
  })

  function settledBy(row: OutgoingRow, courier: Courier, outcome: Exclude<Outcome, { state: 'HELD' }>): Settled {
    if (outcome.state === 'SENT') return closed(row, courier, 'SENT', null)
    const error = 'error' in outcome ? outcome.error.slice(0, 500) : 'taken over, not done yet'
    if (outcome.state === 'FAILED') return closed(row, courier, 'FAILED', error)
    if (row.attempts >= courier.mostAttempts) return closed(row, courier, 'DEAD', error)
    return { ...waiting(row, error), state: outcome.state === 'AGAIN' ? 'QUEUED' : 'UNKNOWN', forgets: false }
  }

  return {
    async attend({ provider, ...name }) {
      const slot = `${name.siteId}:${provider}`
      const busy = underWay.get(slot) ?? 0
      if (stopped || busy >= mostAtOnce) return
      underWay.set(slot, busy + 1)
      const run = makeCall(name)
        .catch((error: Error) => log.error({ err: error, call: name.id }, 'a call could not be dealt with'))
        .finally(() => {
          underWay.set(slot, (underWay.get(slot) ?? 1) - 1)
          running.delete(run)
        })
      running.add(run)
      await run
    },
    async stop() {
      stopped = true
      let giveUp: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        giveUp = setTimeout(resolve, endWithinMs)
      })
      await Promise.race([Promise.all(running), patience])
      clearTimeout(giveUp)
    },
  }
}

/** Twice as long each time, up to a bound, and half of it by chance: calls that failed together do not come back together. */
function backoff(attempts: number): number {
  const wait = Math.min(firstWaitMs * 2 ** Math.max(0, attempts - 1), longestWaitMs)
  return Math.floor(wait / 2) + randomInt(Math.ceil(wait / 2))
}

/** Ends with an error after `ms`, also where `make` does not listen to its signal. */
async function within<T>(ms: number, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms)
  let stop = () => {}
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new Error(`no answer within ${ms} ms`))
    signal.addEventListener('abort', tooLate)
    stop = () => signal.removeEventListener('abort', tooLate)
  })
  try {
    return await Promise.race([make(signal), late])
  } finally {
    stop()
  }
}
