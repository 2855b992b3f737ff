import {
  type Core,
  type CoreSnapshot,
  type FeedSignal,
  replyKey,
  type StoredReplyRow,
  type Tick,
  type VenueUpdate,
} from '@maru/core'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { timerOf } from '../clocks.ts'
import type { IdAllocator } from '../database/index.ts'
import {
  type Journal,
  JournalFailed,
  openJournal,
  openReplyLookup,
  readSiteGroup,
  type SiteGroup,
  takeLease,
} from '../journal/index.ts'
import type { Bus, Clocks, CoreClient, Database, Reads } from '../ports.ts'
import { Alarm } from './alarm.ts'
import {
  canGoOn,
  fill,
  isEmpty,
  isFull,
  type OpenBatch,
  openBatch,
  type Pending,
  type Sources,
} from './batch-builder.ts'
import { FeedQueue } from './feed-queue.ts'
import { Fifo } from './fifo.ts'
import { abandonFlights, type Flight, settleFlights } from './flights.ts'
import { keyGate } from './key-gate.ts'
import { runnerMetrics } from './metrics.ts'
import { Newest } from './newest.ts'
import { OutageWatch } from './outages.ts'
import { ReadDesk } from './reads.ts'
import { restoreCore, restoreInTheEnd } from './restoring.ts'
import { tellOutages } from './tell-outages.ts'
import { Teller } from './teller.ts'
import { Unavailable } from './unavailable.ts'

export interface RunnerSetup {
  readonly db: Database
  /** Connection of the journal, as maru_core. */
  readonly connection: pg.ClientConfig
  /** Whose sites the core serves. */
  readonly siteGroup: string
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
  venueUpdate(update: VenueUpdate): void
  signal(signal: FeedSignal): void
  readonly reads: Reads
  stateHash(): string
  /** Why the core cannot be used, or null. */
  problem(): string | null
  /** Finishes what was executed, turns away the rest, and ends. */
  stop(): Promise<void>
}

type NewFeedInput =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'venueUpdate'; readonly update: VenueUpdate }
  | { readonly kind: 'signal'; readonly signal: FeedSignal }

/**
 * Batches on their way to the database at once: while one commits, the next waits right behind it. One that is not full follows only
 * when the one before is nearly done: until then it takes in what comes, which would have to wait behind it otherwise.
 */
const mostFlights = 2
/** How often the watch looks that the house goes on: so much an outage may be taken for longer than it was. */
const watchEveryMs = 100
/** Domain time after which a batch is written though nothing happened: it says that the house was up. */
const heartbeatMs = 1_000

/** Restores the core from the database and starts to run it. */
export async function startRunner(setup: RunnerSetup): Promise<Runner> {
  const { db, clocks, ids, bus, log } = setup
  const queueBound = setup.queueBound ?? 10_000
  const commands = new Fifo<Pending>()
  const newest = new Newest()
  const flights: Flight[] = []
  let state: 'restoring' | 'running' | 'stopped' = 'restoring'
  let core!: Core
  let group: SiteGroup | null = null
  let journal: Journal | null = null
  let epoch = 0
  let seq = 0
  let open: OpenBatch | null = null
  let newestAt = 0
  let turn: NodeJS.Immediate | null = null
  let flying: Promise<unknown> = Promise.resolve()
  const domainAlarm = new Alarm(clocks.domain.at, wake)
  const wallAlarm = new Alarm(timerOf(clocks.wall, 1), wake)
  const watch = new OutageWatch(clocks.domain.now)
  const metrics = runnerMetrics(setup.metrics, {
    queued: () => commands.length,
    fed: () => feed.length,
    epoch: () => epoch,
  })
  const teller = new Teller(bus, metrics)
  const reads = new ReadDesk({
    now: clocks.domain.now,
    heldBy(scope, args) {
      if (open?.touched.concerns(scope, args)) return seq + 1
      return flights.findLast(({ batch }) => batch.touched.concerns(scope, args))?.seq ?? null
    },
    seqOf: (siteId, memberId, queue) => teller.seqOf(siteId, memberId, queue),
  })
  const feed = new FeedQueue({
    ...(setup.feedBound === undefined ? {} : { bound: setup.feedBound }),
    onConflated: (kind, count) => metrics.conflated.inc({ kind: kind === 'depth' ? 'book' : kind }, count),
    onDropped(instrument, count) {
      metrics.dropped.inc({ instrument }, count)
      log.error({ instrument, count }, 'too much of the feed waits: ticks were dropped, and what they decide is void')
    },
  })

  const isStopped = () => state === 'stopped'
  const serves = (siteId: number) => group?.serves(siteId) ?? false

  // ---- in ----

  const replies = openReplyLookup(setup.connection, (error) =>
    log.warn({ err: error }, 'a connection for replies broke'),
  )

  const gate = keyGate({
    version: () => reads.version,
    recent: (key) => (state === 'running' ? core.recentReply(key) : null),
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
      wall: clocks.wall,
      nextId: ids.next,
      idsLeft: () => ids.left,
      feed,
      commands,
    }
    try {
      open ??= openBatch(newestAt)
      tellOutages(watch, { core, batch: open, nextId: ids.next, wall: clocks.wall, metrics, log })
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

  /** Wakes the runner when the core's next work is due by either clock, and for the sign of life. */
  function armDue(): void {
    const { at, wall } = core.nextDue()
    domainAlarm.set(Math.min(at ?? Number.POSITIVE_INFINITY, lastSentAt + heartbeatMs))
    wallAlarm.set(wall)
  }

  function disarmDue(): void {
    domainAlarm.set(null)
    wallAlarm.set(null)
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
    reads.seal(seq)
    const began = performance.now()
    metrics.batches.observe(batch.rows.effects)
    const committed = journal
      .commit({ epoch, seq, at: batch.at, commands: batch.answers.length, rows: batch.rows }, () => followUp(flight))
      .then(
        () => {
          metrics.commits.observe((performance.now() - began) / 1_000)
          flights.splice(flights.indexOf(flight), 1)
          watch.answered(flight.sent)
          teller.tell(flight)
          reads.commit(flight.seq)
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

  // ---- fail-stop and restore ----

  function failStop(cause: string, error: Error): void {
    if (state !== 'running') return
    state = 'restoring'
    reads.discard()
    log.error({ err: error, cause, epoch, seq }, 'the core stopped: memory is discarded and restored from the database')
    metrics.restores.inc({ cause })
    restore().catch((failure: Error) => {
      state = 'stopped'
      turnAway()
      abandonFlights(flights, () => turnedAway('the core cannot be restored'))
      log.fatal({ err: failure }, 'the core cannot be restored')
      setup.onFatal(failure)
    })
  }

  /** What was executed but not sent did not happen. */
  function turnAway(): void {
    for (const { pending } of open?.answers ?? [])
      pending.reject(turnedAway('the core stopped before the command was durable'))
    for (const pending of commands.drain()) pending.reject(turnedAway('the core stopped before the command ran'))
    open = null
  }

  async function restore(): Promise<void> {
    disarmDue()
    turnAway()
    await flying
    await restoreInTheEnd({
      restore: restoreOnce,
      isFirst: epoch === 0,
      isStopped,
      onRetry(error, attempt) {
        // Nobody waits as long as the database may be away: a repeat finds out what became of a batch.
        abandonFlights(flights, () => turnedAway('the database is away'))
        log.warn({ err: error, attempt }, 'restoring failed; trying again')
      },
    })
  }

  async function restoreOnce(): Promise<void> {
    const began = performance.now()
    // Not waited for: a database that says nothing does not say goodbye either, and the lease keeps an old connection from writing.
    journal?.close().catch((error: unknown) => log.debug({ err: error }, 'the old journal connection was broken'))
    journal = null
    journal = await openJournal(setup.connection, setup.siteGroup)
    epoch = await takeLease(db, setup.siteGroup, setup.holder, epoch > 0)
    group = await db.system((tx) => readSiteGroup(tx, setup.siteGroup))
    seq = 0
    teller.startAnew()
    await settleFlights(
      db,
      setup.siteGroup,
      flights,
      (flight) => teller.tell(flight),
      () => turnedAway('the command could not be made durable'),
    )
    await ids.reserve(idsWanted)
    const restored = await restoreCore(setup, newest, newestAt)
    const { snapshot } = restored
    core = restored.core
    open = restored.batch
    newestAt = restored.at
    lastSentAt = 0
    metrics.restoredBets.set(snapshot.bets.length)
    if (isStopped()) return
    state = 'running'
    reads.begin(core, epoch)
    watch.forget()
    log.info(
      {
        epoch,
        siteGroup: setup.siteGroup,
        openBets: snapshot.bets.length,
        wallets: snapshot.wallets.length,
        ms: Math.round(performance.now() - began),
      },
      'the core runs',
    )
    wake()
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
      if (command.siteId !== null && !serves(command.siteId))
        return Promise.reject(turnedAway(`site ${command.siteId} is served by the core of another group`))
      return gate.submit(command)
    },
    storedReply: (siteId, memberId, key): Promise<StoredReplyRow | null> =>
      gate.stored(replyKey(siteId, { kind: 'member', id: memberId }, key)),
    reads,
    get epoch() {
      return epoch
    },
    get ready() {
      return state === 'running'
    },
    serves,
    seqOf: (siteId, memberId, queue) => teller.seqOf(siteId, memberId, queue),
    tick: (tick) => takeFeed({ kind: 'tick', tick }),
    venueUpdate: (update) => {
      newest.venueUpdate(update)
      takeFeed({ kind: 'venueUpdate', update })
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
      disarmDue()
      if (wasRunning && open !== null && !isEmpty(open)) send(open)
      turnAway()
      await flying
      abandonFlights(flights, () => turnedAway('the server is ending'))
      reads.end()
      await Promise.all([journal?.close(), replies.close()])
    },
  }
}

/** More ids than one full batch can use. */
const idsWanted = 15_000
