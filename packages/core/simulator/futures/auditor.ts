import type {
  Command,
  Effects,
  FeedSignal,
  FillRow,
  FundingRow,
  FuturesOption,
  OrderRow,
  PositionRow,
  PostingRow,
  Quote,
  Reply,
  Tick,
} from '../../src/index.ts'
import type { Watcher } from '../house.ts'
import type { Store } from '../store.ts'
import { type AuditedMarket, type AuditedMember, type AuditedPosition, isExit, isolated, reserved } from './accounts.ts'
import { down, max, min, unitOf } from './arithmetic.ts'
import { checkPlaced, type Expected, expectOrder } from './auditor-admission.ts'
import { checkFill } from './auditor-fills.ts'
import { checkLiquidation } from './auditor-liquidation.ts'
import { checkOrder } from './auditor-orders.ts'
import { scanAccounts, scanOrders } from './oracle.ts'
import type { FuturesWorld } from './world.ts'

/** Ended in the call that is being looked at, so that what is still to come of it can be compared. */
type Ended = Map<number, AuditedPosition>
interface Funding {
  readonly at: number
  readonly rate: number
  readonly mark: number
  readonly index: bigint
}

/**
 * Knows the rules of perpetuals and shares no code with the core: keeps its own record of prices, orders, positions and money, and
 * throws at the first fill, posting, reservation, warning or liquidation that does not follow from it, and at the first that is
 * missing. What a crash loses, it forgets.
 */
export class FuturesAuditor implements Watcher {
  readonly markets = new Map<string, AuditedMarket>()
  readonly members = new Map<number, AuditedMember>()
  /** What the insurance fund of a site holds. */
  readonly insurance = new Map<number, bigint>()
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
  readonly refusals = new Map<string, number>()
  readonly #options = new Map<string, FuturesOption>()
  #savedOptions: FuturesOption[] = []
  readonly #acknowledged = new Map<string, Reply>()
  readonly #fundings: [string, Funding][] = []
  readonly #saved = new Map<number, AuditedMember | null>()
  #savedMarkets: [string, Pick<AuditedMarket, 'index' | 'fundedAt'>][] = []
  #savedInsurance: [number, bigint][] = []
  /** Members to look at and markets whose price came since the last scan. */
  readonly #touched = new Set<AuditedMember>()
  readonly #marked = new Set<string>()
  /** Orders that were placed, or whose trigger was moved, after the price that is looked at. */
  readonly fresh = new Set<number>()
  readonly #closed = new Set<number>()
  #closedNow: number[] = []
  readonly #replies = new Map<string, Reply>()
  #repliesNow: string[] = []
  readonly #moved = new Set<string>()

  constructor(world: FuturesWorld) {
    for (const option of world.options) {
      this.#options.set(`${option.siteId}:${option.id}`, option)
      this.markets.set(option.instrument, newMarket())
    }
    this.committed()
  }

  born(): void {}

  signal(signal: FeedSignal): void {
    if (signal.kind === 'feed') this.markets.get(signal.instrument)!.live = signal.state === 'live'
  }

  tick(tick: Tick, at: number): void {
    this.#due(at)
    const market = this.markets.get(tick.instrument)!
    market.last = tick.price
    this.#moved.add(`${tick.instrument} last`)
  }

  quote(quote: Quote, at: number): void {
    this.#due(at)
    const market = this.markets.get(quote.instrument)!
    this.#moved.add(`${quote.instrument} ${quote.kind}`)
    if (quote.kind === 'book') {
      market.book = quote
      market.bookAt = at
      market.isBookMarked = market.mark !== null
      return
    }
    this.#fund(quote.instrument, market, Math.max(at, quote.sourceTs))
    market.mark = quote.price
    market.rate = quote.fundingRate
    const isNews = market.fundedAt === null || quote.nextFundingTime! > market.fundedAt
    market.nextFundingTime = isNews ? quote.nextFundingTime : null
    this.#marked.add(quote.instrument)
  }

  observe(command: Command | null, effects: Effects, at: number): void {
    this.#due(at)
    const { rows } = effects
    if (
      command === null &&
      rows.wallets.length + rows.orders.length + rows.positions.length + rows.fundings.length === 0
    )
      return
    for (const row of rows.fundings) this.#checkFunding(row)
    for (const row of rows.futuresOptions) this.#setOption(row)
    if (command?.kind === 'openAccount') this.#open(command.siteId, command.memberId, command.grants)
    const expected = command?.kind === 'placeFutures' ? expectOrder(this, command) : null
    const ended: Ended = new Map()
    this.#replay(effects, ended, at)
    for (const row of rows.orders) this.#order(row, at)
    if (command?.kind === 'changeMargin' && effects.reply!.status === 200) this.#changeMargin(command)
    for (const row of rows.positions) this.#position(row, ended)
    for (const row of rows.members) this.touch(row.memberId).block = row
    for (const row of rows.limits)
      this.touch(row.memberId).limits.set(`${row.kind}:${row.window}:${row.currency}`, row.amount)
    for (const row of rows.futuresSettings) this.touch(row.memberId).leverages.set(row.optionId, row.leverage)
    for (const row of rows.wallets) {
      const member = this.members.get(row.memberId)!
      equal(row.posted, member.posted, `posted of ${row.memberId}`)
      equal(row.reserved, reserved(member), `reserved of ${row.memberId}`)
    }
    for (const row of rows.house)
      if (row.account === 'INSURANCE_FUND') {
        equal(row.balance, this.insurance.get(row.siteId) ?? 0n, `insurance fund of ${row.siteId}`)
        if (row.balance < 0n) throw new Error(`the insurance fund of ${row.siteId} is below zero`)
      }
    if (command) this.#reply(command, effects, expected, at)
  }

  /** Everything that the last price or command caused is done: full scans for what should have happened. */
  settled(at: number): void {
    if (this.#touched.size === 0 && this.#marked.size === 0 && this.#moved.size === 0) return
    if (this.#fundings.length > 0) throw new Error(`a funding of ${this.#fundings[0]![0]} never came`)
    scanAccounts(this, this.#touched, this.#marked)
    scanOrders(this, this.#moved, at)
    this.#touched.clear()
    this.#marked.clear()
    this.#moved.clear()
    this.fresh.clear()
  }

  committed(): void {
    this.#saved.clear()
    this.#closedNow = []
    this.#repliesNow = []
    this.#savedMarkets = [...this.markets].map(([name, { index, fundedAt }]) => [name, { index, fundedAt }])
    this.#savedInsurance = [...this.insurance]
    this.#savedOptions = [...this.#options.values()]
  }

  crashed(): void {
    for (const [id, member] of this.#saved) {
      if (member) this.members.set(id, member)
      else this.members.delete(id)
    }
    this.#saved.clear()
    for (const id of this.#closedNow) this.#closed.delete(id)
    this.#closedNow = []
    for (const name of this.#repliesNow) this.#replies.delete(name)
    this.#repliesNow = []
    this.insurance.clear()
    for (const [siteId, amount] of this.#savedInsurance) this.insurance.set(siteId, amount)
    for (const [name, known] of this.#savedMarkets) this.markets.set(name, { ...newMarket(), ...known })
    for (const option of this.#savedOptions) this.#setOption(option)
    this.#fundings.length = 0
    this.#touched.clear()
    this.#marked.clear()
    this.#moved.clear()
    this.fresh.clear()
    this.counts.crashes++
  }

  acknowledge(name: string, reply: Reply): void {
    const earlier = this.#acknowledged.get(name)
    if (earlier) equal(JSON.stringify(reply), JSON.stringify(earlier), `the reply of ${name} when repeated`)
    this.#acknowledged.set(name, reply)
  }

  /** Compares what is committed with the auditor's own sums; call it when nothing waits to be committed. */
  auditStore(store: Store): void {
    const sums = new Map<string, bigint>()
    const perTxn = new Map<number, bigint>()
    for (const { txnId, account, amount, memberId } of store.postings) {
      perTxn.set(txnId, (perTxn.get(txnId) ?? 0n) + amount)
      const name = account === 'MEMBER' ? `M${memberId}` : account
      sums.set(name, (sums.get(name) ?? 0n) + amount)
    }
    for (const [txn, sum] of perTxn) equal(sum, 0n, `sum of the postings of ${txn}`)
    for (const { memberId, posted } of store.wallets.values()) {
      equal(posted, sums.get(`M${memberId}`) ?? 0n, `posted balance of ${memberId}`)
      equal(posted, this.members.get(memberId)!.posted, `committed balance of ${memberId}`)
    }
    for (const member of this.members.values()) {
      for (const order of member.orders.values())
        equal(store.orders.get(order.id)?.closedAt, null, `open order ${order.id}`)
      for (const position of member.positions.values())
        equal(store.positions.get(position.id)?.qty, position.qty, `open position ${position.id}`)
    }
    for (const [name, reply] of this.#acknowledged) {
      const stored = store.replies.get(name)
      if (!stored) throw new Error(`the acknowledged reply of ${name} is lost`)
      equal(JSON.stringify(stored.body), JSON.stringify(reply.body), `the stored reply of ${name}`)
    }
  }

  /** Keeps what a member was before this batch. */
  touch(memberId: number): AuditedMember {
    const member = this.members.get(memberId)
    if (!member) throw new Error(`member ${memberId} is not known`)
    if (!this.#saved.has(memberId)) this.#saved.set(memberId, copyOf(member))
    this.#touched.add(member)
    return member
  }

  isClosed(orderId: number): boolean {
    return this.#closed.has(orderId)
  }
  close(orderId: number): void {
    this.#closed.add(orderId)
    this.#closedNow.push(orderId)
  }

  /** Leverage that a member chose, or the option's own. */
  leverageOf(member: AuditedMember, option: FuturesOption): number {
    return member.leverages.get(option.id) ?? option.defaultLeverage
  }

  #open(siteId: number, memberId: number, grants: readonly { type: string; amount: bigint }[]): void {
    if (this.members.has(memberId)) return
    const options = new Map(
      [...this.#options.values()].filter((one) => one.siteId === siteId).map((one) => [one.id, one]),
    )
    const posted = grants.find(({ type }) => type === 'FUTURES')!.amount
    this.members.set(memberId, {
      siteId,
      memberId,
      options,
      posted,
      positions: new Map(),
      orders: new Map(),
      gone: new Set(),
      filled: new Map(),
      leverages: new Map(),
      limits: new Map(),
      lost: 0n,
      block: { status: 'ACTIVE', coolOffUntil: null, excludedUntil: null },
      taken: [],
    })
    this.#saved.set(memberId, null)
  }

  #setOption(option: FuturesOption): void {
    this.#options.set(`${option.siteId}:${option.id}`, option)
    for (const member of this.members.values()) {
      if (member.siteId !== option.siteId) continue
      member.options.set(option.id, option)
      const position = member.positions.get(option.id)
      if (position) position.option = option
      this.#touched.add(member)
    }
  }

  // ---- funding ----

  #due(at: number): void {
    for (const [name, market] of this.markets)
      if (market.nextFundingTime !== null && market.nextFundingTime <= at) this.#fund(name, market, at)
  }

  #fund(name: string, market: AuditedMarket, at: number): void {
    const { nextFundingTime, mark, rate } = market
    if (nextFundingTime === null || nextFundingTime > at) return
    market.nextFundingTime = null
    if (mark === null || rate === null) return
    market.index += BigInt(mark) * BigInt(rate)
    market.fundedAt = nextFundingTime
    this.#fundings.push([name, { at: nextFundingTime, rate, mark, index: market.index }])
    this.#marked.add(name)
  }

  #checkFunding(row: FundingRow): void {
    const place = this.#fundings.findIndex(([name]) => name === row.instrument)
    if (place < 0) throw new Error(`a funding of ${row.instrument} was not due`)
    const [, due] = this.#fundings.splice(place, 1)[0]!
    for (const field of ['at', 'rate', 'mark', 'index'] as const) equal(row[field], due[field], `${field} of a funding`)
    this.counts.fundings++
  }

  // ---- money ----

  /** Goes through the postings of a call in their order: each belongs to a fill, a funding, or what was left of a margin. */
  #replay(effects: Effects, ended: Ended, at: number): void {
    const { postings, fills, orders } = effects.rows
    const left = new Map(fills.map((fill) => [fill.id, fill]))
    let index = 0
    while (index < postings.length) {
      const first = postings[index]!
      const own: PostingRow[] = []
      for (; postings[index] && kindOf(postings[index]!) === kindOf(first); index++) own.push(postings[index]!)
      assertZero(own)
      if (first.reason === 'DEMO_GRANT') continue
      const fill = left.get(first.refId!)
      if (fill) this.#fillsBefore(fill.id, left, orders, ended, at)
      const due = fill
        ? this.#fill(fill, orders, ended, at)
        : first.reason === 'FUTURES_SURPLUS'
          ? this.#forfeit(first.refId!, ended)
          : this.#settleFunding(first.refId!)
      if (fill) left.delete(fill.id)
      this.#comparePostings(own, due)
    }
    this.#fillsBefore(Number.POSITIVE_INFINITY, left, orders, ended, at)
  }

  /** Fills that cost and brought nothing (a maker who pays no fee) have no postings. */
  #fillsBefore(id: number, left: Map<number, FillRow>, orders: readonly OrderRow[], ended: Ended, at: number): void {
    for (const fill of [...left.values()]) {
      if (fill.id >= id) return
      left.delete(fill.id)
      if (this.#fill(fill, orders, ended, at).length > 0) throw new Error(`fill ${fill.id} was booked nowhere`)
    }
  }

  #comparePostings(own: readonly PostingRow[], due: readonly Due[]): void {
    const sums = new Map<string, bigint>()
    for (const { account, reason, amount } of own)
      if (account !== 'MEMBER') sums.set(`${reason} ${account}`, (sums.get(`${reason} ${account}`) ?? 0n) + amount)
    for (const { reason, account, amount } of due) {
      const name = `${reason} ${account}`
      equal(sums.get(name) ?? 0n, -amount, `posting ${name} of ${own[0]!.refId}`)
      sums.delete(name)
    }
    if (sums.size > 0) throw new Error(`posting ${[...sums.keys()]} of ${own[0]!.refId} has no ground`)
  }

  #fill(fill: FillRow, rows: readonly OrderRow[], ended: Ended, at: number): Due[] {
    const member = this.touch(fill.memberId)
    const row = rows.find(({ id }) => id === fill.orderId)
    if (!row) throw new Error(`fill ${fill.id} changed no order`)
    const market = this.markets.get(member.options.get(fill.optionId)!.instrument)!
    if (row.marketType === 'LIQUIDATION') {
      this.#cancelFirst(member, fill.optionId, rows)
      checkLiquidation(this, member, row, fill, market)
    }
    const old = member.positions.get(fill.optionId)
    const plan = checkFill(member, row, fill, market, at)
    this.counts.fills++
    member.lost -= fill.realizedPnl - fill.fee
    if (row.closedAt !== null) member.gone.add(row.id)
    const filled = member.filled.get(row.id) ?? { qty: 0, quote: 0n, fee: 0n }
    member.filled.set(row.id, {
      qty: filled.qty + fill.qty,
      quote: filled.quote + fill.quote,
      fee: filled.fee + fill.fee,
    })
    if (fill.isMaker) this.counts.makers++
    if (old && old.index !== market.index) this.#settleNothing(old, market)
    if (fill.isClose) {
      if (!old) throw new Error(`fill ${fill.id} closes what is not open`)
      old.qty = plan.qty
      old.entry = plan.entry
      old.fee += fill.fee
      old.pnl += fill.realizedPnl
      const due = this.#pay(member, old, plan.movements, plan.released)
      if (old.qty === 0) {
        member.positions.delete(fill.optionId)
        ended.set(old.id, old)
      }
      return due
    }
    const position = old ?? this.#begin(member, row, fill, market)
    position.qty = plan.qty
    position.entry = plan.entry
    position.margin += plan.added
    position.fee += fill.fee
    member.posted -= fill.fee
    return fill.fee === 0n ? [] : [{ reason: 'FUTURES_FEE', account: 'FEE_FUTURES', amount: -fill.fee }]
  }

  /** Before a liquidation closes anything the orders concerned are gone: those of the market, or in CROSS all. */
  #cancelFirst(member: AuditedMember, optionId: number, rows: readonly OrderRow[]): void {
    const isCross = member.positions.get(optionId)?.cross === true
    for (const order of member.orders.values()) {
      if (isExit(order) || (!isCross && order.optionId !== optionId)) continue
      const now = rows.find(({ id }) => id === order.id)
      if (now?.closedAt == null) throw new Error(`order ${order.id} outlived a liquidation`)
      member.gone.add(order.id)
    }
  }

  #begin(member: AuditedMember, row: OrderRow, fill: FillRow, market: AuditedMarket): AuditedPosition {
    const position: AuditedPosition = {
      id: fill.positionId,
      memberId: member.memberId,
      option: member.options.get(fill.optionId)!,
      cross: row.marginType === 'CROSS',
      leverage: row.leverage,
      openedAt: fill.at,
      qty: 0,
      entry: 0n,
      margin: 0n,
      index: market.index,
      funding: 0n,
      fee: 0n,
      pnl: 0n,
      warned: false,
    }
    member.positions.set(fill.optionId, position)
    return position
  }

  /** Books movements of a position: liable with its margin, or in CROSS with all that is not isolated; insurance pays the rest. */
  #pay(member: AuditedMember, position: AuditedPosition, movements: readonly Due[], released: bigint | null): Due[] {
    const net = movements.reduce((sum, { amount }) => sum + amount, 0n)
    let left: bigint
    if (position.cross) left = member.posted - isolated(member) + net
    else {
      const kept = released === null ? position.margin + net : position.margin - released + min(0n, released + net)
      left = kept
      position.margin = max(0n, kept)
    }
    const deficit = max(0n, -left)
    const toFund = movements.reduce((sum, one) => (one.account === 'INSURANCE_FUND' ? sum - one.amount : sum), 0n)
    const fund = this.insurance.get(member.siteId) ?? 0n
    const paid = min(deficit, fund + toFund)
    this.insurance.set(member.siteId, fund + toFund - paid)
    member.posted += net + deficit
    if (deficit > 0n) this.counts.deficits++
    const cover: Due[] = [
      { reason: 'FUTURES_INSURANCE', account: 'INSURANCE_FUND', amount: paid },
      { reason: 'FUTURES_INSURANCE', account: 'BAD_DEBT', amount: deficit - paid },
    ]
    return [...cover, ...movements].filter(({ amount }) => amount !== 0n)
  }

  #forfeit(positionId: number, ended: Ended): Due[] {
    const position = ended.get(positionId)
    if (!position) throw new Error(`the margin of position ${positionId} was forfeited though it was not taken over`)
    const member = this.touch(position.memberId)
    const { margin } = position
    position.margin = 0n
    member.posted -= margin
    this.insurance.set(member.siteId, (this.insurance.get(member.siteId) ?? 0n) + margin)
    return [{ reason: 'FUTURES_SURPLUS', account: 'INSURANCE_FUND', amount: -margin }]
  }

  #settleFunding(positionId: number): Due[] {
    const known = this.#findPosition(positionId)
    if (!known) throw new Error(`a funding was booked for ${positionId}, which is not open`)
    const member = this.touch(known.memberId)
    const position = member.positions.get(known.option.id)!
    const market = this.markets.get(position.option.instrument)!
    const amount = this.#shareOf(position, market)
    position.index = market.index
    position.funding += amount
    return this.#pay(member, position, [{ reason: 'FUTURES_FUNDING', account: 'FUNDING', amount }], null)
  }

  #shareOf(position: AuditedPosition, market: AuditedMarket): bigint {
    const owed = BigInt(position.qty) * (market.index - position.index) * unitOf(position.option)
    const amount = down(-owed, 100_000_000n)
    return amount > 0n && position.openedAt > market.fundedAt! - 60_000 ? 0n : amount
  }

  /** A funding that was taken account of without a posting: the share was nothing. */
  #settleNothing(position: AuditedPosition, market: AuditedMarket): void {
    equal(this.#shareOf(position, market), 0n, `share of position ${position.id} in a funding`)
    position.index = market.index
  }

  #findPosition(id: number): AuditedPosition | null {
    for (const member of this.members.values())
      for (const position of member.positions.values()) if (position.id === id) return position
    return null
  }

  #changeMargin(command: Extract<Command, { kind: 'changeMargin' }>): void {
    const position = this.#findPosition(command.positionId)
    if (!position || position.cross) throw new Error(`the margin of ${command.positionId} was changed, which has none`)
    const member = this.touch(position.memberId)
    const amount = decimal(command.amount, 8)
    const own = member.positions.get(position.option.id)!
    own.margin += command.type === 'ADD' ? amount : -amount
    if (own.margin < 0n) throw new Error(`the margin of ${own.id} is below zero`)
  }

  // ---- rows ----

  #order(row: OrderRow, at: number): void {
    const member = this.touch(row.memberId)
    checkOrder(this, member, row, at)
    if (member.orders.get(row.id)?.triggerPrice !== row.triggerPrice) this.fresh.add(row.id)
    member.gone.delete(row.id)
    if (row.closedAt === null) member.orders.set(row.id, row)
    else member.orders.delete(row.id)
  }

  #position(row: PositionRow, ended: Ended): void {
    const member = this.touch(row.memberId)
    const open = member.positions.get(row.optionId)
    const own = open?.id === row.id ? open : ended.get(row.id)
    if (!own) throw new Error(`position ${row.id} came from nowhere`)
    const market = this.markets.get(own.option.instrument)!
    if (row.fundingIndex !== own.index) this.#settleNothing(own, market)
    equal(row.fundingIndex, own.index, `funding index of position ${row.id}`)
    equal(row.qty, own.qty, `quantity of position ${row.id}`)
    equal(row.entryQuote, own.entry, `entry of position ${row.id}`)
    equal(row.margin, own.margin, `margin of position ${row.id}`)
    equal(row.fundingFee, own.funding, `funding of position ${row.id}`)
    equal(row.fee, own.fee, `fees of position ${row.id}`)
    equal(row.realizedPnl, own.pnl, `result of position ${row.id}`)
    equal(row.closedAt === null, row.qty !== 0, `end of position ${row.id}`)
    if (row.isWarned && !own.warned) this.counts.warnings++
    own.warned = row.isWarned
  }

  #reply(command: Command, effects: Effects, expected: Expected | null, at: number): void {
    const reply = effects.reply
    if (!reply) throw new Error(`${command.kind} was not answered`)
    if (reply.status >= 400) {
      const { code } = reply.body as { code: string }
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      this.counts.refused++
      const changed = Object.entries(effects.rows).filter(([table, rows]) => table !== 'replies' && rows.length > 0)
      const isFunded = effects.rows.fundings.length > 0 // comes with time, not with the command
      if (changed.length > 0 && !isFunded)
        throw new Error(`${command.kind} was refused with ${code} and changed ${changed.map(([table]) => table)}`)
    }
    if ('key' in command && typeof command.key === 'object') {
      const name = `${command.memberId}:${command.key.key}`
      const known = this.#replies.get(name)
      if (known) {
        equal(JSON.stringify(reply), JSON.stringify(known), `the reply of the repeated key ${name}`)
        if (effects.rows.orders.length > 0) throw new Error(`the repeated key ${name} made an order`)
        return
      }
      if (effects.rows.replies.length > 0) this.#replies.set(name, reply)
      this.#repliesNow.push(name)
    }
    if (expected) checkPlaced(this, expected, effects, at)
  }
}

/** Money that a position pays (−) or gets (+), and the account on the other side. */
export interface Due {
  readonly reason: string
  readonly account: string
  readonly amount: bigint
}

const newMarket = (): AuditedMarket => ({
  live: false,
  mark: null,
  last: null,
  rate: null,
  nextFundingTime: null,
  book: null,
  bookAt: 0,
  isBookMarked: false,
  index: 0n,
  fundedAt: null,
})

const copyOf = (member: AuditedMember): AuditedMember => ({
  ...member,
  positions: new Map([...member.positions].map(([id, position]) => [id, { ...position }])),
  orders: new Map(member.orders),
  gone: new Set(),
  filled: new Map(member.filled),
  leverages: new Map(member.leverages),
  limits: new Map(member.limits),
  taken: [...member.taken],
})

/** Postings of one event follow each other: those of a fill, of a funding, of what was left of a margin. */
const kindOf = ({ refId, reason }: PostingRow) => `${refId} ${reason === 'FUTURES_SURPLUS'} ${reason === 'DEMO_GRANT'}`

function assertZero(postings: readonly PostingRow[]): void {
  const sums = new Map<number, bigint>()
  for (const { txnId, amount } of postings) sums.set(txnId, (sums.get(txnId) ?? 0n) + amount)
  for (const [txn, sum] of sums) equal(sum, 0n, `sum of the postings of ${txn}`)
}

/** A decimal string in units of 10^-decimals. */
export function decimal(text: string, decimals: number): bigint {
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

export function equal(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what} is ${String(actual)}, expected ${String(expected)}`)
}
