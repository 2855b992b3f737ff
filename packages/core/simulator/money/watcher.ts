import type { Command, Effects, FeedSignal, MoneyConfig, Reply, Tick } from '../../src/index.ts'
import { Acknowledged } from '../acknowledged.ts'
import type { Watcher } from '../house.ts'
import { Purses } from '../purses.ts'
import { changedNothing } from '../replies.ts'
import type { Store } from '../store.ts'
import { HouseAccounts } from '../together/house-accounts.ts'
import { UndoLog } from '../undo.ts'
import { MoneyAuditor } from './auditor.ts'
import { floatsOf } from './p2p/world.ts'

/** Judges a house in which nobody trades. */
export class MoneyWatcher implements Watcher {
  readonly refusals = new Map<string, number>()
  readonly #purses = new Purses()
  readonly #undo = new UndoLog()
  readonly #money: MoneyAuditor
  readonly #house: HouseAccounts
  readonly #acknowledged = new Acknowledged()
  #crashes = 0

  /** `wallAt`: what the wall clock of the house shows at a time of its domain clock, where it is not the usual one. */
  constructor(config: MoneyConfig, wallAt?: (at: number) => number) {
    this.#money = new MoneyAuditor(this.#undo, this.#purses, config, wallAt && { wallAt })
    this.#house = new HouseAccounts(this.#undo, [1, 15].flatMap(floatsOf))
  }

  get counts(): Readonly<Record<string, number>> {
    return { ...this.#money.counts, crashes: this.#crashes }
  }

  observe(command: Command | null, effects: Effects, at: number): void {
    const { reply, rows } = effects
    if (command?.kind === 'openMember' && reply?.status === 200) this.#purses.open(command)
    if (command && reply && reply.status >= 400) {
      const { code } = reply.body as { code: string }
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      changedNothing(command, code, rows)
    }
    this.#money.observe(command, effects, at)
    this.#house.follow(rows)
    for (const { memberId, type, posted } of rows.wallets)
      if ((type === 'BINARY' || type === 'FUTURES') && posted !== this.#purses.of(memberId, type).posted)
        throw new Error(
          `wallet ${type} of ${memberId} has ${posted}, expected ${this.#purses.of(memberId, type).posted}`,
        )
  }

  committed(): void {
    this.#undo.committed()
    this.#purses.committed()
  }

  crashed(): void {
    this.#crashes++
    this.#undo.crashed()
    this.#purses.crashed()
    this.#money.crashed()
  }

  /** A backup was made of what is committed. */
  backedUp(): void {
    this.#undo.backedUp()
    this.#purses.backedUp()
    this.#money.backedUp()
  }

  /** That backup was restored; `store` is as it was then, but for the bars. */
  restored(store: Store): void {
    this.#undo.restored()
    this.#purses.restored()
    this.#acknowledged.restored(store)
    this.#money.restored(store)
  }

  acknowledge(name: string, reply: Reply): void {
    this.#acknowledged.add(name, reply)
  }

  forget(names: readonly string[]): void {
    this.#acknowledged.forget(names)
  }

  auditStore(store: Store): void {
    this.#acknowledged.audit(store)
    this.#house.audit(store)
    this.#money.auditStore(store)
  }

  born(at: number): void {
    this.#money.born(at)
  }
  settled(at: number): void {
    this.#money.settled(at)
  }
  tick(tick: Tick, at: number): void {
    this.#money.tick(tick, at)
  }
  signal(signal: FeedSignal, at: number): void {
    this.#money.signal(signal, at)
  }
  venueUpdate(): void {}
}
