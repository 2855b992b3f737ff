import {
  abandonReply,
  type Command,
  type Core,
  type Ctx,
  createCore,
  type Effects,
  type FeedSignal,
  type Reply,
  type Rows,
  repeatReply,
  type Tick,
} from '../src/index.ts'
import { Auditor } from './auditor.ts'
import { kstDay, replyName, Store } from './store.ts'
import type { World } from './world.ts'

/**
 * A house in miniature: a core, the rows that a database would hold, and batches between them. A crash may fall between any two calls; what
 * was not committed is gone, what was acknowledged must not be.
 */
export class House {
  readonly auditor: Auditor
  readonly store: Store
  now: number
  #core: Core
  readonly #tamper: (effects: Effects) => Effects
  #id = 1_000_000
  #batch: Rows[] = []
  #waiting: { name: string; reply: Reply }[] = []
  /** Folds every effect of the run into one text: equal for two runs of one seed. */
  readonly trail: string[] = []

  /** `tamper` changes effects before anyone sees them: proves that the auditor notices. */
  constructor(world: World, start: number, tamper: (effects: Effects) => Effects = (effects) => effects) {
    this.now = start
    this.#tamper = tamper
    this.store = new Store(world.sites, world.options)
    this.auditor = new Auditor(world)
    this.auditor.market.born(start)
    this.#core = createCore(this.store.snapshot(start))
    this.advance()
  }

  get core(): Core {
    return this.#core
  }
  get pending(): number {
    return this.#batch.length
  }

  command(command: Command): Reply {
    const key = 'key' in command ? (typeof command.key === 'string' ? command.key : command.key.key) : null
    const name = key && 'memberId' in command ? replyName(command.siteId, command.memberId, key) : null
    if (name && key && 'memberId' in command && !this.#core.recentReply(command.siteId, command.memberId, key)) {
      const stored = this.store.replies.get(name)
      if (stored)
        return command.kind === 'abandonKey'
          ? abandonReply(stored)
          : repeatReply(stored, (command as Extract<Command, { kind: 'placeBet' }>).key)
    }
    const effects = this.#core.execute(command, this.#ctx())
    this.#take(command, effects)
    if (name && effects.rows.replies.length > 0 && command.kind !== 'abandonKey')
      this.#waiting.push({ name, reply: effects.reply! })
    return effects.reply!
  }

  tick(tick: Tick): void {
    this.auditor.market.tick(tick, this.now)
    this.#take(null, this.#core.tick(tick, this.#ctx()))
  }
  signal(signal: FeedSignal): void {
    this.auditor.signal(signal)
    this.#take(null, this.#core.signal(signal, this.#ctx()))
  }

  /** Lets time pass to the core until nothing more is due. */
  advance(maxRows = 200): void {
    let rounds = 0
    do {
      if (rounds++ > 10_000) throw new Error('advance never ends')
      const effects = this.#core.advance(this.#ctx(), maxRows)
      this.#take(null, effects)
    } while (this.#core.more(this.now))
  }

  commit(): void {
    this.store.commit(this.#batch, this.now)
    this.#batch = []
    this.auditor.committed()
    for (const { name, reply } of this.#waiting) this.auditor.acknowledge(name, reply)
    this.#waiting = []
  }

  /** SIGKILL and a start after `downMs`; `acknowledged` says whether the batch made it to the disk though nobody was told. */
  crash(downMs: number, durable: boolean): void {
    if (durable) {
      this.store.commit(this.#batch, this.now)
      this.auditor.committed()
    }
    this.#batch = []
    this.#waiting = []
    this.auditor.crashed(this.now)
    this.auditor.auditStore(this.store)
    this.now += downMs
    this.#core = createCore(this.store.snapshot(this.now))
    this.auditor.market.born(this.now)
    this.advance()
  }

  /** What is in memory must be what a restart would make of the database. Call with nothing pending. */
  checkRestore(): void {
    const snapshot = this.store.snapshot(this.now)
    const restored = createCore({ ...snapshot, lastBatchAt: this.now })
    const memory = this.#core.snapshot()
    const houseToday = memory.houseToday.filter(({ dayKst }) => dayKst === kstDay(this.now)) // yesterday's sum counts no more
    const mine = createCore({ ...memory, houseToday, lastBatchAt: this.now })
    if (restored.stateHash() !== mine.stateHash())
      throw new Error('a core restored from the database differs from one restored from memory')
  }

  #take(command: Command | null, made: Effects): void {
    const effects = this.#tamper(made)
    this.auditor.observe(command, effects, this.now)
    this.#batch.push(effects.rows)
    if (effects.reply || effects.events.length > 0)
      this.trail.push(JSON.stringify([this.now, effects.reply, effects.events]))
  }
  #ctx(): Ctx {
    return { at: this.now, nextId: () => this.#id++ }
  }
}
