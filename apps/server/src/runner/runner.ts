import { setTimeout as sleep } from 'node:timers/promises'
import type { Core, CoreSnapshot, FeedSignal, Quote, StoredReplyRow, Tick } from '@maru/core'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { DatabaseUnavailable, type IdAllocator } from '../database/index.ts'
import {
  Deposed,
  isCommitted,
  type Journal,
  JournalFailed,
  openJournal,
  openReplyLookup,
  takeLease,
} from '../journal/index.ts'
import type { Bus, Clocks, CoreClient, Database } from '../ports.ts'
import {
  canGoOn,
  fill,
  isEmpty,
  isFull,
  limits,
  type OpenBatch,
  openBatch,
  type Pending,
  type Sources,
  take,
} from './batch-builder.ts'
import { FeedQueue } from './feed-queue.ts'
import { Fifo } from './fifo.ts'
import { keyGate } from './key-gate.ts'
import { runnerMetrics } from './metrics.ts'
import { Newest } from './newest.ts'
import { type Moment, type Outage, OutageWatch } from './outages.ts'
import { readSnapshot } from './restore.ts'
import { Unavailable } from './unavailable.ts'

export interface RunnerOptions {
  readonly db: Database
  /** Connection of the journal, as maru_core. */
  readonly connection: pg.ClientConfig
  readonly createCore: (snapshot: CoreSnapshot) => Core
  readonly clocks: Clocks
  readonly ids: IdAllocator
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Registry
  /** Names this process among all that may run the core of this database. */
  readonly holder: string
  /** Called when the core cannot be restored: the process cannot go on. */
  readonly onFatal: (error: Error) => void
  /** Commands that may wait (default 10,000). */
  readonly queueBound?: number
  /** Ticks, quotes and signals that may wait (default 100,000). */
  readonly feedBound?: number
}

export interface Runner extends CoreClient {
  /** One tick, quote or signal of the market; call in their order. */
  tick(tick: Tick): void
  quote(quote: Quote): void
  signal(signal: FeedSignal): void
  stateHash(): string
  /** Why the core cannot be used, or null. */
  problem(): string | null
  /** Finishes what was executed, turns away the rest, and ends. */
  stop(): Promise<void>
}

type NewFeedInput =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'signal'; readonly signal: FeedSignal }

interface Flight {
  readonly batch: OpenBatch
  readonly epoch: number
  readonly seq: number
  readonly sent: Moment
  /** What follows now is there before it ends. */
  isNearlyDone: boolean
  /** How it ended; null while it is under way. */
  failure: JournalFailed | null
}

/**
 * Batches on their way to the database at once: while one commits, the next waits right behind it. One that is not full follows only
 * when the one before is nearly done: until then it takes in what comes, which would have to wait behind it otherwise.
 */
const mostFlights = 2
/** How often the watch looks that the house goes on: so much an outage may be taken for longer than it was. */
const watchEveryMs = 100
/** Tries of a restore that failed for another reason than a database that is away. */
const mostFailures = 8
const longestPauseMs = 2_000
/** Domain time after which a batch is written though nothing happened: it says that the house was up. */
const heartbeatMs = 1_000

/** Restores the core from the database and starts to run it. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { db, clocks, ids, bus, log } = options
  const queueBound = options.queueBound ?? 10_000
  const commands = new Fifo<Pending>()
  const newest = new Newest()
  const flights: Flight[] = []
  let state: 'restoring' | 'running' | 'stopped' = 'restoring'
  let core!: Core
  let journal: Journal | null = null
  let epoch = 0
  let seq = 0
  let open: OpenBatch | null = null
  let newestAt = 0
  let seqs = new Map<string, number>()
  let turn: NodeJS.Immediate | null = null
  let cancelDue: (() => void) | null = null
  let dueAt: number | null = null
  let flying: Promise<unknown> = Promise.resolve()
  const watch = new OutageWatch(clocks.domain.now)
  const metrics = runnerMetrics(options.metrics, {
    queued: () => commands.length,
    fed: () => feed.length,
    epoch: () => epoch,
  })
  const feed = new FeedQueue({
    ...(options.feedBound === undefined ? {} : { bound: options.feedBound }),
    onConflated: (kind, count) => metrics.conflated.inc({ kind }, count),
    onDropped(instrument, count) {
      metrics.dropped.inc({ instrument }, count)
      log.error({ instrument, count }, 'too much of the feed waits: ticks were dropped, and what they decide is void')
    },
  })

  // ---- in ----

  const replies = openReplyLookup(options.connection, (error) =>
    log.warn({ err: error }, 'a connection for replies broke'),
  )

  const gate = keyGate({
    recent: (siteId, memberId, key) => (state === 'running' ? core.recentReply(siteId, memberId, key) : null),
    find: (keys) =>
      replies.find(keys).catch((error: Error) => {
        log.error({ err: error }, 'stored replies could not be read')
        throw turnedAway('stored replies cannot be read')
      }),
    run: (pending) => {
      if (state !== 'running') pending.reject(turnedAway('the core is not running'))
      else if (commands.length >= queueBound) pending.reject(turnedAway('too many commands wait'))
      else {
        commands.push(pending)
        wake()
      }
    },
  })

  function turnedAway(why: string): Unavailable {
    metrics.refusals.inc()
    return new Unavailable(why)
  }

  function takeFeed(input: NewFeedInput): void {
    if (state === 'stopped') return
    feed.push({ ...input, at: clocks.domain.now() })
    wake()
  }

  // ---- turns ----

  function wake(): void {
    if (turn === null && state === 'running') turn = setImmediate(runTurn)
  }

  /** One turn: fills the open batch and sends it when it should go; asks for another turn while there is more to do. */
  function runTurn(): void {
    turn = null
    if (state !== 'running') return
    watch.look(flights[0]?.sent ?? null)
    if (open !== null && isFull(open) && flights.length >= mostFlights) return
    const sources: Sources = {
      core,
      now: clocks.domain.now,
      nextId: ids.next,
      idsLeft: () => ids.left,
      feed,
      commands,
    }
    try {
      open ??= openBatch(newestAt)
      for (const outage of watch.take()) tellOutage(outage, open)
      fill(open, sources)
      newestAt = open.at
    } catch (error) {
      failStop('invariant', error as Error)
      return
    }
    if (isEmpty(open) && open.at - lastSentAt < heartbeatMs) open = null
    else if (isTimeToSend(open)) send(open)
    armDue()
    if (ids.left < idsWanted) {
      // Without ids nothing can be executed: the next turn comes with them.
      ids.reserve(idsWanted).then(wake, (error: Error) => failStop('ids', error))
    } else if (canGoOn(open, newestAt, sources)) wake()
  }

  /** Before anything else of the turn: what time decides next, and prices that waited, come after it. */
  function tellOutage({ from, to, isLonger }: Outage, batch: OpenBatch): void {
    batch.at = Math.max(batch.at, to)
    take(batch, core.execute({ kind: 'outage', from, to }, { at: batch.at, nextId: ids.next }))
    if (isLonger) return
    metrics.outages.inc()
    log.error({ ms: to - from }, 'the house answered nobody for more than 3 s')
  }

  function isTimeToSend(batch: OpenBatch): boolean {
    return flights.length < mostFlights && (isFull(batch) || flights.every((flight) => flight.isNearlyDone))
  }

  /** What was collected meanwhile follows at once; else what there is to do now. */
  function followUp(flight: Flight): void {
    flight.isNearlyDone = true
    if (state !== 'running' || !flights.includes(flight)) return
    if (open !== null && !isEmpty(open) && isTimeToSend(open)) send(open)
    wake()
  }

  /** Wakes the runner when the core's next work is due, and for the sign of life. */
  function armDue(): void {
    const work = core.nextDueAt()
    const next = Math.min(work ?? Number.POSITIVE_INFINITY, lastSentAt + heartbeatMs)
    if (next === dueAt) return
    cancelDue?.()
    dueAt = next
    cancelDue = clocks.domain.at(next, () => {
      dueAt = null
      wake()
    })
  }

  // ---- out ----

  let lastSentAt = 0

  function send(batch: OpenBatch): void {
    if (journal === null) throw new Error('the journal is not open')
    open = null
    seq += 1
    lastSentAt = batch.at
    const flight: Flight = { batch, epoch, seq, sent: watch.now(), isNearlyDone: false, failure: null }
    flights.push(flight)
    const began = performance.now()
    metrics.batches.observe(batch.rows.effects)
    const committed = journal
      .commit({ epoch, seq, at: batch.at, commands: batch.answers.length, rows: batch.rows }, () => followUp(flight))
      .then(
        () => {
          metrics.commits.observe((performance.now() - began) / 1_000)
          flights.splice(flights.indexOf(flight), 1)
          watch.answered(flight.sent)
          tell(flight)
          wake()
        },
        (error: unknown) => {
          flight.failure =
            error instanceof JournalFailed ? error : new JournalFailed('the batch could not be sent', false, error)
          failStop('journal', flight.failure)
        },
      )
    flying = Promise.allSettled([flying, committed])
  }

  /** The batch is durable: its events go out in their order, then its callers are answered. */
  function tell(flight: Flight): void {
    const { batch } = flight
    for (const event of batch.events) {
      if (event.to === 'member') {
        const { to, siteId, memberId, queue, data } = event
        const name = `${siteId}:${memberId}:${queue}`
        const seq = (seqs.get(name) ?? 0) + 1
        seqs.set(name, seq)
        bus.publish('event', {
          to,
          siteId,
          memberId,
          queue,
          event: event.event,
          data,
          epoch: flight.epoch,
          seq,
          ts: batch.at,
        })
      } else bus.publish('event', { ...event, epoch: flight.epoch, seq: null, ts: batch.at })
    }
    for (const { pending, reply } of batch.answers) {
      metrics.answered(pending.command.kind, reply.status < 400)
      pending.resolve(reply)
    }
  }

  // ---- fail-stop and restore ----

  function failStop(cause: string, error: Error): void {
    if (state !== 'running') return
    state = 'restoring'
    log.error({ err: error, cause, epoch, seq }, 'the core stopped: memory is discarded and restored from the database')
    metrics.restores.inc({ cause })
    restore().catch((failure: Error) => {
      state = 'stopped'
      turnAway()
      abandonFlights('the core cannot be restored')
      log.fatal({ err: failure }, 'the core cannot be restored')
      options.onFatal(failure)
    })
  }

  /** What was executed but not sent did not happen. */
  function turnAway(): void {
    for (const { pending } of open?.answers ?? [])
      pending.reject(turnedAway('the core stopped before the command was durable'))
    for (const pending of commands.drain()) pending.reject(turnedAway('the core stopped before the command ran'))
    open = null
  }

  /** Whether they are in the database is for the next core to find out; the callers ask again with the same key. */
  function abandonFlights(why: string): void {
    for (const flight of flights.splice(0)) {
      for (const { pending } of flight.batch.answers) pending.reject(turnedAway(why))
    }
  }

  async function restore(): Promise<void> {
    cancelDue?.()
    dueAt = null
    turnAway()
    await flying
    const isFirst = epoch === 0
    let failures = 0
    for (let attempt = 0; ; attempt += 1) {
      try {
        await restoreOnce()
        return
      } catch (error) {
        // A database that is away comes back some time; whatever else fails again and again is for a person.
        if (isFirst || !(error instanceof DatabaseUnavailable)) failures += 1
        if (failures > mostFailures || error instanceof Deposed) throw error
        // Nobody waits as long as the database may be away: a repeat finds out what became of a batch.
        abandonFlights('the database is away')
        log.warn({ err: error, attempt }, 'restoring failed; trying again')
        await sleep(Math.min(longestPauseMs, 100 * 2 ** attempt))
        if ((state as string) === 'stopped') return
      }
    }
  }

  async function restoreOnce(): Promise<void> {
    const began = performance.now()
    // Not waited for: a database that says nothing does not say goodbye either, and the lease keeps an old connection from writing.
    journal?.close().catch((error: unknown) => log.debug({ err: error }, 'the old journal connection was broken'))
    journal = null
    journal = await openJournal(options.connection)
    epoch = await takeLease(db, options.holder, epoch > 0)
    seq = 0
    seqs = new Map()
    await settleFlights()
    await ids.reserve(idsWanted)
    const snapshot = await readSnapshot(db, clocks.domain.now())
    core = options.createCore(snapshot)
    metrics.restoredBets.set(snapshot.bets.length)
    newestAt = Math.max(newestAt, snapshot.lastBatchAt ?? 0, clocks.domain.now())
    lastSentAt = 0
    open = openBatch(newestAt)
    const ctx = { at: newestAt, nextId: ids.next }
    // The first call tells the core the time: it schedules rounds, and what it missed since the newest batch is an outage.
    take(open, core.advance(ctx, limits.rowEffects))
    for (const input of newest.told(newestAt))
      take(open, 'signal' in input ? core.signal(input.signal, ctx) : core.quote(input.quote, ctx))
    if ((state as string) === 'stopped') return
    state = 'running'
    watch.forget()
    log.info(
      {
        epoch,
        openBets: snapshot.bets.length,
        wallets: snapshot.wallets.length,
        ms: Math.round(performance.now() - began),
      },
      'the core runs',
    )
    wake()
  }

  /** The lease is ours, so that what is in the database of the batches that were under way is final. */
  async function settleFlights(): Promise<void> {
    for (const flight of [...flights]) {
      if (flight.failure?.ambiguous && (await isCommitted(db, flight))) tell(flight)
      else {
        for (const { pending } of flight.batch.answers)
          pending.reject(turnedAway('the command could not be made durable'))
      }
      flights.splice(flights.indexOf(flight), 1)
    }
  }

  await restore()
  const watching = setInterval(() => {
    if (state !== 'running') return
    watch.look(flights[0]?.sent ?? null)
    if (watch.hasNews) wake()
  }, watchEveryMs)
  watching.unref()

  return {
    submit: (command) => {
      if (state !== 'running') return Promise.reject(turnedAway('the core is not running'))
      return gate.submit(command)
    },
    storedReply: (siteId, memberId, key): Promise<StoredReplyRow | null> => gate.stored({ siteId, memberId, key }),
    get view() {
      return core.view
    },
    get epoch() {
      return epoch
    },
    get ready() {
      return state === 'running'
    },
    seqOf: (siteId, memberId, queue) => seqs.get(`${siteId}:${memberId}:${queue}`) ?? 0,
    tick: (tick) => takeFeed({ kind: 'tick', tick }),
    quote: (quote) => {
      newest.quote(quote)
      takeFeed({ kind: 'quote', quote })
    },
    signal: (signal) => {
      newest.signal(signal)
      takeFeed({ kind: 'signal', signal })
    },
    stateHash: () => core.stateHash(),
    problem: () => (state === 'running' ? null : `the core is ${state}`),
    async stop() {
      if (state === 'stopped') return
      const wasRunning = state === 'running'
      state = 'stopped'
      clearInterval(watching)
      cancelDue?.()
      if (wasRunning && open !== null && !isEmpty(open)) send(open)
      turnAway()
      await flying
      abandonFlights('the server is ending')
      await Promise.all([journal?.close(), replies.close()])
    },
  }
}

/** More ids than one full batch can use. */
const idsWanted = 15_000
