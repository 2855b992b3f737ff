import type { Command, Effects, FeedSignal, Reply, RoundOption, Tick, VenueUpdate } from '../src/index.ts'
import { Acknowledged } from './acknowledged.ts'
import { expectedRefusals } from './auditor-admission.ts'
import { Bets } from './auditor-bets.ts'
import { Configuration } from './auditor-configuration.ts'
import { MarketRecord } from './auditor-market.ts'
import { auditWallets, RoundMoney } from './auditor-money.ts'
import { Protection } from './auditor-protection.ts'
import { BetReplies } from './auditor-replies.ts'
import { Rounds } from './auditor-rounds.ts'
import { Ceilings } from './ceilings.ts'
import type { Watcher } from './house.ts'
import { Purses } from './purses.ts'
import type { Beside, RoundRecord } from './record.ts'
import { Stops } from './stops.ts'
import type { Store } from './store.ts'
import { UndoLog } from './undo.ts'
import type { World } from './world.ts'

/**
 * Knows the rules and shares no code with the core: it sees the inputs and the effects, recomputes each admission, price, result and
 * balance from its own record, and throws at the first difference. What a crash loses, it forgets by undoing.
 */
export class Auditor implements Watcher, RoundRecord {
  readonly undo = new UndoLog()
  readonly market = new MarketRecord()
  readonly options = new Map<number, RoundOption>()
  readonly protection = new Protection(this.undo)
  readonly ceilings = new Ceilings(this.undo)
  readonly stops = new Stops()
  readonly money: RoundMoney
  readonly bets = new Bets(this)
  readonly rounds = new Rounds(this)
  readonly world: World
  readonly beside: Beside
  readonly #replies = new BetReplies(this.undo)
  readonly #acknowledged = new Acknowledged()
  readonly #configuration = new Configuration(this.undo, this.options)
  #crashes = 0
  /** When the database knew the house as up last. */
  #upAt: number | null = null

  /** `purses`: the wallets, where auditors of other books look at them too; `beside`: what those books do with them. */
  constructor(world: World, purses = new Purses(), beside: Beside = { held: () => 0n, openLoss: () => 0n }) {
    this.world = world
    this.beside = beside
    this.money = new RoundMoney(this.undo, purses)
    for (const option of world.options) this.options.set(option.id, option)
  }

  get counts() {
    return { ...this.#replies.counts, ...this.bets.counts, crashes: this.#crashes }
  }
  get refusals(): ReadonlyMap<string, number> {
    return this.#replies.refusals
  }

  born(at: number): void {
    this.market.born(at)
    if (this.#upAt !== null) this.#outage(this.#upAt, at)
  }
  tick(tick: Tick, at: number): void {
    this.market.tick(tick, at)
  }
  /** Rounds are decided by ticks alone. */
  venueUpdate(_quote: VenueUpdate): void {}
  settled(): void {}

  signal(signal: FeedSignal): void {
    this.market.signal(signal)
    if (signal.kind === 'disturbance') this.undo.push(() => this.market.forget(signal))
  }

  committed(at: number): void {
    this.#upAt = at
    this.undo.committed()
    this.stops.committed()
    this.money.purses.committed()
  }
  crashed(at: number): void {
    this.undo.crashed()
    this.stops.crashed()
    this.money.purses.crashed()
    this.market.died(at)
    this.#crashes++
  }

  observe(command: Command | null, effects: Effects, at: number): void {
    this.stops.observe(command, effects.rows)
    this.market.awake(at)
    this.#configuration.enter(effects, at)
    const expected = command?.kind === 'placeBet' ? expectedRefusals(this, command, at) : null
    const { rows } = effects
    for (const option of rows.options) this.undo.set(this.options, option.id, option)
    this.#configuration.observe(command, effects)
    if (command?.kind === 'openMember') this.money.purses.open(command)
    this.protection.observe(rows, command, at)
    this.ceilings.observe(rows.ceilings, command, this.#mostStake(command?.siteId ?? null))
    if (command?.kind === 'outage') this.#outage(command.from, command.to)
    for (const bet of rows.bets) this.bets.observe(bet, rows.rounds, at)
    for (const round of rows.rounds) this.rounds.observe(round, at)
    this.money.follow(rows.postings)
    for (const row of rows.wallets) this.money.checkWallet(row)
    for (const row of rows.house) this.money.checkHouse(row)
    if (command) this.#replies.observe(command, effects, expected)
  }

  /** The most that any option of a site takes of one member in a round. */
  #mostStake(siteId: number | null): bigint {
    const own = [...this.options.values()].filter((option) => option.siteId === siteId)
    return own.reduce((most, { maxRoundPoint }) => (maxRoundPoint > most ? maxRoundPoint : most), 0n)
  }

  #outage(from: number, to: number): void {
    if (to - from <= 3_000) return
    this.bets.outage(to)
    this.rounds.outage(from, to)
  }

  acknowledge(name: string, reply: Reply): void {
    this.#acknowledged.add(name, reply)
  }

  auditStore(store: Store): void {
    auditWallets(store)
    this.#acknowledged.audit(store)
  }

  /** Everything that was due is done. */
  auditRest(): void {
    this.bets.auditRest()
    this.money.auditRest()
  }
}
