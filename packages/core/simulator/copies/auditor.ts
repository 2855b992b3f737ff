import type {
  Command,
  CopyFanOutRow,
  CopyFollowRow,
  CopyPairRow,
  CopyShareRow,
  CopySkipRow,
  Effects,
  FeedSignal,
  FillRow,
  OrderRow,
  PositionRow,
  PostingRow,
  Reply,
  Rows,
  Tick,
  VenueUpdate,
} from '../../src/index.ts'
import { max, min } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import { openResult } from '../futures/arithmetic.ts'
import { FuturesAuditor } from '../futures/auditor.ts'
import { isAgainst } from '../futures/linked.ts'
import { type AuditedMarket, type AuditedPosition, available } from '../futures/margin-accounts.ts'
import type { Copied, CopiedOrder, FuturesRecord } from '../futures/record.ts'
import type { Watcher } from '../house.ts'
import { Purses } from '../purses.ts'
import { isShut } from '../stops.ts'
import type { Store } from '../store.ts'
import { blocksOf } from '../traders.ts'
import { Known, type KnownLot } from './known.ts'
import { askedBy, checkSize, closeLimit, limitOf } from './sizes.ts'
import type { CopyWorld } from './world.ts'

/**
 * Knows the rules of copying and shares no code with the core. What is a perpetual's own it leaves to the auditor of perpetuals, which
 * asks it how a copy is to fill; it judges who is owed which copy, how large, what is left out, what is owed, and what a follow lost.
 */
export class CopyAuditor implements Watcher, Copied {
  readonly futures: FuturesAuditor
  readonly counts = {
    fanOuts: 0,
    copies: 0,
    copyCloses: 0,
    skips: 0,
    owed: 0,
    lossStops: 0,
    cuts: 0,
    linked: 0,
    shares: 0,
    payouts: 0,
  }
  #known = new Known()
  #saved = new Known()
  /** The rows of the call that is looked at, and up to which id its postings were counted. */
  #rows: Rows | null = null
  #countedTo = 0
  /** Marks that the last scan had seen, by instrument. */
  readonly #seen = new Map<string, number | null>()

  constructor(world: CopyWorld) {
    this.futures = new FuturesAuditor(world, new Purses(), this)
  }

  get follows(): CopyFollowRow[] {
    return [...this.#known.follows.values()]
  }
  get refusals(): ReadonlyMap<string, number> {
    return this.futures.refusals
  }

  born(): void {}
  tick(tick: Tick, at: number): void {
    this.futures.tick(tick, at)
  }
  venueUpdate(update: VenueUpdate, at: number): void {
    this.futures.venueUpdate(update, at)
  }
  signal(signal: FeedSignal, at: number): void {
    this.futures.signal(signal, at)
  }
  passing(at: number): void {
    this.futures.passing(at)
  }

  observe(command: Command | null, effects: Effects, at: number): void {
    const { rows } = effects
    const known = this.#known
    for (const row of rows.copyTraders) known.traders.set(row.memberId, row)
    for (const row of rows.copyFollows) {
      known.forms.set(row.id, [...(known.forms.get(row.id) ?? []), row])
      known.follows.set(row.id, row)
    }
    this.#countedTo = 0
    this.#rows = rows
    const followedBefore = this.#followed(rows)
    for (const row of rows.copyFanOuts) this.#fanOut(row)
    this.futures.observe(command, effects, at)
    for (const row of rows.positions) this.#position(row, rows)
    for (const fill of rows.fills) this.#lead(fill, rows, followedBefore)
    for (const row of rows.copySkips) this.#skip(row, at)
    for (const row of rows.copyFanOuts) if (row.doneAt !== null) this.#done(row)
    this.#checkPayable(rows)
    for (const row of rows.copyPairs)
      equal(
        row.net,
        known.nets.get(`${row.traderId}:${row.followerId}`) ?? 0n,
        `net of ${row.traderId} and ${row.followerId}`,
      )
    for (const row of rows.copyFollows) this.#follow(row)
    this.#checkAsked()
  }

  /** Traders whom somebody followed before a call and after it. */
  #followed({ copyFollows }: Rows): Set<number> {
    const running = [...this.#known.follows.values()].filter(({ endId }) => endId === null)
    const changed = new Set(copyFollows.map(({ traderId }) => traderId))
    return new Set(running.map(({ traderId }) => traderId).filter((id) => !changed.has(id)))
  }

  #fanOut(row: CopyFanOutRow): void {
    const known = this.#known.fanOuts.get(row.id)
    if (!known) this.counts.fanOuts++
    const name = `${row.leadLot}:${row.kind}`
    const before = known ?? { qty: 0, quote: 0n }
    this.#known.addTo('asked', name, { qty: row.qty - before.qty, quote: row.quote - before.quote })
    if (known && known.bornAt !== null && (known.qty !== row.qty || known.bookU !== row.bookU))
      throw new Error(`fan-out ${row.id} changed after its birth`)
    if (known && row.cursor < known.cursor) throw new Error(`fan-out ${row.id} went back`)
    this.#known.fanOuts.set(row.id, row)
  }

  /** A fill of a lead lot asks for copies, or ends the follows of its trader. */
  #lead(fill: FillRow, { copyTraders, orders }: Rows, followed: ReadonlySet<number>): void {
    const { row } = this.#known.lots.get(fill.positionId) ?? { row: null }
    if (fill.orderId === null || !row || row.followId !== null || row.leadLot === null) return
    if (!this.#known.traders.has(row.memberId)) return
    if (fill.marketType === 'LIQUIDATION') {
      const cut = copyTraders.find(({ memberId }) => memberId === row.memberId)
      if (cut?.cutReason !== 'TRADER_LIQUIDATED') throw new Error(`fill ${fill.id} liquidates, and the follows go on`)
      this.counts.cuts++
      return
    }
    if (orders.length === 0) throw new Error(`fill ${fill.id} has no order`)
    const name = `${row.leadLot}:${fill.isClose ? 'CLOSE' : 'OPEN'}`
    if (followed.has(row.memberId)) this.#known.addTo('filled', name, fill)
    else this.#known.filled.set(name, this.#known.asked.get(name) ?? { qty: 0, quote: 0n })
  }

  /** What fan-outs ask for is what was filled. */
  #checkAsked(): void {
    for (const [name, { qty, quote }] of this.#known.filled) {
      const asked = this.#known.asked.get(name)
      equal(asked?.qty ?? 0, qty, `what is asked for of ${name}`)
      equal(asked?.quote ?? 0n, quote, `notional that is asked for of ${name}`)
    }
  }

  asOrder(fill: FillRow, rows: Rows, record: FuturesRecord, at: number): CopiedOrder {
    const known = this.#known
    const name = `copy fill ${fill.id}`
    const fanOut = known.fanOuts.get(fill.fanOutId!)
    const position = rows.positions.find(({ id }) => id === fill.positionId)
    const follow = position && known.follows.get(position.followId!)
    if (!fanOut || !position || !follow) throw new Error(`${name} copies nothing`)
    this.#countTo(fill.id)
    this.#setAside(fill.memberId, record)
    equal(follow.memberId, fill.memberId, `member of ${name}`)
    equal(position.leadLot, fanOut.leadLot, `lead lot of ${name}`)
    equal(position.lot, position.id, `lot of the position of ${name}`)
    if (!known.isOwed(follow, fanOut)) throw new Error(`${name} is not owed to follow ${follow.id}`)
    const member = record.members.get(fill.memberId)!
    const option = member.options.get(fill.optionId)!
    const market = record.markets.get(option.instrument)!
    const isLive = fill.isClose && known.handled.has(`${fanOut.id}:${follow.id}`)
    const seen = isLive ? market : { ...market, live: true, book: bookOf(fanOut) }
    const isLate = at > fanOut.at + record.sites.get(fill.siteId)!.copyLateMs
    if (isLate && !isLive) throw new Error(`${name} is made on an order book that is too old`)
    const price = fill.isClose
      ? closeLimit(fill.side, (isLive ? market.mark : fanOut.mark) ?? seen.book!.bids[0]?.[0] ?? fill.best, option)
      : this.#open(fill, fanOut, follow, position, record, at)
    if (fill.isClose) this.counts.copyCloses++
    const row = {
      ...plain,
      siteId: fill.siteId,
      optionId: fill.optionId,
      memberId: fill.memberId,
      lot: fill.lot,
      side: fill.side,
      qty: fill.qty,
      price,
      isReduceOnly: fill.isClose,
      leverage: position.leverage,
      positionId: position.id,
      acceptedAt: at,
    }
    return { row: row as OrderRow, market: seen }
  }

  /** A copy opens once for a fan-out, while it may, and as much as its bounds let it; gives the worst price that it may have. */
  #open(
    fill: FillRow,
    fanOut: CopyFanOutRow,
    follow: CopyFollowRow,
    position: PositionRow,
    record: FuturesRecord,
    at: number,
  ): number {
    const known = this.#known
    const name = `${fanOut.id}:${follow.id}`
    if (known.handled.has(name)) throw new Error(`the copy ${name} was made twice`)
    known.handled.add(name)
    this.counts.copies++
    const member = record.members.get(fill.memberId)!
    const option = member.options.get(fill.optionId)!
    const { copySlipPpm, copyLateMs, isCopyOn } = record.sites.get(fill.siteId)!
    if (at > fanOut.at + copyLateMs || !isCopyOn)
      throw new Error(`copy fill ${fill.id} opens too late, or while copying is off`)
    record.stops.checkOpening(fill.siteId, 'COPY', option.instrument, fill.id)
    const market = record.markets.get(option.instrument)!
    if (!market.live) throw new Error(`copy fill ${fill.id} opens while prices are stale`)
    const forms = [...(known.forms.get(follow.id) ?? []), follow]
    const fits = forms.some((form) => {
      try {
        checkSize({
          fill,
          fanOut,
          follow: form,
          option,
          member,
          copies: this.#copiesOf(follow),
          leverage: position.leverage,
          available: available(member, record.markets),
          mark: market.mark!,
          siteSlipPpm: copySlipPpm,
        })
        return true
      } catch (error) {
        if (form === follow) throw error
        return false
      }
    })
    if (!fits) throw new Error(`copy fill ${fill.id} has no follow`)
    const slip = Math.max(...forms.map(({ slipPpm }) => Math.min(slipPpm, copySlipPpm)))
    const lot = known.lots.get(position.id)
    const grown = lot?.row ?? { ...position, qty: 0, entryQuote: 0n }
    const direction = fill.side === 'LONG' ? 1 : -1
    const row = {
      ...grown,
      qty: grown.qty + direction * fill.qty,
      entryQuote: grown.entryQuote + BigInt(direction) * fill.quote,
    }
    known.lots.set(position.id, { row, opened: (lot?.opened ?? 0n) + fill.quote })
    return limitOf(fanOut, slip, option)
  }

  #copiesOf(follow: CopyFollowRow): KnownLot[] {
    return this.#known.copiesOf(follow)
  }

  /** All that is posted to a member for a position before an id was drawn counts for it. */
  #countTo(id: number): void {
    const { netBy } = this.#known
    const { postings, fills, positions } = this.#rows!
    const ofFill = new Map(fills.map((fill) => [fill.id, fill]))
    for (const { id: own, memberId, refId, amount } of postings) {
      if (own <= this.#countedTo || own >= id || memberId === null || refId === null) continue
      const fill = ofFill.get(refId)
      const position = fill?.positionId ?? refId
      const isOwn =
        fill !== undefined ? fill.memberId === memberId : this.#known.lots.get(position)?.row.memberId === memberId
      if (isOwn || positions.some((row) => row.id === position && row.memberId === memberId))
        netBy.set(position, (netBy.get(position) ?? 0n) + amount)
    }
    this.#countedTo = Math.max(this.#countedTo, id - 1)
  }

  /** What the copies of a pair came to, as far as it is free: what an open one was paid is within its margin. */
  #netOf(pair: CopyPairRow, record: FuturesRecord): bigint {
    const known = this.#known
    const open = this.#openOf(pair, record)
    const held = new Set(open.map(({ id }) => id))
    let net = known.nets.get(`${pair.traderId}:${pair.followerId}`) ?? 0n
    for (const [id, { row }] of known.lots) {
      const follow = row.followId === null ? undefined : known.follows.get(row.followId)
      const isOf = follow?.traderId === pair.traderId && follow.memberId === pair.followerId
      if (isOf && (row.closedAt === null || held.has(id))) net += known.netBy.get(id) ?? 0n
    }
    for (const { funding } of open) if (funding > 0n) net -= funding
    return net
  }

  /** Copies of a pair that are open at this place of a call. */
  #openOf({ traderId, followerId }: CopyPairRow, record: FuturesRecord): AuditedPosition[] {
    const { lots, follows } = this.#known
    return [...record.members.get(followerId)!.positions.values()].filter(({ id }) => {
      const followId = lots.get(id)?.row.followId ?? null
      return followId !== null && follows.get(followId)?.traderId === traderId
    })
  }

  /** What a member sets aside for traders at this place of a call. */
  #setAside(memberId: number, record: FuturesRecord): void {
    const member = record.traders.touch(memberId)
    member.setAside = 0n
    for (const pair of this.#known.pairs.values())
      if (pair.followerId === memberId) member.setAside += partOf(this.#netOf(pair, record) - pair.hwm, pair.sharePpm)
  }

  /** A share is what lies above the highest level that was shared, less what open copies lose. */
  checkShare(posting: PostingRow, record: FuturesRecord): void {
    this.#countTo(posting.id)
    if (posting.reason !== 'COPY_SHARE') return
    const known = this.#known
    const share = this.#rows!.copyShares.find(({ id }) => id === posting.refId)
    const name = share && `${share.traderId}:${share.followerId}`
    const pair = name === undefined ? undefined : known.pairs.get(name)
    if (!share || !pair) throw new Error(`posting ${posting.id} shares nothing`)
    this.counts.shares++
    const net = this.#netOf(pair, record)
    let open = 0n
    for (const { option, qty, entry, funding } of this.#openOf(pair, record)) {
      const { mark } = record.markets.get(option.instrument)!
      if (mark === null) throw new Error(`share ${share.id} was settled without a mark`)
      open += openResult(option, mark, qty, entry) + max(0n, funding)
    }
    const base = net + min(0n, open) - pair.hwm
    equal(share.net, net, `net of share ${share.id}`)
    equal(share.openLoss, min(0n, open), `open loss of share ${share.id}`)
    equal(share.amount, partOf(base, pair.sharePpm), `amount of share ${share.id}`)
    equal(-posting.amount, share.amount, `what share ${share.id} took`)
    equal(share.hwmAfter, pair.hwm + base, `level of share ${share.id}`)
    known.pairs.set(name!, { ...pair, hwm: share.hwmAfter })
  }

  counted(rows: Rows, record: FuturesRecord): void {
    this.#countTo(Number.MAX_SAFE_INTEGER)
    for (const row of rows.positions) if (row.followId !== null && row.closedAt !== null) this.#closed(row)
    for (const row of rows.copyPairs) this.#known.pairs.set(`${row.traderId}:${row.followerId}`, row)
    const touched = [...rows.wallets, ...rows.positions].map(({ memberId }) => memberId)
    const followers = new Set([...this.#known.pairs.values()].map(({ followerId }) => followerId))
    for (const memberId of new Set([...touched, ...rows.copyPairs.map(({ followerId }) => followerId)]))
      if (followers.has(memberId)) this.#setAside(memberId, record)
  }

  /** What is held for a trader is what his followers set aside and nobody returned. */
  #checkPayable({ copyShares, copyPayouts, house }: Rows): void {
    const { shares } = this.#known
    for (const row of copyShares) shares.set(row.id, row)
    const sumOf = (is: (row: CopyShareRow) => boolean) =>
      [...shares.values()].filter(is).reduce((sum, { amount }) => sum + amount, 0n)
    for (const { account, sub, balance } of house) {
      if (account !== 'TRADER_PAYABLE') continue
      const held = sumOf(({ traderId, state }) => state === 'HELD' && String(traderId) === sub)
      equal(balance, held, `what is payable to trader ${sub}`)
    }
    for (const { traderId, day, amount, paidAt, txnId } of copyPayouts) {
      const paid = new Set(copyShares.filter(({ state }) => state === 'PAID').map(({ id }) => id))
      const own = sumOf(
        (row) =>
          row.traderId === traderId && row.day === day && (paidAt === null ? row.state === 'HELD' : paid.has(row.id)),
      )
      equal(amount, own, `payout of ${traderId} for ${day}`)
      if (paidAt !== null && txnId !== null) this.counts.payouts++
    }
  }

  #position(row: PositionRow, rows: Rows): void {
    const known = this.#known
    const lot = known.lots.get(row.id)
    if (row.followId !== null) this.#copy(row, lot?.row ?? row, rows)
    known.lots.set(row.id, { row, opened: row.openedQuote })
  }

  /** A copy closed: what it came to is its pair's for ever. */
  #closed(row: PositionRow): void {
    const known = this.#known
    const follow = known.follows.get(row.followId!)!
    const pair = `${follow.traderId}:${follow.memberId}`
    known.nets.set(pair, (known.nets.get(pair) ?? 0n) + (known.netBy.get(row.id) ?? 0n))
    known.netBy.delete(row.id)
  }

  /** What a copy closes with its trader, and what of it is owed. */
  #copy(row: PositionRow, before: PositionRow, { fills }: Rows): void {
    const known = this.#known
    const name = `copy ${row.id}`
    const held = Math.abs(row.qty)
    const follow = known.follows.get(row.followId!)!
    if (row.owedClose > held) throw new Error(`${name} owes ${row.owedClose} of ${held}`)
    if (row.owedClose > 0 && known.endOf(follow) !== Number.POSITIVE_INFINITY && follow.endId !== null)
      throw new Error(`${name} owes though its follow ended`)
    const own = fills.filter(({ positionId }) => positionId === row.id)
    const closes = own.filter(({ isClose }) => isClose)
    const byTrader = closes.filter(({ orderId }) => orderId === null)
    const news = new Set([...byTrader.map(({ fanOutId }) => fanOutId!), ...(row.owedBy === null ? [] : [row.owedBy])])
    for (const id of news) if (known.handled.has(`${id}:${follow.id}`)) news.delete(id)
    if (row.owedClose > before.owedClose) this.counts.owed++
    if (news.size === 1 && byTrader.length === closes.length && own.length === closes.length) {
      const fanOut = known.fanOuts.get([...news][0]!)!
      const free = Math.abs(before.qty) - before.owedClose
      const { stepUnits } = this.futures.members.get(row.memberId)!.options.get(row.optionId)!
      const part = Number((BigInt(free) * BigInt(fanOut.qty)) / BigInt(fanOut.heldBefore))
      const wanted = fanOut.qty === fanOut.heldBefore ? free : part - (part % stepUnits)
      const closed = byTrader.filter(({ fanOutId }) => fanOutId === fanOut.id).reduce((sum, { qty }) => sum + qty, 0)
      if (byTrader.every(({ fanOutId }) => fanOutId === fanOut.id))
        equal(closed + row.owedClose - before.owedClose, wanted, `what ${name} closes with fan-out ${fanOut.id}`)
    }
    for (const id of news) known.handled.add(`${id}:${follow.id}`)
  }

  /** A copy is left out for a reason that there is, and once. */
  #skip(row: CopySkipRow, at: number): void {
    const known = this.#known
    this.counts.skips++
    const name = `skip ${row.id} (${row.code})`
    const fanOut = known.fanOuts.get(row.fanOutId)
    const follow = known.follows.get(row.followId)
    if (!fanOut || !follow || !known.isOwed(follow, fanOut)) throw new Error(`${name} is of no follow`)
    const handled = `${fanOut.id}:${follow.id}`
    if (known.handled.has(handled)) throw new Error(`${name} was handled already`)
    known.handled.add(handled)
    const { futures } = this
    const member = futures.members.get(row.memberId)!
    const option = member.options.get(fanOut.optionId)!
    const { isCopyOn, copyLateMs } = futures.sites.get(row.siteId)!
    const market = futures.markets.get(option.instrument)!
    const isOff = (['FUTURES', 'COPY'] as const).some((line) => futures.stops.isOn(row.siteId, line, option.instrument))
    const isPaid = (fanOut.side === 'LONG' ? 1 : -1) * (market.rate ?? 0) < -option.maxFunding
    const reasons: Readonly<Record<string, () => boolean>> = {
      COPY_LATE: () => at > fanOut.at + copyLateMs,
      FEATURE_DISABLED: () => !isCopyOn,
      OPTION_STOPPED: () => isOff || isShut(option, at) || isPaid,
      PRICE_FEED_STALE: () => !market.live || market.mark === null,
      LINKED_OPPOSITE: () => isAgainst(futures, { ...fanOut, memberId: row.memberId, lot: -1, hasOrders: true }),
    }
    const isTrue = reasons[row.code]
    const bars = ['ACCOUNT_DENIED', 'SELF_EXCLUDED', 'COOL_OFF_ACTIVE']
    if (isTrue && !isTrue()) throw new Error(`${name} has no reason`)
    if (bars.includes(row.code) && !blocksOf(member, at).includes(row.code)) throw new Error(`${name} bars nobody`)
  }

  /** Once a fan-out is done, whoever was owed a copy has it, was told why not, or asked for none. */
  #done(fanOut: CopyFanOutRow): void {
    const known = this.#known
    for (const follow of known.follows.values()) {
      if (!known.isOwed(follow, fanOut) || known.handled.has(`${fanOut.id}:${follow.id}`)) continue
      const forms = [...(known.forms.get(follow.id) ?? []), follow]
      const own = [...known.lots.values()].find(
        ({ row }) => row.followId === follow.id && row.leadLot === fanOut.leadLot,
      )
      if (
        fanOut.kind === 'OPEN'
          ? isSilent(forms, fanOut, own)
          : !own || own.row.closedAt !== null || isTooLittle(own, fanOut, this.futures)
      )
        continue
      throw new Error(`follow ${follow.id} has no copy of fan-out ${fanOut.id}, and nobody said why`)
    }
  }

  /** An end that has its reason; who has ended and has no copy is done. */
  #follow(row: CopyFollowRow): void {
    const known = this.#known
    if (row.endReason === 'LINKED') this.counts.linked++
    const open = this.#copiesOf(row)
    if (row.doneAt !== null && open.length > 0) throw new Error(`follow ${row.id} is done with ${open.length} copies`)
    if (row.endId !== null && row.doneAt === null && open.length === 0)
      throw new Error(`follow ${row.id} is never done`)
    const forms = known.forms.get(row.id)!
    const before = forms.at(-2)
    if (row.endReason !== 'LOSS_STOP' || before?.endId !== null || row.doneAt !== null) return
    this.counts.lossStops++
    const lost = this.#lostBy(row)
    if (lost !== null && lost < row.lossStop!)
      throw new Error(`follow ${row.id} lost ${lost} and was stopped at ${row.lossStop}`)
  }

  /** What a follow lost since it began, at the marks; null where one is not known. */
  #lostBy(follow: CopyFollowRow): bigint | null {
    const known = this.#known
    let net = (known.nets.get(`${follow.traderId}:${follow.memberId}`) ?? 0n) - follow.netBefore
    for (const { row } of this.#copiesOf(follow)) {
      const own = known.netBy.get(row.id) ?? 0n
      const option = this.futures.members.get(row.memberId)!.options.get(row.optionId)!
      const { mark } = this.futures.markets.get(option.instrument)!
      if (mark === null) return null
      net += own + openResult(option, mark, row.qty, row.entryQuote)
    }
    return -net
  }

  settled(at: number): void {
    this.futures.settled(at)
    const known = this.#known
    const marked = [...this.futures.markets]
      .filter(([name, { mark }]) => this.#seen.get(name) !== mark)
      .map(([name]) => name)
    for (const [name, { mark }] of this.futures.markets) this.#seen.set(name, mark)
    for (const follow of known.follows.values()) this.#scanLoss(follow, marked)
    const queued = [...known.fanOuts.values()].filter(({ doneAt }) => doneAt === null).sort((a, b) => a.id - b.id)
    for (const trader of known.traders.values()) {
      const head = queued.find(({ traderId }) => traderId === trader.memberId)
      if (head) this.#scanHead(head, at)
      else this.#scanOrphans(trader.memberId)
    }
    for (const [id, fanOut] of known.fanOuts) if (fanOut.doneAt !== null) this.#forget(id)
  }

  /** A fan-out that is done is asked for no more, but by what is owed. */
  #forget(id: number): void {
    const known = this.#known
    if ([...known.lots.values()].some(({ row }) => row.owedBy === id)) return
    if (known.fanOuts.size < 400) return
    known.fanOuts.delete(id)
    for (const name of known.handled) if (name.startsWith(`${id}:`)) known.handled.delete(name)
  }

  #scanHead(head: CopyFanOutRow, at: number): void {
    const site = this.futures.sites.get(head.siteId)!
    const option = this.futures.members.get(head.traderId)!.options.get(head.optionId)!
    const { live, mark } = this.futures.markets.get(option.instrument)!
    const isReady = head.kind === 'CLOSE' || (live && mark !== null) || at > head.at + site.copyLateMs
    if (isReady) throw new Error(`fan-out ${head.id} waits for nothing`)
  }

  /** While nothing is queued, no attached copy outlives its lead lot unless its close is owed. */
  #scanOrphans(traderId: number): void {
    const known = this.#known
    const leads = new Set(
      [...known.lots.values()]
        .filter(({ row }) => row.memberId === traderId && row.closedAt === null)
        .map(({ row }) => row.lot),
    )
    for (const { row } of known.lots.values()) {
      const follow = row.followId === null ? undefined : known.follows.get(row.followId)
      if (follow?.traderId !== traderId || row.closedAt !== null || leads.has(row.leadLot!)) continue
      if (known.endOf(follow) !== Number.POSITIVE_INFINITY) continue
      if (row.owedClose !== Math.abs(row.qty)) throw new Error(`copy ${row.id} outlived its lead lot ${row.leadLot}`)
    }
  }

  #scanLoss(follow: CopyFollowRow, marked: readonly string[]): void {
    if (follow.lossStop === null || this.#known.endOf(follow) !== Number.POSITIVE_INFINITY) return
    const symbols = this.#copiesOf(follow).map(
      ({ row }) => this.futures.members.get(row.memberId)!.options.get(row.optionId)!.instrument,
    )
    if (!symbols.some((name) => marked.includes(name)) || symbols.some((name) => !this.futures.markets.get(name)!.live))
      return
    const lost = this.#lostBy(follow)
    if (lost !== null && lost >= follow.lossStop)
      throw new Error(`follow ${follow.id} lost ${lost} and goes on beyond ${follow.lossStop}`)
  }

  committed(): void {
    this.futures.committed()
    for (const [id, forms] of this.#known.forms) this.#known.forms.set(id, forms.slice(-4))
    this.#saved = this.#known.copy()
  }

  crashed(): void {
    this.futures.crashed()
    this.#known = this.#saved.copy()
    this.#seen.clear()
  }

  acknowledge(name: string, reply: Reply): void {
    this.futures.acknowledge(name, reply)
  }

  auditStore(store: Store): void {
    this.futures.auditStore(store)
    for (const { id } of store.copyFollows.values())
      if (!this.#known.follows.has(id)) throw new Error(`follow ${id} came from nowhere`)
  }
}

/** So many millionths of a profit, rounded down. */
const partOf = (base: bigint, ppm: number): bigint => (base > 0n ? (base * BigInt(ppm)) / 1_000_000n : 0n)

/** What a copy has of an order. */
const plain = {
  id: -1,
  book: 'futures',
  marketType: 'MARKET',
  triggerPrice: null,
  triggerKind: null,
  marginType: 'ISOLATED',
  tolerancePpm: null,
  basePrice: null,
  origin: 'SYSTEM',
  filledQty: 0,
  filledQuote: 0n,
  fee: 0n,
} as const

/** The order book of a fan-out, as far as it was kept. */
function bookOf({ side, levels, bookU, bookTs, at }: CopyFanOutRow): NonNullable<AuditedMarket['book']> {
  const [bids, asks] = side === 'LONG' ? [[], levels] : [levels, []]
  return { u: bookU, sourceTs: bookTs, correctedTs: at, bids, asks }
}

/** Whether a follow asked for nothing of what a fan-out opened, as it was set at some time of it. */
function isSilent(forms: readonly CopyFollowRow[], fanOut: CopyFanOutRow, own: KnownLot | undefined): boolean {
  if (own && own.row.closedAt !== null) return true
  return forms.some(
    (form) =>
      form.multiplyPer === 0 ||
      form.pausedBy !== null ||
      !form.optionIds.includes(fanOut.optionId) ||
      form.quit.includes(fanOut.leadLot) ||
      askedBy(form, fanOut, own) <= 0n,
  )
}

/** Whether a close of the trader is less than a step of a copy. */
function isTooLittle({ row }: KnownLot, { qty, heldBefore }: CopyFanOutRow, { members }: FuturesAuditor): boolean {
  const { stepUnits } = members.get(row.memberId)!.options.get(row.optionId)!
  const free = Math.abs(row.qty) - row.owedClose
  return (BigInt(free) * BigInt(qty)) / BigInt(heldBefore) < BigInt(stepUnits)
}
