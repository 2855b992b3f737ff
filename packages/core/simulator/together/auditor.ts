import type { Command, Effects, FeedSignal, Reply, Tick, VenueUpdate } from '../../src/index.ts'
import { replyKeyOf, replyName } from '../../src/index.ts'
import { Acknowledged } from '../acknowledged.ts'
import { max } from '../arithmetic.ts'
import { Auditor } from '../auditor.ts'
import { equal } from '../checks.ts'
import { FuturesAuditor } from '../futures/auditor.ts'
import { type AuditedMarket, available as freeOfFutures, reserved } from '../futures/margin-accounts.ts'
import type { Watcher } from '../house.ts'
import { MoneyAuditor } from '../money/auditor.ts'
import { floatsOf } from '../money/p2p/world.ts'
import { moneyOf } from '../money/world.ts'
import { OverseaAuditor } from '../oversea/auditor.ts'
import {
  collateralOf,
  available as freeOfOversea,
  heldOf,
  isAsleep,
  isPriced,
  openResult,
} from '../oversea/margin-accounts.ts'
import { Purses } from '../purses.ts'
import { changedNothing } from '../replies.ts'
import type { Store } from '../store.ts'
import { UndoLog } from '../undo.ts'
import { HouseAccounts } from './house-accounts.ts'
import { bookOf, partOf } from './parts.ts'
import type { TogetherWorld } from './world.ts'

/**
 * Judges all books of one house: each book's auditor sees its own rows, all of them share one view of the wallets, and what concerns
 * more than one book (keys, refusals, house accounts, what a wallet holds back) is judged here.
 */
export class TogetherAuditor implements Watcher {
  readonly purses = new Purses()
  readonly futures: FuturesAuditor
  readonly oversea: OverseaAuditor
  readonly rounds: Auditor
  readonly money: MoneyAuditor
  readonly #undo = new UndoLog()
  readonly #house: HouseAccounts
  readonly #instruments: ReadonlySet<string>
  /** For what a key was used first, by member and key. */
  readonly #keys = new Map<string, string>()
  readonly #acknowledged = new Acknowledged()
  #foreignKeys = 0

  constructor(world: TogetherWorld) {
    this.futures = new FuturesAuditor(world.futures, this.purses)
    this.oversea = new OverseaAuditor(world.oversea, this.purses)
    this.rounds = new Auditor(world.rounds, this.purses, {
      held: (memberId) => this.#heldOversea(memberId),
      openLoss: (memberId) => this.#openLoss(memberId),
    })
    this.#house = new HouseAccounts(this.#undo, [
      ...world.oversea.house,
      ...world.rounds.sites.flatMap(({ siteId }) => floatsOf(siteId)),
    ])
    this.money = new MoneyAuditor(this.#undo, this.purses, moneyOf(1), {
      traded: {
        free: (memberId, type) => this.#free(memberId, type),
        isLive: (memberId, type, at) => this.#isLive(memberId, type, at),
      },
    })
    this.#instruments = new Set(world.rounds.instruments)
  }

  get counts(): Readonly<Record<string, number>> {
    const { crashes, ...bets } = this.rounds.counts
    const named = (book: string, counts: Readonly<Record<string, number>>) =>
      Object.entries(counts)
        .filter(([name]) => name !== 'crashes')
        .map(([name, count]) => [`${book} ${name}`, count])
    return Object.fromEntries([
      ...named('bets', bets),
      ...named('futures', this.futures.counts),
      ...named('oversea', this.oversea.counts),
      ...named('money', this.money.counts),
      ['foreign keys', this.#foreignKeys],
      ['crashes', crashes],
    ])
  }
  get refusals(): ReadonlyMap<string, number> {
    return this.rounds.refusals
  }

  born(at: number): void {
    this.rounds.born(at)
    this.money.born(at)
  }

  signal(signal: FeedSignal, at: number): void {
    this.money.signal(signal, at)
    if (signal.kind === 'coinRate') return
    const instrument = 'instrument' in signal ? signal.instrument : null
    if (instrument !== null && this.#instruments.has(instrument)) this.rounds.signal(signal)
    if (instrument !== null && this.futures.markets.has(instrument)) this.futures.signal(signal, at)
    if (instrument === null || this.oversea.markets.has(instrument)) this.oversea.signal(signal, at)
  }

  tick(tick: Tick, at: number): void {
    this.money.tick(tick, at)
    if (this.#instruments.has(tick.instrument)) this.rounds.tick(tick, at)
    if (this.futures.markets.has(tick.instrument)) this.futures.tick(tick, at)
    if (this.oversea.markets.has(tick.instrument)) this.oversea.tick(tick, at)
  }

  venueUpdate(update: VenueUpdate, at: number): void {
    if (this.futures.markets.has(update.instrument)) this.futures.venueUpdate(update, at)
    if (this.oversea.markets.has(update.instrument)) this.oversea.venueUpdate(update, at)
  }

  passing(at: number): void {
    this.futures.passing(at)
    this.oversea.passing(at)
  }

  observe(command: Command | null, effects: Effects, at: number): void {
    const { rows, reply } = effects
    const isForeign = command !== null && this.#isForeignKey(command, effects)
    if (command && reply && reply.status >= 400 && rows.fundings.length + rows.fixings.length === 0)
      changedNothing(command, (reply.body as { code: string }).code, rows)
    this.#house.follow(rows)
    this.money.observe(isForeign ? null : command, effects, at)
    const book = command && bookOf(command)
    for (const part of ['rounds', 'futures', 'oversea'] as const) {
      const isOwn = command !== null && !isForeign && (book === null || book === part)
      this[part].observe(isOwn ? command : null, partOf(effects, part), at)
    }
  }

  settled(at: number): void {
    this.futures.settled(at)
    this.oversea.settled(at)
    this.money.settled(at)
  }

  committed(at: number): void {
    this.#undo.committed()
    this.rounds.committed(at)
    for (const auditor of [this.futures, this.oversea]) auditor.committed()
  }

  crashed(at: number): void {
    this.#undo.crashed()
    this.rounds.crashed(at)
    this.futures.crashed()
    this.oversea.crashed()
    this.money.crashed()
  }

  acknowledge(name: string, reply: Reply): void {
    this.#acknowledged.add(name, reply)
  }

  /**
   * Call it when nothing waits to be committed: a wallet pays for all stakes, and holds back what all books hold of it, unless work is
   * left: then what orders hold may be counted by the configuration before.
   */
  auditStore(store: Store, isLeft: boolean): void {
    this.futures.auditStore(store)
    this.oversea.auditStore(store)
    this.#acknowledged.audit(store)
    this.#house.audit(store)
    this.money.auditStore(store)
    const staked = new Map<number, bigint>()
    for (const { status, memberId, point } of store.bets.values())
      if (status === 0) staked.set(memberId, (staked.get(memberId) ?? 0n) + point)
    for (const { memberId, type, posted, reserved: held } of store.wallets.values()) {
      if (type !== 'BINARY' && type !== 'FUTURES') continue
      const name = `wallet ${type} of ${memberId}`
      const stakes = type === 'BINARY' ? (staked.get(memberId) ?? 0n) : 0n
      equal(this.purses.of(memberId, type).stakes, stakes, `stakes of ${name}`)
      const traded = type === 'BINARY' ? this.#heldOversea(memberId) : reserved(this.futures.members.get(memberId)!)
      if (!isLeft) equal(held, stakes + traded, `reserved of ${name}`)
      if (posted < stakes) throw new Error(`${name} has ${posted} and staked ${stakes}`)
    }
  }

  /** Rounds and sessions have ended: nothing of them is open. Perpetuals never end by themselves. */
  auditRest(): void {
    this.rounds.bets.auditRest()
    for (const { memberId, positions, orders } of this.oversea.members.values())
      equal(positions.size + orders.size, 0, `open positions and orders of ${memberId} after the last session`)
  }

  /** What of a wallet may be taken: what neither stakes nor positions nor orders hold, less an open loss. */
  #free(memberId: number, type: string): bigint {
    if (type === 'FUTURES') return freeOfFutures(this.futures.members.get(memberId)!, this.futures.markets)
    const member = this.oversea.members.get(memberId)!
    return freeOfOversea(member, this.oversea.markets, this.#heldOversea(memberId))
  }

  /** What open contracts may have lost: all that is left, while a price of theirs is not known. */
  #openLoss(memberId: number): bigint {
    const { members, markets } = this.oversea
    const member = members.get(memberId)!
    if (isPriced(member, markets)) return max(0n, -openResult(member, markets))
    return max(0n, collateralOf(member) - this.#heldOversea(memberId))
  }

  /** The prices that a wallet's positions are valued by count. */
  #isLive(memberId: number, type: string, at: number): boolean {
    if (type === 'FUTURES')
      return [...this.futures.members.get(memberId)!.positions.values()].every(
        ({ cross, option }) => !cross || isCounted(this.futures.markets.get(option.instrument)!),
      )
    const { oversea } = this
    return [...oversea.members.get(memberId)!.positions.values()].every(
      ({ option }) => !isAsleep(oversea.markets.get(option.instrument)!, at),
    )
  }

  #heldOversea(memberId: number): bigint {
    return heldOf(this.oversea.members.get(memberId)!, this.oversea.fixings.rate)
  }

  /** A key that was used for something else is refused, in whatever book that was. */
  #isForeignKey(command: Command, { reply, rows }: Effects): boolean {
    const key = replyKeyOf(command)
    if (command.key === null || key === null) return false
    const route = 'event' in command.key ? command.kind : command.key.route
    const name = replyName(key)
    const known = this.#keys.get(name)
    if (known === undefined) {
      if (rows.replies.length > 0) this.#undo.set(this.#keys, name, route)
      return false
    }
    if (known === route) return false
    equal((reply!.body as { code?: string }).code, 'IDEMPOTENCY_KEY_REUSED', `the reply of the key ${name} of ${known}`)
    this.#foreignKeys++
    return true
  }
}

const isCounted = ({ live, mark }: AuditedMarket): boolean => live && mark !== null
