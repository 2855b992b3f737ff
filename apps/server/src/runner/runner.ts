import { type Core, replyKey, type StoredReplyRow } from '@maru/core'
import { timerOf } from '../clocks.ts'
import {
  openJournal,
  openReplyLookup,
  readKeyHashes,
  readSiteGroup,
  releaseLease,
  type SiteGroup,
  tellAddress,
} from '../journal/index.ts'
import { Alarm } from './alarm.ts'
import { canGoOn, fill, isEmpty, isFull, type OpenBatch, openBatch, type Sources } from './batch-builder.ts'
import { claimLease, retakeLease } from './claim.ts'
import { CommandQueue } from './command-queue.ts'
import { openFeed } from './feed-intake.ts'
import { Flights } from './flights.ts'
import { keyGate } from './key-gate.ts'
import { KnownKeys } from './known-keys.ts'
import { runnerMetrics } from './metrics.ts'
import { OutageWatch } from './outages.ts'
import { Pace } from './pace.ts'
import type { Pending } from './pending.ts'
import { ReadDesk } from './reads.ts'
import { restoreCore, restoreInTheEnd } from './restoring.ts'
import { BrokeCore, CommandSetAside, SetAside, subjectOf } from './set-aside.ts'
import type { Runner, RunnerSetup } from './setup.ts'
import { tellOutages } from './tell-outages.ts'
import { Teller } from './teller.ts'
import { Unavailable } from './unavailable.ts'

/** How often the watch looks whether the house goes on. An outage may be counted as longer than it was by this much. */
const watchEveryMs = 100
/** After this domain time an empty batch is written too: a sign of life. */
const heartbeatMs = 250

/** Restores the core from the database and starts to run it. */
export async function startRunner(setup: RunnerSetup): Promise<Runner> {
  const { db, clocks, ids, bus, log } = setup
  const queueBound = setup.queueBound ?? 10_000
  const commands = new CommandQueue()
  const unanswered = new Map<string, Pending>()
  let state: 'restoring' | 'running' | 'stopped' = 'restoring'
  let core!: Core
  let group: SiteGroup | null = null
  let open: OpenBatch | null = null
  let newestAt = 0
  let turn: NodeJS.Immediate | null = null
  let address: string | null = null
  const isStopped = () => state === 'stopped'
  const aside = new SetAside(db, log)
  const domainAlarm = new Alarm(clocks.domain.at, wake)
  const wallAlarm = new Alarm(timerOf(clocks.wall, 1), wake)
  const watch = new OutageWatch(clocks.domain.now)
  const feed = openFeed({
    bound: setup.feedBound,
    now: clocks.domain.now,
    metrics: () => metrics,
    log,
    wake,
    isStopped,
    aside,
  })
  const metrics = runnerMetrics(setup.metrics, {
    queued: () => commands.length,
    fed: () => feed.queue.length,
    epoch: () => flights.epoch,
    aside: () => aside.count,
  })
  const flights = new Flights({
    now: () => watch.now(),
    metrics,
    onNearlyDone: followUp,
    onDurable(flight) {
      const { rows, openedAt } = flight.batch
      pace.durable({ rows: rows.effects, openedAt, at: performance.now() })
      watch.answered(flight.sent)
      teller.tell(flight)
      reads.commit(flight.seq)
      wake()
    },
    onFailed: (failure) => failStop('journal', failure),
  })
  const pace = new Pace()
  const teller = new Teller(bus, metrics)
  const reads = new ReadDesk({
    now: clocks.domain.now,
    heldBy(scope, args) {
      return open?.touched.concerns(scope, args) ? flights.seq + 1 : flights.newestAbout(scope, args)
    },
    serves: (siteId) => serves(siteId),
    seqOf: (siteId, memberId, queue) => teller.seqOf(siteId, memberId, queue),
  })
  const serves = (siteId: number) => group?.serves(siteId) ?? false

  const replies = openReplyLookup(setup.connection, (error) =>
    log.warn({ err: error }, 'a connection for replies broke'),
  )

  const known = new KnownKeys({
    read: (onHashes) => readKeyHashes(db, onHashes),
    underWay: () => gate.underWay(),
    onFailed: (error) => log.warn({ err: error }, 'the keys of stored replies could not be read and will be'),
  })

  const gate = keyGate({
    version: () => reads.version,
    recent: (key) => (state === 'running' ? core.recentReply(key) : null),
    isNew: (key) => known.isNew(key),
    find: (keys) =>
      replies.find(keys).catch((error: Error) => {
        log.error({ err: error }, 'stored replies could not be read')
        throw turnedAway('stored replies cannot be read')
      }),
    run: (pending) => {
      if (aside.has(pending.command)) pending.reject(new CommandSetAside('a command under this key broke the core'))
      else if (state !== 'running') pending.reject(turnedAway('the core is not running'))
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

  function wake(): void {
    if (turn === null && state === 'running') turn = setImmediate(runTurn)
  }

  /** One turn: fills the open batch and sends it when it should go; asks for another turn while there is more to do. */
  function runTurn(): void {
    turn = null
    if (state !== 'running') return
    watch.look(flights.waitingSince)
    if (open !== null && isFull(open) && !flights.hasRoom) return
    const sources: Sources = {
      core,
      now: clocks.domain.now,
      wall: clocks.wall,
      nextId: ids.next,
      idsLeft: () => ids.left,
      feed: feed.queue,
      commands,
      shortRows: pace.shortRows,
      unanswered,
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
    if (isEmpty(open) && open.at - flights.sentAt < heartbeatMs) open = null
    else if (flights.isTimeToSend(open)) send(open)
    armDue()
    if (ids.left < idsWanted) {
      // Without ids nothing can be executed: the next turn comes with them.
      ids.reserve(idsWanted).then(wake, (error: Error) => failStop('ids', error))
    } else if (canGoOn(open, newestAt, sources)) wake()
  }

  /** The commit is about to end: sends what was collected meanwhile, and goes on with what there is to do. */
  function followUp(): void {
    if (state !== 'running') return
    if (open !== null && !isEmpty(open) && flights.isTimeToSend(open)) send(open)
    wake()
  }

  function send(batch: OpenBatch): void {
    open = null
    flights.send(batch)
    reads.seal(flights.seq)
  }

  /** Wakes the runner when the core's next work is due by either clock, and for the sign of life. */
  function armDue(): void {
    const { at, wall } = core.nextDue()
    domainAlarm.set(Math.min(at ?? Number.POSITIVE_INFINITY, flights.sentAt + heartbeatMs))
    wallAlarm.set(wall)
  }

  function disarmDue(): void {
    domainAlarm.set(null)
    wallAlarm.set(null)
  }

  function failStop(cause: string, error: Error): void {
    if (state !== 'running') return
    state = 'restoring'
    reads.discard()
    if (error instanceof BrokeCore) setAside(error)
    log.error(
      { err: error, cause, epoch: flights.epoch, seq: flights.seq },
      'the core stopped: memory is discarded and restored from the database',
    )
    metrics.restores.inc({ cause })
    restore().catch((failure: Error) => {
      state = 'stopped'
      turnAway()
      flights.abandon(() => turnedAway('the core cannot be restored'))
      log.fatal({ err: failure }, 'the core cannot be restored')
      setup.onFatal(failure)
    })
  }

  function setAside(broke: BrokeCore): void {
    aside.add(broke, clocks.wall())
    if (!('actor' in broke.input)) feed.forget(subjectOf(broke.input))
  }

  /** What was executed but not sent did not happen. */
  function turnAway(): void {
    for (const { pending } of open?.answers ?? [])
      pending.reject(turnedAway('the core stopped before the command was durable'))
    for (const pending of unanswered.values())
      pending.reject(turnedAway('the core stopped before the command was decided'))
    unanswered.clear()
    for (const pending of commands.drain()) pending.reject(turnedAway('the core stopped before the command ran'))
    open = null
  }

  async function restore(): Promise<void> {
    disarmDue()
    turnAway()
    await flights.land()
    await restoreInTheEnd({
      restore: restoreOnce,
      isFirst: flights.epoch === 0,
      isStopped,
      onRetry(error, attempt) {
        if (error instanceof BrokeCore) setAside(error)
        // Callers do not wait for a database that is away: a repeat under the same key finds the outcome.
        flights.abandon(() => turnedAway('the database is away'))
        log.warn({ err: error, attempt }, 'restoring failed; trying again')
      },
    })
  }

  async function restoreOnce(): Promise<void> {
    const began = performance.now()
    // Not awaited: a silent database does not answer a goodbye either. The lease keeps the old connection from writing.
    flights.close().catch((error: unknown) => log.debug({ err: error }, 'the old journal connection was broken'))
    const journal = await openJournal(setup.connection, setup.siteGroup)
    flights.connect(journal)
    const holder = { name: setup.holder, backend: journal.backend, url: address }
    const claim = { db, siteGroup: setup.siteGroup, holder, isAlone: setup.isAlone === true }
    const isHeld = flights.epoch > 0 || setup.hasLease === true
    flights.begin(isHeld ? await retakeLease(claim) : await claimLease(claim))
    group = await db.system((tx) => readSiteGroup(tx, setup.siteGroup))
    teller.startAnew()
    await flights.settle(
      db,
      setup.siteGroup,
      (flight) => teller.tell(flight),
      () => turnedAway('the command could not be made durable'),
    )
    if (await setup.noticeRestore?.()) await ids.renew()
    await ids.reserve(idsWanted)
    const restored = await restoreCore(setup, feed.newest, newestAt)
    const { snapshot } = restored
    core = restored.core
    open = restored.batch
    newestAt = restored.at
    metrics.restoredBets.set(snapshot.bets.length)
    if (isStopped()) return
    state = 'running'
    reads.begin(core, flights.epoch)
    known.begin()
    watch.forget()
    log.info(
      {
        epoch: flights.epoch,
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
    watch.look(flights.waitingSince)
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
      return flights.epoch
    },
    get ready() {
      return state === 'running'
    },
    serves,
    seqOf: (siteId, memberId, queue) => teller.seqOf(siteId, memberId, queue),
    tick: feed.tick,
    venueUpdate: feed.venueUpdate,
    signal: feed.signal,
    stateHash: () => core.stateHash(),
    problem: () => (state === 'running' ? null : `the core is ${state}`),
    setAside: () => aside.told(),
    async tellAddress(url) {
      address = url
      await tellAddress(db, setup.siteGroup, flights.epoch, url)
    },
    async stop() {
      if (state === 'stopped') return
      const wasRunning = state === 'running'
      state = 'stopped'
      clearInterval(watching)
      disarmDue()
      if (wasRunning && open !== null && !isEmpty(open)) send(open)
      turnAway()
      await flights.land()
      flights.abandon(() => turnedAway('the server is ending'))
      reads.end()
      known.end()
      await Promise.all([flights.close(), replies.close()])
      if (wasRunning) await releaseLease(db, setup.siteGroup, flights.epoch).catch(() => undefined)
    },
  }
}

/** More ids than one full batch can use. */
const idsWanted = 15_000
