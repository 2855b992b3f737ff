import type {
  Command,
  Effects,
  FeedSignal,
  OverseaOption,
  PositionRow,
  Reply,
  SiteConfig,
  Tick,
  VenueUpdate,
} from '../../src/index.ts'
import { Acknowledged } from '../acknowledged.ts'
import { equal } from '../checks.ts'
import { HeldPrices, middleOf } from '../held-prices.ts'
import type { Watcher } from '../house.ts'
import { OrderLives } from '../orders.ts'
import { auditBook } from '../postings.ts'
import { Purses } from '../purses.ts'
import { Releases } from '../releases.ts'
import { Replies } from '../replies.ts'
import { Stops } from '../stops.ts'
import type { Store } from '../store.ts'
import { Sites } from '../thresholds.ts'
import { isExit, lotOf, scanBarred, Traders } from '../traders.ts'
import { checkAccepted, refusalsOfOrder } from './auditor-admission.ts'
import { Fixings } from './auditor-days.ts'
import { type Ended, OverseaMoney } from './auditor-money.ts'
import { checkNight, failsCheck, isCheckDue, isUncovered, refusalsOfNight } from './auditor-nights.ts'
import { orderRules } from './auditor-orders.ts'
import { observeRaises, passRaises } from './auditor-raises.ts'
import { expectationOf } from './auditor-requests.ts'
import {
  type AuditedMarket,
  type AuditedMember,
  type AuditedPosition,
  CLOSE_ONLY,
  exitPrice,
  heldOf,
  isAsleep,
  isOpen,
  isPriced,
  isTraded,
  leftOf,
  positionMargin,
} from './margin-accounts.ts'
import { scanAccounts, scanCounts, scanOrders, scanSessions } from './oracle.ts'
import type { OverseaRecord } from './record.ts'
import type { OverseaWorld } from './world.ts'

type Book = Extract<VenueUpdate, { kind: 'depth' }>

/**
 * Knows the rules of overseas futures and shares no code with the core: keeps its own record of prices, sessions, rates, orders,
 * positions and money, and throws at the first refusal, fill, posting, reservation, warning, loss cut or session's end that does
 * not follow from it, and at the first that is missing. What a crash loses, it forgets.
 */
export class OverseaAuditor implements Watcher, OverseaRecord {
  readonly #sites: Sites<SiteConfig>
  readonly markets = new Map<string, AuditedMarket>()
  readonly traders: Traders<OverseaOption, AuditedPosition>
  readonly stops = new Stops(this.markets)
  readonly lives = new OrderLives<AuditedMember>(orderRules(this.markets, this.stops))
  readonly fixings: Fixings
  readonly money = new OverseaMoney(this)
  readonly counts = {
    orders: 0,
    refused: 0,
    fills: 0,
    makers: 0,
    fixings: 0,
    warnings: 0,
    cuts: 0,
    deficits: 0,
    nights: 0,
    sessionEnds: 0,
    failedChecks: 0,
    crashes: 0,
  }
  /** Members whose loss cut the call that is looked at began. */
  readonly cutNow = new Set<number>()
  readonly #most = new Map<string, number>()
  readonly #purses: Purses
  readonly #replies = new Replies('fixings')
  readonly releases = new Releases()
  readonly #acknowledged = new Acknowledged()
  /** Orders that changed since the newest quote of their instrument: they wait for the next one. */
  readonly #changed = new Map<string, Set<number>>()
  /** Instruments whose last minutes have begun and were worked off. */
  readonly #ending = new Set<string>()
  /** Which feeds are live, which prices are held, and from which jump on, by instrument and site. */
  readonly #fed = new Map<string, boolean>()
  readonly #held = new Map<string, HeldPrices<Tick | Book>>()
  readonly #jumps = new Map<string, number>()
  /** Instruments whose prices were held when they were judged last. */
  readonly #stopped = new Set<string>()
  /** Members whose nights are to be checked as soon as their prices are known. */
  readonly #unchecked = new Set<number>()
  /** Prices, rows or what trades changed since margin accounts were looked at; `#traded` says what traded then. */
  #isMoved = true
  #traded = ''
  /** Members who did not pass the check when the call that is looked at began. */
  readonly #failing = new Set<number>()

  /** `purses`: the wallets, where auditors of other books look at them too. */
  constructor(world: OverseaWorld, purses = new Purses()) {
    this.#sites = new Sites(world.sites)
    this.#purses = purses
    this.traders = new Traders<OverseaOption, AuditedPosition>(purses, (plain) => plain)
    for (const option of world.options) {
      this.markets.set(option.instrument, newMarket())
      this.#setOption(option)
    }
    this.fixings = new Fixings(this.markets, world.options)
    for (const { siteId, account, balance } of world.house)
      if (account === 'INSURANCE_FUND') this.money.insurance.add(siteId, balance)
    this.committed()
  }

  get members(): ReadonlyMap<number, AuditedMember> {
    return this.traders.byId
  }
  get refusals(): ReadonlyMap<string, number> {
    return this.#replies.refusals
  }

  born(): void {}

  /** Prices from before a session, or from a halt, are not used. */
  signal(signal: FeedSignal, at: number): void {
    this.#isMoved = true
    this.fixings.pass(at)
    if (signal.kind === 'rate') this.fixings.hear(signal.rate, signal.source, signal.sourceTs)
    else if (signal.kind === 'feed') {
      this.#fed.set(signal.instrument, signal.state === 'live')
      if (signal.state === 'stale') this.#heldOf(signal.instrument).stale()
      this.#judge(signal.instrument)
    } else if (signal.kind === 'session') {
      const market = this.markets.get(signal.instrument)!
      const { isRest, session: times, nextOpenAt = null, overnightAllowed = false } = signal
      const before = market.session
      if (isRest || before?.isRest !== false || before.times.openAt !== times!.openAt) {
        market.book = null
        this.#heldOf(signal.instrument).forget()
        this.#judge(signal.instrument)
      }
      market.session = { isRest, times: times!, nextOpenAt, overnightAllowed }
    }
    this.fixings.pass(at)
  }

  tick(tick: Tick, at: number): void {
    this.#isMoved = true
    this.fixings.pass(at)
    this.#count(tick.instrument, this.#heldOf(tick.instrument).hear('last', tick.price, tick, at), at)
  }

  #takeLast(tick: Tick, at: number): void {
    const market = this.markets.get(tick.instrument)!
    // What rests keeps the last price that it had.
    if (market.last === null || isOpen(market, at)) market.last = tick.price
  }

  venueUpdate(update: VenueUpdate, at: number): void {
    this.#isMoved = true
    this.fixings.pass(at)
    if (update.kind !== 'depth') throw new Error('contracts have no mark')
    this.#count(update.instrument, this.#heldOf(update.instrument).hear('depth', middleOf(update), update, at), at)
  }

  passing(at: number): void {
    this.fixings.pass(at)
    for (const [instrument, held] of this.#held) this.#count(instrument, held.expire(at), at)
  }

  /** Takes what counts from now on. */
  #count(instrument: string, messages: readonly (Tick | Book)[], at: number): void {
    const isFreed = this.#judge(instrument)
    if (messages.length > 0) this.#isMoved = true
    for (const message of messages) {
      if ('kind' in message) this.#show(message, at)
      else this.#takeLast(message, at)
    }
    // What rests has the quote that stands.
    const { book } = this.markets.get(instrument)!
    if (isFreed && book) this.#show(book, at)
  }

  /** Whether an instrument is traded in its session; gives whether its prices are held no more. */
  #judge(instrument: string): boolean {
    const { isHeld } = this.#heldOf(instrument)
    this.markets.get(instrument)!.live = (this.#fed.get(instrument) ?? false) && !isHeld
    if (isHeld) this.#stopped.add(instrument)
    return !isHeld && this.#stopped.delete(instrument)
  }

  #heldOf(instrument: string): HeldPrices<Tick | Book> {
    let held = this.#held.get(instrument)
    if (!held) {
      const jumps = () => [...this.#jumps].filter(([name]) => name.startsWith(`${instrument} `)).map(([, ppm]) => ppm)
      held = new HeldPrices(true, () => Math.min(...jumps()))
      this.#held.set(instrument, held)
    }
    return held
  }

  #show(update: Book, at: number): void {
    this.stops.priced(update.instrument)
    const market = this.markets.get(update.instrument)!
    market.book = at >= (market.session?.times.openAt ?? 0) ? update : null
    // Before the first last price after a start it is unknown what a member may open.
    if (market.last === null) this.#changed.delete(update.instrument)
    else this.#changed.set(update.instrument, new Set())
  }

  observe(command: Command | null, effects: Effects, at: number): void {
    this.releases.observe(command)
    this.stops.observe(command, effects.rows)
    this.fixings.pass(at)
    const { rows } = effects
    this.fixings.check(rows.fixings)
    this.counts.fixings = this.fixings.count
    passRaises(this.members.values(), at)
    const changed = rows.wallets.length + rows.orders.length + rows.positions.length + rows.overseaRaises.length
    if (command === null && changed === 0) return
    this.#isMoved = true
    this.cutNow.clear()
    this.#failing.clear()
    for (const member of this.members.values()) if (isUncovered(this, member, at)) this.#failing.add(member.memberId)
    if (command?.kind === 'openMember') this.traders.open(command, 'BINARY')
    const reasons = command && this.#refusalsOf(command, at)
    observeRaises(this, effects, at)
    for (const row of rows.overseaOptions) this.#setOption(row)
    this.#sites.observe(rows.sites)
    this.traders.protect(rows, command)
    const ended: Ended = new Map()
    this.money.follow(effects, ended, at)
    if (command && effects.reply?.status === 200) this.#accepted(command)
    for (const row of rows.orders) {
      const member = this.traders.touch(row.memberId)
      this.lives.observe(member, row, at)
      this.#changed.get(member.options.get(row.optionId)!.instrument)?.add(row.id)
    }
    this.counts.deficits = this.money.insurance.deficits
    this.counts.orders = this.lives.count
    for (const row of rows.positions) this.#position(row, ended, command, at)
    for (const row of rows.wallets) {
      const member = this.members.get(row.memberId)!
      equal(row.posted, member.purse.posted, `posted of ${row.memberId}`)
      equal(row.reserved, member.purse.stakes + heldOf(member, this.fixings.rate), `reserved of ${row.memberId}`)
      if (row.posted < 0n) throw new Error(`member ${row.memberId} owes ${row.posted}`)
    }
    this.money.insurance.check(rows.house)
    const concerned = new Set([...rows.orders, ...rows.positions].map(({ memberId }) => memberId))
    for (const memberId of concerned) this.#checkExits(this.members.get(memberId)!)
    if (command) this.#reply(command, effects, reasons, at)
  }

  /** Everything that the last price, time or command caused is done: full scans for what should have happened. */
  settled(at: number): void {
    for (const member of this.members.values()) scanBarred(member, at)
    for (const [name, market] of this.markets) {
      if (leftOf(market, at) > CLOSE_ONLY) this.#ending.delete(name)
      else if (!this.#ending.has(name)) {
        this.#ending.add(name)
        for (const member of this.members.values())
          if (isCheckDue(this, member, at)) this.#unchecked.add(member.memberId)
      }
    }
    for (const memberId of this.#unchecked) {
      const member = this.members.get(memberId)!
      if (failsCheck(this, member, at)) throw new Error(`member ${memberId} holds a night that he cannot pay for`)
      if (isPriced(member, this.markets) || !isCheckDue(this, member, at)) this.#unchecked.delete(memberId)
    }
    const traded = [...this.markets.values()].map((market) => `${isTraded(market, at)} ${isAsleep(market, at)}`).join()
    if (this.#isMoved || traded !== this.#traded) scanAccounts(this, at)
    this.#traded = traded
    for (const member of this.traders.touched) scanCounts(this, member)
    scanOrders(this, this.#changed, at)
    scanSessions(this, at)
    this.#looked()
  }

  committed(): void {
    for (const part of this.#parts) part.committed()
  }

  crashed(): void {
    for (const name of this.markets.keys()) this.markets.set(name, newMarket())
    this.#fed.clear()
    this.#held.clear()
    this.#stopped.clear()
    for (const part of this.#parts) part.crashed()
    this.#ending.clear()
    this.#unchecked.clear()
    this.#changed.clear()
    this.#looked()
    this.counts.crashes++
  }

  acknowledge(name: string, reply: Reply): void {
    this.#acknowledged.add(name, reply)
  }

  auditStore(store: Store): void {
    auditBook(store, 'BINARY', this.members)
    this.#acknowledged.audit(store)
  }

  /** Every session that anything was open in has ended: nothing is, and nothing is held back. */
  auditRest(store: Store): void {
    for (const { memberId, positions, orders } of this.members.values()) {
      for (const { id } of positions.values()) throw new Error(`position ${id} of ${memberId} outlived every session`)
      for (const { id } of orders.values()) throw new Error(`order ${id} of ${memberId} outlived every session`)
    }
    for (const { id, closedAt } of store.positions.values())
      if (closedAt === null) throw new Error(`position ${id} is stored as open for ever`)
    for (const { id, closedAt } of store.orders.values())
      if (closedAt === null) throw new Error(`order ${id} is stored as open for ever`)
    for (const { memberId, reserved } of store.wallets.values()) equal(reserved, 0n, `reserved at rest of ${memberId}`)
  }

  get sites(): ReadonlyMap<number, SiteConfig> {
    return this.#sites.now
  }

  get #parts() {
    return [
      this.#purses,
      this.traders,
      this.lives,
      this.#replies,
      this.money.insurance,
      this.fixings,
      this.releases,
      this.stops,
      this.#sites,
    ]
  }

  /** Whether the last minutes of an instrument's session have begun and all that they ask for was done. */
  isEnding(instrument: string): boolean {
    return this.#ending.has(instrument)
  }

  isFailing({ memberId }: AuditedMember): boolean {
    return this.#failing.has(memberId)
  }

  /** The most contracts that an option ever allowed: a lower number concerns new orders alone. */
  mostOf({ siteId, id }: OverseaOption): number {
    return this.#most.get(`${siteId}:${id}`)!
  }

  #looked(): void {
    this.#isMoved = false
    this.lives.fresh.clear()
    this.traders.touched.clear()
  }

  #setOption(option: OverseaOption): void {
    const name = `${option.siteId}:${option.id}`
    this.traders.setOption(option)
    this.#jumps.set(`${option.instrument} ${option.siteId}`, option.jumpPpm)
    this.#most.set(name, Math.max(this.#most.get(name) ?? 0, option.maxCount))
  }

  /** Why a command must be refused, as far as the auditor judges it. */
  #refusalsOf(command: Command, at: number): ReadonlySet<string> | null {
    if (command.kind === 'placeOversea') return refusalsOfOrder(this, command, at)
    if (command.kind === 'setOvernight') return refusalsOfNight(this, command, at)
    return expectationOf(this, command, at)
  }

  /** What an accepted command makes of a position's TP and SL. */
  #accepted(command: Command): void {
    if (command.kind === 'cancelOrder') {
      const member = this.traders.touch(command.memberId)
      const order = member.orders.get(command.id)
      const position = order && member.positions.get(lotOf(order))
      if (position && order.marketType === 'TAKEPROFIT') position.tp = null
      if (position && order.marketType === 'STOPLOSS') position.sl = null
    } else if (command.kind === 'setOverseaTpsl') {
      const position = this.traders.touch(command.memberId).positions.get(lotOf(command))!
      position.tp = command.tpTick ?? position.tp
      position.sl = command.slTick ?? position.sl
    } else if (command.kind === 'deleteOverseaTpsl') {
      const position = this.traders.touch(command.memberId).positions.get(lotOf(command))!
      position[command.value === 'TP' ? 'tp' : 'sl'] = null
    }
  }

  /** TP and SL are where they were set, so many tick sizes from the average entry that is; none outlives its position. */
  #checkExits(member: AuditedMember): void {
    for (const order of member.orders.values())
      if (isExit(order) && member.positions.get(lotOf(order))?.id !== order.positionId)
        throw new Error(`${order.marketType} order ${order.id} outlived position ${order.positionId}`)
    for (const position of member.positions.values())
      for (const type of ['TAKEPROFIT', 'STOPLOSS'] as const) {
        const ticks = type === 'TAKEPROFIT' ? position.tp : position.sl
        const own = [...member.orders.values()].filter(
          (order) => order.optionId === position.option.id && order.marketType === type,
        )
        const name = `${type} of position ${position.id}`
        equal(own.length, ticks === null ? 0 : 1, `number of ${name}`)
        if (ticks === null) continue
        equal(own[0]!.ticks, ticks, `ticks of ${name}`)
        equal(own[0]!.positionId, position.id, `position of ${name}`)
        if (own[0]!.triggeredAt === null)
          equal(own[0]!.triggerPrice, exitPrice(position, type, ticks), `price of ${name}`)
      }
  }

  #position(row: PositionRow, ended: Ended, command: Command | null, at: number): void {
    const member = this.traders.touch(row.memberId)
    const open = member.positions.get(lotOf(row))
    const own = open?.id === row.id ? open : ended.get(row.id)
    if (!own) throw new Error(`position ${row.id} came from nowhere`)
    const name = `position ${row.id}`
    if (row.fxRate !== own.fxRate || row.margin !== own.margin) {
      equal(row.fxRate, this.fixings.rate, `rate of ${name}`)
      equal(row.margin, positionMargin(own, row.fxRate!), `margin of ${name}`)
      own.fxRate = row.fxRate!
      own.margin = row.margin
    }
    if (own.overnight !== null && row.overnight === null && this.#failing.has(row.memberId)) this.counts.failedChecks++
    checkNight(this, member, own, row, command, this.money.carried.has(row.id), at)
    equal(row.qty, own.qty, `count of ${name}`)
    equal(row.entryQuote, own.entry, `entry of ${name}`)
    equal(row.fundingFee, own.funding, `financing of ${name}`)
    equal(row.fee, own.fee, `fees of ${name}`)
    equal(row.realizedPnl, own.pnl, `result of ${name}`)
    equal(row.closedAt === null, row.qty !== 0, `end of ${name}`)
    if (row.isWarned && !own.warned) this.counts.warnings++
    if (row.closeReason === 'SESSION_END') this.counts.sessionEnds++
    own.warned = row.isWarned
  }

  #reply(command: Command, effects: Effects, reasons: ReadonlySet<string> | null, at: number): void {
    const isNew = this.#replies.observe(command, effects)
    const { status, body } = effects.reply!
    if (status >= 400) this.counts.refused++
    if (!isNew || reasons === null) return
    const { code } = body as { code: string }
    const expected = [...reasons].join(', ') || 'none'
    if (status === 200 && reasons.size > 0) throw new Error(`${command.kind} was accepted though ${expected}`)
    if (status !== 200 && !reasons.has(code))
      throw new Error(`${command.kind} was refused with ${code}, expected ${expected}, at ${at}`)
    if (status === 200 && command.kind === 'placeOversea') checkAccepted(this, command, effects, at)
  }
}

const newMarket = (): AuditedMarket => ({
  live: false,
  last: null,
  session: null,
  book: null,
  fixedDay: null,
})
