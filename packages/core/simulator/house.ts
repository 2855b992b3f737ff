import {
  abandonReply,
  bySystem,
  type Command,
  type Core,
  type CoreSnapshot,
  type Ctx,
  createCore,
  type Effects,
  type FeedSignal,
  type Moment,
  type Reply,
  repeatReply,
  replyKeyOf,
  replyName,
  type Tick,
  type VenueUpdate,
} from '../src/index.ts'
import { askEverything, watchAnswers } from './questions.ts'
import { kstDay, type Store } from './store.ts'
import { domainOf, wallOf } from './uses.ts'

/** Of so many calls one is watched for the answers that it changes. */
const callsAWatch = 40
const widestWindowMs = 30 * 86_400_000

/** Who watches a house: sees all that goes in and comes out, and throws at the first broken rule. */
export interface Watcher {
  born(at: number): void
  /** Sees a price before the core does. */
  tick(tick: Tick, at: number): void
  venueUpdate(update: VenueUpdate, at: number): void
  signal(signal: FeedSignal, at: number): void
  /** Time passes to the core now: what falls due by it is done. */
  passing?(at: number): void
  /** Sees one call of the core with its effects, in order. */
  observe(command: Command | null, effects: Effects, at: number): void
  /** All that the last call caused is done. */
  settled(at: number): void
  /** Everything so far is in the database, which knows the house as up at `at`. */
  committed(at: number): void
  crashed(at: number): void
  /** The client got the reply; it must never change. */
  acknowledge(name: string, reply: Reply): void
  /** Sees what is in the database; `isLeft`: with work left over, which a start goes on with. */
  auditStore(store: Store, isLeft: boolean): void
}

/**
 * A house in miniature: a core, the rows that a database would hold, and batches between them. A crash may fall between any two calls; what
 * was not committed is gone, what was acknowledged must not be.
 */
export class House<Auditor extends Watcher = Watcher> {
  readonly auditor: Auditor
  readonly store: Store
  now: number
  /** Of each turn in which time passes: when a core may stop. */
  rowsPerTurn = 200
  /** So far the wall clock was set back, in ms; the domain clock never is. */
  wallBackMs = 0
  #core: Core
  readonly #isTampered: boolean
  readonly #tamper: (effects: Effects) => Effects
  #id = 1_000_000
  #calls = 0
  #batch: Effects[] = []
  /** Whether work was left over at the last commit. */
  #isLeft = false
  #waiting: { name: string; reply: Reply }[] = []
  /** Folds every effect of the run into one text: equal for two runs of one seed. */
  readonly trail: string[] = []

  /** `tamper` changes effects before anyone sees them: proves that the auditor notices. */
  constructor(store: Store, auditor: Auditor, start: number, tamper?: (effects: Effects) => Effects) {
    this.now = start
    this.#tamper = tamper ?? ((same) => same)
    this.#isTampered = tamper !== undefined
    this.store = store
    this.auditor = auditor
    this.auditor.born(start)
    this.#core = createCore(this.store.snapshot(start))
    this.advance()
  }

  get core(): Core {
    return this.#core
  }
  /** When the next thing is due by either clock, as the domain clock will show it. */
  get nextDueAt(): number | null {
    const { at, wall } = this.#core.nextDue()
    const due = Math.min(at ?? Number.POSITIVE_INFINITY, wall === null ? Number.POSITIVE_INFINITY : domainOf(wall))
    return Number.isFinite(due) ? due : null
  }
  get pending(): number {
    return this.#batch.length
  }

  /** Gives a command; one that is answered later, as a conversion is, gives nothing here. */
  command(command: Command): Reply {
    const key = replyKeyOf(command)
    const name = key && replyName(key)
    if (name && key && !this.#core.recentReply(key)) {
      const stored = this.store.replies.get(name)
      if (stored) return command.key === null ? abandonReply(stored) : repeatReply(stored, command.key)
    }
    const effects = this.#watched(() => this.#core.execute(command, this.#ctx()))
    this.#take(command, effects)
    if (name && effects.reply && effects.rows.replies.length > 0 && command.kind !== 'abandonKey')
      this.#waiting.push({ name, reply: effects.reply })
    return effects.reply!
  }

  /** A member was here, as a server measures it: the database knows it before the core does. */
  use(member: { readonly siteId: number; readonly memberId: number }, agoMs: number, ms: number): void {
    const to = wallOf(this.now) - agoMs
    const use = { from: to - ms, to }
    this.store.uses.push({ ...member, ...use })
    this.command({ kind: 'countUse', ...bySystem(member.siteId), ...member, use })
  }

  tick(tick: Tick): void {
    this.auditor.tick(tick, this.now)
    this.#take(null, this.#core.tick(tick, this.#ctx()))
  }
  venueUpdate(update: VenueUpdate): void {
    this.auditor.venueUpdate(update, this.now)
    this.#take(null, this.#core.venueUpdate(update, this.#ctx()))
  }
  signal(signal: FeedSignal): void {
    this.auditor.signal(signal, this.now)
    this.#take(null, this.#core.signal(signal, this.#ctx()))
  }

  /** Lets time pass to the core until nothing more is due. */
  advance(maxRows = this.rowsPerTurn): void {
    let rounds = 0
    this.auditor.passing?.(this.now)
    do {
      if (rounds++ > 10_000) throw new Error('advance never ends')
      this.#take(
        null,
        this.#watched(() => this.#core.advance(this.#ctx(), maxRows)),
      )
    } while (this.#core.more(this.#moment))
    this.auditor.settled(this.now)
  }

  /** One turn of what is due, however much is left. */
  step(maxRows: number): void {
    this.auditor.passing?.(this.now)
    this.#take(null, this.#core.advance(this.#ctx(), maxRows))
  }

  commit(): void {
    this.#store()
    for (const { name, reply } of this.#waiting) this.auditor.acknowledge(name, reply)
    this.#waiting = []
  }

  #store(): void {
    this.store.commit(this.#batch, this.now, this.#isTampered)
    this.#batch = []
    this.#isLeft = this.#core.more(this.#moment)
    this.auditor.committed(this.now)
  }

  /** SIGKILL and a start after `downMs`; `acknowledged` says whether the batch was stored although nobody got its replies. */
  crash(downMs: number, durable: boolean): void {
    if (durable) this.#store()
    this.#batch = []
    this.#waiting = []
    this.auditor.crashed(this.now)
    this.auditor.auditStore(this.store, this.#isLeft)
    this.now += downMs
    this.#core = createCore(this.store.snapshot(this.now))
    this.auditor.born(this.now)
    this.advance()
  }

  /** Begins anew from an older backup, which `restore` brings back; what came since is known to the world outside alone. */
  beginAnew(downMs: number, restore: () => void): void {
    this.#batch = []
    this.#waiting = []
    restore()
    this.#id += 2 ** 40
    this.now += downMs
    this.#core = createCore(this.store.snapshot(this.now))
    this.auditor.born(this.now)
    this.advance()
  }

  /** The state in memory must equal the state that a restart restores. Call it with nothing pending. */
  checkRestore(): void {
    const snapshot = this.store.snapshot(this.now)
    const memory = this.#core.snapshot()
    // What has left the widest window of a limit counts no more: memory drops it when it is next asked, a restart reads it once more.
    const recent = ({ recentDeposits }: CoreSnapshot) =>
      recentDeposits.filter(({ at }) => at > this.#moment.wall - widestWindowMs)
    const restored = createCore({ ...snapshot, recentDeposits: recent(snapshot), lastBatchAt: this.now })
    const houseToday = memory.houseToday.filter(({ dayKst }) => dayKst === kstDay(this.now)) // yesterday's sum counts no more
    const mine = createCore({ ...memory, houseToday, recentDeposits: recent(memory), lastBatchAt: this.now })
    if (restored.stateHash() !== mine.stateHash())
      throw new Error('a core restored from the database differs from one restored from memory')
    askEverything(this.#core, this.now)
  }

  /** Now and then looks that a call changes no answer but those that its rows concern. */
  #watched(call: () => Effects): Effects {
    this.#calls += 1
    if (this.#calls % callsAWatch !== 0) return call()
    const look = watchAnswers(this.#core, this.now, this.#calls / callsAWatch)
    const effects = call()
    look(effects)
    return effects
  }

  #take(command: Command | null, made: Effects): void {
    const effects = this.#tamper(made)
    this.auditor.observe(command, effects, this.now)
    this.#batch.push(effects)
    for (const { key, reply } of effects.late)
      if (effects.rows.replies.some((row) => replyName(row) === replyName(key)))
        this.#waiting.push({ name: replyName(key), reply })
    if (effects.reply || effects.late.length > 0 || effects.events.length > 0)
      this.trail.push(JSON.stringify([this.now, effects.reply, effects.late, effects.events]))
  }
  #ctx(): Ctx {
    return { ...this.#moment, nextId: () => this.#id++ }
  }
  get #moment(): Moment {
    return { at: this.now, wall: wallOf(this.now) - this.wallBackMs }
  }
}
