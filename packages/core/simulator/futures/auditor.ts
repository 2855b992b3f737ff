import type {
  Command,
  Effects,
  FeedSignal,
  FuturesOption,
  PositionRow,
  Reply,
  SiteConfig,
  Tick,
  VenueUpdate,
} from '../../src/index.ts'
import { Acknowledged } from '../acknowledged.ts'
import { decimal, equal } from '../checks.ts'
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
import { blocksOf, lotOf, scanBarred, Traders } from '../traders.ts'
import { addsBeyondLimit, checkAdded, checkPlaced, expectOrder } from './auditor-admission.ts'
import { Fundings, hasChanged, settleNothing } from './auditor-funding.ts'
import { type Ended, FuturesMoney } from './auditor-money.ts'
import { orderRules } from './auditor-orders.ts'
import { checkCalm } from './auditor-risk.ts'
import { type AuditedMarket, type AuditedMember, type AuditedPosition, reserved } from './margin-accounts.ts'
import { scanAccounts, scanOrders } from './oracle.ts'
import type { Copied, FuturesRecord, Wish } from './record.ts'
import type { FuturesWorld } from './world.ts'

/**
 * Knows the rules of perpetuals and shares no code with the core: keeps its own record of prices, orders, positions and money, and
 * throws at the first fill, posting, reservation, warning or liquidation that does not follow from it, and at the first that is
 * missing. What a crash loses, it forgets.
 */
export class FuturesAuditor implements Watcher, FuturesRecord {
  readonly groups: FuturesWorld['groups']
  readonly copies: Copied | null
  readonly #sites: Sites<SiteConfig>
  readonly markets = new Map<string, AuditedMarket>()
  readonly traders: Traders<FuturesOption, AuditedPosition, AuditedMember>
  readonly stops = new Stops()
  readonly lives = new OrderLives<AuditedMember>(orderRules(this.markets, this.stops))
  readonly counts = {
    orders: 0,
    refused: 0,
    fills: 0,
    makers: 0,
    fundings: 0,
    warnings: 0,
    liquidations: 0,
    deficits: 0,
    crashes: 0,
  }
  readonly #fundings = new Fundings(this.markets, (instrument, time) => this.#heldAt(instrument, time))
  readonly #money = new FuturesMoney(this)
  readonly #purses: Purses
  readonly #replies = new Replies('fundings')
  readonly releases = new Releases()
  readonly #acknowledged = new Acknowledged()
  #savedMarkets: [string, Pick<AuditedMarket, 'index' | 'fundings'>][] = []
  /** Who ceased to be warned in the call that is looked at. */
  readonly #calmed: [AuditedMember, string][] = []
  /** Markets whose marks came since the last scan, and all prices that did. */
  readonly #marked = new Set<string>()
  readonly #moved = new Set<string>()
  /** Which feeds are live, by instrument and kind; which prices are held; and from which jump on, by instrument and site. */
  readonly #fed = new Map<string, boolean>()
  readonly #held = new Map<string, HeldPrices<Tick | VenueUpdate>>()
  readonly #jumps = new Map<string, number>()
  /** Instruments whose prices were held when they were judged last. */
  readonly #stopped = new Set<string>()
  /** Fundings whose time has come were noted before the price that is looked at. */
  #hasPassed = false

  /** `purses`: the wallets, where auditors of other books look at them too. */
  constructor(world: FuturesWorld, purses = new Purses(), copies: Copied | null = null) {
    this.copies = copies
    this.#sites = new Sites(world.sites)
    this.groups = world.groups
    this.#purses = purses
    this.traders = new Traders<FuturesOption, AuditedPosition, AuditedMember>(purses, (plain, known) => ({
      ...plain,
      leverages: new Map(known?.leverages),
      types: new Map(known?.types),
      told: known?.told ?? 0n,
      setAside: known?.setAside ?? 0n,
    }))
    for (const option of world.options) {
      this.#setOption(option)
      this.markets.set(option.instrument, newMarket())
    }
    this.committed()
  }

  get members(): ReadonlyMap<number, AuditedMember> {
    return this.traders.byId
  }
  get refusals(): ReadonlyMap<string, number> {
    return this.#replies.refusals
  }

  born(): void {}

  signal(signal: FeedSignal, at: number): void {
    if (signal.kind === 'feed' || signal.kind === 'quotes') {
      const { instrument, kind } = signal
      const isLive = signal.state === 'live'
      this.#fed.set(`${instrument} ${kind}`, isLive)
      if (!isLive) this.#heldOf(instrument).stale()
      this.#judge(instrument)
      // What waits for an order book has the one that stands.
      const market = this.markets.get(instrument)!
      if (kind === 'quotes' && isLive && market.book) this.#show(instrument, market.book, at)
    }
    if (signal.kind !== 'funding') return
    const { instrument, fundingTime } = signal
    this.#fundings.told(signal, at, this.#heldAt(instrument, fundingTime))
    this.#marked.add(instrument)
  }

  tick(tick: Tick, at: number): void {
    this.#pass(at)
    this.#hasPassed = true
    this.#count(tick.instrument, this.#heldOf(tick.instrument).hear('last', tick.price, tick, at), at)
  }

  venueUpdate(update: VenueUpdate, at: number): void {
    this.#pass(at)
    this.#hasPassed = true
    const { instrument } = update
    const price = update.kind === 'depth' ? middleOf(update) : update.price
    this.#count(instrument, this.#heldOf(instrument).hear(update.kind, price, update, at), at)
  }

  passing(at: number): void {
    this.#pass(at)
    for (const [instrument, held] of this.#held) this.#count(instrument, held.expire(at), at)
  }

  /** Takes what counts from now on. */
  #count(instrument: string, messages: readonly (Tick | VenueUpdate)[], at: number): void {
    const market = this.markets.get(instrument)!
    const isFreed = this.#judge(instrument)
    for (const message of messages) {
      if (!('kind' in message)) {
        market.last = message.price
        this.#move(instrument, 'last')
      } else if (message.kind === 'depth') this.#show(instrument, message, at)
      else {
        this.#fundings.fund(instrument, Math.max(at, message.sourceTs))
        this.#fundings.late(instrument, message, at)
        market.markAt = message.sourceTs
        market.mark = message.price
        market.rate = message.fundingRate
        market.nextFundingTime = this.#isNews(instrument, message.nextFundingTime!, at) ? message.nextFundingTime : null
        this.#marked.add(instrument)
        this.#move(instrument, 'mark')
      }
    }
    // What waits for an order book has the one that stands.
    if (isFreed && market.book) this.#show(instrument, market.book, at)
  }

  #show(instrument: string, book: NonNullable<AuditedMarket['book']>, at: number): void {
    const market = this.markets.get(instrument)!
    market.book = book
    market.bookAt = at
    market.isBookMarked = market.mark !== null
    this.#move(instrument, 'depth')
  }

  /** A price that comes while nothing is traded moves no order. */
  #move(instrument: string, kind: string): void {
    if (this.markets.get(instrument)!.live) this.#moved.add(`${instrument} ${kind}`)
  }

  /** Whether an instrument is traded; gives whether its prices are held no more. */
  #judge(instrument: string): boolean {
    const isFed = (kind: string) => this.#fed.get(`${instrument} ${kind}`) ?? false
    const { isHeld } = this.#heldOf(instrument)
    this.markets.get(instrument)!.live = isFed('feed') && isFed('quotes') && !isHeld
    if (isHeld) this.#stopped.add(instrument)
    return !isHeld && this.#stopped.delete(instrument)
  }

  #heldOf(instrument: string): HeldPrices<Tick | VenueUpdate> {
    let held = this.#held.get(instrument)
    if (!held) {
      const jumps = () => [...this.#jumps].filter(([name]) => name.startsWith(`${instrument} `)).map(([, ppm]) => ppm)
      held = new HeldPrices(false, () => Math.min(...jumps()))
      this.#held.set(instrument, held)
    }
    return held
  }

  #setOption(option: FuturesOption): void {
    this.traders.setOption(option)
    this.#jumps.set(`${option.instrument} ${option.siteId}`, option.jumpPpm)
  }

  #heldAt(instrument: string, time: number): AuditedPosition[] {
    const all = [...this.members.values()].flatMap(({ positions }) => [...positions.values()])
    return all.filter(({ option, openedAt }) => option.instrument === instrument && openedAt <= time)
  }

  /** Whether a mark announces a funding: none that was, and none that is over where positions of then changed since. */
  #isNews(instrument: string, fundingTime: number, at: number): boolean {
    if (fundingTime <= (this.#fundings.newestAt(instrument) ?? 0)) return false
    return fundingTime > at || !hasChanged(this.#heldAt(instrument, fundingTime), fundingTime)
  }

  observe(command: Command | null, effects: Effects, at: number): void {
    this.releases.observe(command)
    this.stops.observe(command, effects.rows)
    // What a mark announces falls due with the next call, even where its time is over already.
    if (!this.#hasPassed) this.#pass(at)
    this.#hasPassed = false
    const { rows } = effects
    this.#fundings.hear(rows)
    this.#replies.configured(rows)
    if (
      command === null &&
      rows.wallets.length + rows.orders.length + rows.positions.length + rows.fundings.length === 0
    )
      return
    for (const row of rows.fundings) this.#fundings.check(row)
    for (const row of rows.futuresOptions) this.#setOption(row)
    this.#sites.observe(rows.sites)
    if (command?.kind === 'openMember') this.traders.open(command, 'FUTURES')
    const expected = command?.kind === 'placeFutures' ? expectOrder(this, command) : null
    const isBeyond = addsBeyondLimit(this, command, at)
    this.traders.protect(rows, command)
    const ended: Ended = new Map()
    this.#money.follow(effects, ended, at)
    for (const row of rows.orders) this.lives.observe(this.traders.touch(row.memberId), row, at)
    this.counts.orders = this.lives.count
    this.counts.deficits = this.#money.insurance.deficits
    this.counts.fundings = this.#fundings.count
    if (command?.kind === 'changeMargin' && effects.reply!.status === 200) this.#changeMargin(command, at)
    for (const row of rows.positions) this.#position(row, ended)
    for (const [member, lot] of this.#calmed.splice(0)) checkCalm(this, member, lot)
    for (const row of rows.futuresSettings) {
      const member = this.traders.touch(row.memberId)
      member.leverages.set(row.optionId, row.leverage)
      member.types.set(row.optionId, row.marginType)
    }
    this.copies?.counted(rows, this)
    for (const row of rows.wallets) {
      const member = this.traders.touch(row.memberId)
      equal(row.posted, member.purse.posted, `posted of ${row.memberId}`)
      equal(row.reserved, reserved(member), `reserved of ${row.memberId}`)
      member.told = row.reserved
    }
    this.#money.insurance.check(rows.house)
    if (command && this.#isNew(command, effects)) {
      if (expected) checkPlaced(this, expected, effects, at)
      if (isBeyond !== null) checkAdded(isBeyond, effects)
    }
  }

  /** Everything that the last price or command caused is done: full scans for what should have happened. */
  settled(at: number): void {
    for (const member of this.members.values()) scanBarred(member, at)
    const { touched } = this.traders
    if (touched.size === 0 && this.#marked.size === 0 && this.#moved.size === 0) return
    this.#fundings.settled()
    for (const member of touched) equal(member.told, reserved(member), `reserved of ${member.memberId}, as it was told`)
    scanAccounts(this, touched, this.#marked)
    scanOrders(this, this.#moved, at)
    touched.clear()
    this.#looked()
  }

  committed(): void {
    for (const part of this.#parts) part.committed()
    this.#savedMarkets = [...this.markets].map(([name, { index, fundings }]) => [name, { index, fundings }])
  }

  crashed(): void {
    for (const part of [...this.#parts, this.#fundings]) part.crashed()
    this.#fed.clear()
    this.#held.clear()
    this.#stopped.clear()
    for (const [name, known] of this.#savedMarkets) this.markets.set(name, { ...newMarket(), ...known })
    this.#looked()
    this.counts.crashes++
  }

  acknowledge(name: string, reply: Reply): void {
    this.#acknowledged.add(name, reply)
  }

  auditStore(store: Store): void {
    auditBook(store, 'FUTURES', this.members)
    this.#acknowledged.audit(store)
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
      this.#money.insurance,
      this.releases,
      this.stops,
      this.#sites,
    ]
  }

  /** Leverage that an order asks for, else that the member chose for what is his own, or that of what the lot has open, or the option's. */
  leverageOf(member: AuditedMember, option: FuturesOption, { lot = 0, leverage }: Wish): number {
    const name = lotOf({ optionId: option.id, lot: lot === 'NEW' ? -1 : lot })
    const order = [...member.orders.values()].find((one) => lotOf(one) === name && one.qty !== null)
    const open = member.positions.get(name)?.leverage ?? order?.leverage
    const chosen = lot === 0 ? member.leverages.get(option.id) : undefined
    return leverage ?? chosen ?? open ?? option.defaultLeverage
  }

  /** Fundings whose time has come concern every margin account of their market. */
  #pass(at: number): void {
    for (const name of this.#fundings.pass(at)) this.#marked.add(name)
  }

  /** Clears the list of margin accounts to examine. */
  #looked(): void {
    this.#marked.clear()
    this.#moved.clear()
    this.lives.fresh.clear()
  }

  #changeMargin(command: Extract<Command, { kind: 'changeMargin' }>, at: number): void {
    const position = this.traders.findPosition(command.positionId)
    if (!position || position.cross) throw new Error(`the margin of ${command.positionId} was changed, which has none`)
    const member = this.traders.touch(position.memberId)
    const amount = decimal(command.amount, 8)
    const own = member.positions.get(lotOf({ optionId: position.option.id, lot: position.lot }))!
    equal(own.lot, 0, `lot of position ${own.id}, whose margin was changed`)
    const bars = command.type === 'ADD' ? blocksOf(member, at) : []
    if (bars.length > 0) throw new Error(`margin was added for ${member.memberId} though ${bars}`)
    own.margin += command.type === 'ADD' ? amount : -amount
    if (own.margin < 0n) throw new Error(`the margin of ${own.id} is below zero`)
  }

  #position(row: PositionRow, ended: Ended): void {
    const member = this.traders.touch(row.memberId)
    const open = member.positions.get(lotOf(row))
    const own = open?.id === row.id ? open : ended.get(row.id)
    if (!own) throw new Error(`position ${row.id} came from nowhere`)
    const market = this.markets.get(own.option.instrument)!
    settleNothing(own, market, row.fundingIndex)
    equal(row.fundingIndex, own.index, `funding index of position ${row.id}`)
    equal(row.lot, own.lot, `lot of position ${row.id}`)
    equal(row.qty, own.qty, `quantity of position ${row.id}`)
    equal(row.entryQuote, own.entry, `entry of position ${row.id}`)
    equal(row.margin, own.margin, `margin of position ${row.id}`)
    equal(row.fundingFee, own.funding, `funding of position ${row.id}`)
    equal(row.fee, own.fee, `fees of position ${row.id}`)
    equal(row.realizedPnl, own.pnl, `result of position ${row.id}`)
    equal(row.closedAt === null, row.qty !== 0, `end of position ${row.id}`)
    if (row.isWarned && !own.warned) this.counts.warnings++
    if (own.warned && !row.isWarned) this.#calmed.push([member, lotOf(row)])
    own.warned = row.isWarned
  }

  /** Counts the reply of a command; false where it repeats an earlier one. */
  #isNew(command: Command, effects: Effects): boolean {
    const isNew = this.#replies.observe(command, effects)
    if (effects.reply!.status >= 400) this.counts.refused++
    return isNew
  }
}

const newMarket = (): AuditedMarket => ({
  live: false,
  mark: null,
  last: null,
  rate: null,
  nextFundingTime: null,
  markAt: null,
  book: null,
  bookAt: 0,
  isBookMarked: false,
  index: 0n,
  fundings: [],
})
