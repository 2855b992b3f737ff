import { type AnswerOf, type ArgsOf, type Core, type QueryName, type Scope, scopeOf } from '@maru/core'
import type { Answer, Reads, Version, Wish } from '../ports.ts'
import { Unavailable } from './unavailable.ts'

/** What the desk needs of its runner. */
export interface Held {
  readonly now: () => number
  /** The newest batch that is not durable and changes what a query is answered from; null: all of it is durable. */
  heldBy(scope: Scope, args: object): number | null
  /** Whether the core holds the rows of a site. */
  serves(siteId: number): boolean
  /** The number of the newest event of a member's queue that was told. */
  seqOf(siteId: number, memberId: number, queue: string): number
}

/** How long a query waits for a state that is not committed yet, in wall time. */
const patienceMs = 1_000

interface Asked {
  readonly read: () => unknown
  readonly seq: () => number | null
  readonly resolve: (answer: Answer<unknown>) => void
  readonly reject: (error: unknown) => void
}

interface Sealed extends Asked {
  readonly value: unknown
}

interface Awaited {
  readonly version: Version
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * Answers queries from the core's memory, with committed state only. Where an uncommitted batch changed the answer, it is read when that
 * batch is sealed, which shows the whole batch, and given once the batch is durable. Any other answer is given at once. Answers that were
 * not given when the core stops are rejected.
 */
export class ReadDesk implements Reads {
  readonly #held: Held
  #core: Core | null = null
  #epoch = 0
  /** The newest batch that is durable, and the newest that was sent. */
  #durable = 0
  #sent = 0
  #isEnded = false
  /** What waits for the batch that collects. */
  #collecting: Asked[] = []
  /** What was read, by the batch that it waits for. */
  readonly #sealed = new Map<number, Sealed[]>()
  readonly #awaited = new Set<Awaited>()

  constructor(held: Held) {
    this.#held = held
  }

  get version(): Version {
    return { epoch: this.#epoch, batch: this.#durable }
  }

  async ask<Q extends QueryName>(query: Q, args: ArgsOf<Q>, wish: Wish<Q> = {}): Promise<Answer<AnswerOf<Q>>> {
    const { atLeast = start } = wish
    const { siteId } = args as { readonly siteId?: number }
    while (!this.#has(atLeast)) await this.reach(atLeast)
    // Its memory holds nothing of other sites: an empty list would be a lie.
    if (siteId !== undefined && !this.#held.serves(siteId))
      throw new Unavailable(`site ${siteId} is served by the core of another group`)
    const core = this.#core as Core
    const read = () => core.ask(query, args, this.#held.now())
    const { queue } = wish
    const of = args as { readonly siteId: number; readonly memberId: number }
    const seq = () => (queue === undefined ? null : this.#held.seqOf(of.siteId, of.memberId, queue))
    const batch = this.#held.heldBy(scopeOf(query), of)
    if (batch === null) return { value: read(), ...this.version, seq: seq() }
    return new Promise((resolve, reject) => {
      const asked: Asked = { read, seq, resolve: resolve as Asked['resolve'], reject }
      if (batch > this.#sent) this.#collecting.push(asked)
      else this.#hold(batch, asked)
    })
  }

  reach(version: Version): Promise<void> {
    if (this.#has(version)) return Promise.resolve()
    if (this.#isEnded || !this.#canCome(version)) return Promise.reject(new Unavailable('no such state is known here'))
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        this.#awaited.delete(awaited)
      }
      const awaited: Awaited = {
        version,
        resolve: () => {
          end()
          resolve()
        },
        reject: (error) => {
          end()
          reject(error)
        },
      }
      const timer = setTimeout(
        () => awaited.reject(new Unavailable('the state that was asked for did not come')),
        patienceMs,
      )
      this.#awaited.add(awaited)
    })
  }

  /** A core was restored: what it holds is what the database held when the epoch began. */
  begin(core: Core, epoch: number): void {
    this.#core = core
    this.#epoch = epoch
    this.#durable = 0
    this.#sent = 0
    this.#resolveReached()
  }

  /** The batch that collected is sent: memory shows all of it, and nothing newer. */
  seal(batch: number): void {
    this.#sent = batch
    for (const asked of this.#collecting.splice(0)) this.#hold(batch, asked)
  }

  /** A batch is durable, and its events were told. */
  commit(batch: number): void {
    this.#durable = batch
    const { version } = this
    for (const { value, seq, resolve } of this.#sealed.get(batch) ?? []) resolve({ value, ...version, seq: seq() })
    this.#sealed.delete(batch)
    this.#resolveReached()
  }

  /** The memory is discarded: what was read of it is given to nobody. */
  discard(): void {
    this.#core = null
    const lost = [...this.#collecting.splice(0), ...[...this.#sealed.values()].flat()]
    this.#sealed.clear()
    for (const { reject } of lost) reject(new Unavailable('the core stopped before what was read was durable'))
  }

  /** Nothing is answered any more. */
  end(): void {
    this.#isEnded = true
    this.discard()
    for (const { reject } of [...this.#awaited]) reject(new Unavailable('the server is ending'))
  }

  /** Reads now, and keeps the answer until the batch is durable. */
  #hold(batch: number, asked: Asked): void {
    let value: unknown
    try {
      value = asked.read()
    } catch (error) {
      asked.reject(error)
      return
    }
    const sealed = this.#sealed.get(batch)
    if (sealed === undefined) this.#sealed.set(batch, [{ ...asked, value }])
    else sealed.push({ ...asked, value })
  }

  #has({ epoch, batch }: Version): boolean {
    return this.#core !== null && (epoch < this.#epoch || (epoch === this.#epoch && batch <= this.#durable))
  }

  /** Whether the version may exist: nobody waits for one that was made up. */
  #canCome({ epoch, batch }: Version): boolean {
    return this.#core === null || (epoch === this.#epoch && batch <= this.#sent + 1)
  }

  #resolveReached(): void {
    for (const awaited of [...this.#awaited]) if (this.#has(awaited.version)) awaited.resolve()
  }
}

/** What every core has. */
const start: Version = { epoch: 0, batch: 0 }
