import type { Envelope, OverseaPosition } from '@maru/contract'
import { Accounts, apply, ceil, feeOf, financingOf, type Held, marginOf, resultAt } from './account.ts'
import type { Books, Fill, Option, Order, Position } from './books.ts'
import { day, hour, minute, type Session, seoulInstant, seoulTime, sessionsOf } from './calendar.ts'
import type { Request } from './members.ts'

/** What the members saw, beside the database. */
export interface Seen {
  readonly requests: ReadonlyMap<string, Request>
  readonly events: ReadonlyMap<number, readonly Envelope[]>
  /** Domain times at which the clock was held against the server's first and last. */
  readonly from: number
  readonly to: number
  /** Domain ms that pass in a second of the wall. */
  readonly lag: number
}

export interface Verdict {
  /** How many of each cause, by what was judged. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** What no rule explains. */
  readonly faults: readonly string[]
}

/** A turn of the server may come so late beside the silences that its feed shows: 0.1 s of the wall at 600 times the speed. */
const slack = minute
/** What a turn closes and cancels at least, where that much is due: it is bounded, so that members get their turn. */
const endedInTurn = 12
/** Between two batches of a server that lives: more is a silence. */
const quiet = 3_000

/** Explains every end by the rules, or says that it cannot. */
export class Judge {
  readonly #books: Books
  readonly #seen: Seen
  readonly #accounts: Accounts
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #faults: string[] = []
  readonly #sessions = new Map<string, Session[]>()
  readonly #fillsOfOrder: ReadonlyMap<number, readonly Fill[]>
  readonly #fillsOfPosition: ReadonlyMap<number, readonly Fill[]>
  readonly #positions: ReadonlyMap<number, Position>
  readonly #ordersOfMember: ReadonlyMap<number, readonly Order[]>
  /** Successful changes of a position's flag, oldest first. */
  readonly #flags = new Map<number, { at: number; isActive: boolean }[]>()
  /** Times of successful commands by member. */
  readonly #commands = new Map<number, Map<number, Set<string>>>()

  constructor(books: Books, seen: Seen) {
    this.#books = books
    this.#seen = seen
    this.#accounts = new Accounts(books, seen.lag)
    for (const kind of ['fx', 'metal', 'index'] as const)
      this.#sessions.set(kind, sessionsOf(kind, seen.from - 7 * day, seen.to + 7 * day))
    this.#fillsOfOrder = Map.groupBy(books.fills, ({ orderId }) => orderId)
    this.#fillsOfPosition = Map.groupBy(books.fills, ({ positionId }) => positionId)
    this.#positions = new Map(books.positions.map((position) => [position.id, position]))
    this.#ordersOfMember = Map.groupBy(books.orders.values(), ({ memberId }) => memberId)
    for (const [key, { memberId, call, body }] of seen.requests) {
      const reply = books.replies.get(key)
      if (reply?.status !== 200) continue
      const own = this.#commands.get(memberId) ?? new Map<number, Set<string>>()
      this.#commands.set(memberId, own.set(reply.at, (own.get(reply.at) ?? new Set()).add(call)))
      if (call !== 'overnight') continue
      const id = Number(body['overseaPositionId'])
      const flags = this.#flags.get(id) ?? []
      this.#flags.set(id, flags)
      flags.push({ at: reply.at, isActive: body['isActive'] === true })
    }
    for (const flags of this.#flags.values()) flags.sort((a, b) => a.at - b.at)
  }

  judge(): Verdict {
    for (const position of this.#books.positions) {
      this.#judgePosition(position)
      this.#judgeNights(position)
    }
    for (const order of this.#books.orders.values()) this.#judgeOrder(order)
    for (const fill of this.#books.fills) this.#judgeFill(fill)
    for (const [key, request] of this.#seen.requests) this.#judgeRequest(key, request)
    this.#judgeFixings()
    this.#judgeFinancing()
    this.#judgeSpared()
    this.#judgeMoney()
    this.#judgeEvents()
    return { counts: this.#counts, faults: this.#faults }
  }

  // ---- positions ----

  #judgePosition(position: Position): undefined {
    const fills = this.#fillsOfPosition.get(position.id) ?? []
    const opened = sum(fills.filter(({ isClose }) => !isClose).map(({ qty }) => qty))
    const closed = sum(fills.filter(({ isClose }) => isClose).map(({ qty }) => qty))
    if (opened - closed !== Math.abs(position.qty)) this.#fault(position, 'its fills do not add up to it')
    if (position.closedAt === null) {
      const session = this.#sessionAt(this.#optionOf(position), position.closedAt ?? this.#seen.to)
      this.#count('positions', session ? 'open in a session' : 'held over the night at the end of the run')
      return
    }
    const last = fills.findLast(({ isClose }) => isClose)
    const order = last && this.#books.orders.get(last.orderId)
    if (!last || !order || last.at !== position.closedAt) return this.#fault(position, 'no fill closed it')
    const option = this.#optionOf(position)
    const session = this.#sessionAt(option, position.closedAt)
    if (!session) return this.#fault(position, 'closed while its stock rests')
    const why =
      position.closeReason === 'MEMBER'
        ? this.#byMember(order, last)
        : position.closeReason === 'TAKEPROFIT' || position.closeReason === 'STOPLOSS'
          ? this.#byExit(position, order, last)
          : position.closeReason === 'LIQUIDATION'
            ? this.#byLosscut(position, order)
            : this.#bySession(position, order, session)
    if (why.fault) this.#fault(position, `${position.closeReason}: ${why.fault}`)
    else this.#count('positions', `${position.closeReason}${why.how ? `, ${why.how}` : ''}`)
  }

  #byMember(order: Order, fill: Fill): Cause {
    if (order.origin !== 'MEMBER' || !['MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'].includes(order.marketType))
      return { fault: `closed by a ${order.marketType} of ${order.origin}` }
    if (fill.side === this.#positions.get(fill.positionId)?.side) return { fault: 'closed by an order of its own side' }
    return this.#firedBy(order, fill) ?? { how: order.marketType }
  }

  /** Where an order had to wait for a trigger, a time or a price, it did. */
  #firedBy(order: Order, fill: Fill): Cause | null {
    const prices = this.#accounts
    const { instrument } = this.#optionOf(order)
    if (order.triggerPrice !== null) {
      if (order.triggeredAt === null || fill.at < order.triggeredAt) return { fault: 'filled before its trigger' }
      const range = prices.range(
        instrument,
        Math.min(fill.bookTs, order.triggeredAt - this.#seen.lag) - minute,
        Math.max(fill.bookTs, order.triggeredAt),
      )
      const isReached =
        range &&
        (order.triggerDirection === 'rises' ? range.high >= order.triggerPrice : range.low <= order.triggerPrice)
      if (!isReached) return { fault: `no price reached its trigger ${order.triggerPrice}` }
    } else if (order.origin === 'MEMBER' && !fill.isMaker && fill.at < order.acceptedAt + 300)
      return { fault: 'filled within the delay of 300 ms' }
    if (order.price === null) return null
    const limit = BigInt(order.price) * BigInt(fill.qty) * 100_000_000n
    const isWithin = order.side === 'LONG' ? fill.quote <= limit : fill.quote >= limit
    return isWithin ? null : { fault: 'filled beyond its limit' }
  }

  #byExit(position: Position, order: Order, fill: Fill): Cause {
    if (order.marketType !== position.closeReason || order.positionId !== position.id)
      return { fault: `closed by a ${order.marketType}` }
    const held = this.#accounts.heldBefore(position.memberId, { id: fill.id }).get(position.optionId)
    const { tickUnits } = this.#optionOf(position)
    if (!held || order.ticks === null || order.triggerPrice === null) return { fault: 'without ticks' }
    const gain = (order.marketType === 'TAKEPROFIT') === (position.side === 'LONG')
    const average = Number(held.entry / BigInt(held.qty)) / 1e8
    const expected = average + (gain ? 1 : -1) * order.ticks * tickUnits
    if (Math.abs(order.triggerPrice - expected) > 1)
      return { fault: `its trigger ${order.triggerPrice} is not ${order.ticks} ticks from ${average}` }
    return this.#firedBy(order, fill) ?? { how: '' }
  }

  #byLosscut(position: Position, order: Order): Cause {
    if (order.marketType !== 'LIQUIDATION') return { fault: `closed by a ${order.marketType}` }
    // All of an episode goes in one turn: what it was before the first of them decided.
    const turn = (this.#ordersOfMember.get(position.memberId) ?? []).filter(
      ({ marketType, acceptedAt }) => marketType === 'LIQUIDATION' && acceptedAt === order.acceptedAt,
    )
    const first = Math.min(...turn.map(({ id }) => id))
    const { low, held } = this.#accounts.equity(position.memberId, order.acceptedAt, { id: first })
    const threshold = this.#share(held, order.acceptedAt, 20n)
    if (low > threshold) {
      // What another stock's dead feed left behind follows at its first price.
      const before = (this.#ordersOfMember.get(position.memberId) ?? []).some(
        (other) =>
          other.marketType === 'LIQUIDATION' &&
          other.acceptedAt < order.acceptedAt &&
          other.acceptedAt > order.acceptedAt - day,
      )
      return before ? { how: 'the rest of a cut' } : { fault: `equity ${low} is above ${threshold}` }
    }
    return { how: '' }
  }

  #bySession(position: Position, order: Order, session: Session): Cause {
    if (order.origin !== 'SYSTEM' || order.marketType !== 'MARKET')
      return { fault: `closed by a ${order.marketType} of ${order.origin}` }
    const at = position.closedAt!
    if (position.tradingDay === session.tradingDay) {
      const due = session.closeAt - 5 * minute
      if (at < due) return { fault: 'before 05:55' }
      if (!this.#isTimely(due, at)) return { fault: `late: due ${seoulTime(due)}` }
      if (!this.#isFlagged(position, session, at)) return { how: 'not held over the night' }
      const check = this.#judgeCheck(position, session)
      return check.fault ? check : { how: 'the night was not covered' }
    }
    const missed = this.#sessionsOf(position).find(({ tradingDay }) => tradingDay === position.tradingDay)
    if (!missed) return { fault: `of no session ${position.tradingDay}` }
    const why = this.#missedEnd(position, missed)
    if (why.fault) return why
    const opening = this.#sessionsOf(position).find(({ openAt }) => openAt > missed.openAt)
    if (opening?.openAt !== session.openAt || !this.#isTimely(session.openAt, at))
      return { fault: 'not at the first price after the session that missed it' }
    return { how: `at the next opening after ${why.how}` }
  }

  /** Why the end of a session closed nothing of a position: no turn of the server, no price, or more to close than its turns could. */
  #missedEnd(position: Position, { closeAt }: Session): Cause {
    const { instrument } = this.#optionOf(position)
    const due = closeAt - 5 * minute
    const turns = this.#books.turns(due + 10_000, closeAt)
    const ticks = this.#books.ticks(instrument, due + 10_000, turns.at(-1) ?? due)
    if (ticks.length === 0) return { how: 'a dead feed' }
    const inTime = (at: number | null) => at !== null && at >= due && at < closeAt
    const ended = [...this.#books.orders.values()].filter(
      ({ origin, reason, closedAt }) => inTime(closedAt) && (origin === 'SYSTEM' || reason === 'SESSION_END'),
    )
    return ended.length >= endedInTurn * turns.length
      ? { how: 'a server that ended others until then' }
      : {
          fault: `outlived ${seoulTime(closeAt)}: ${turns.length} turns ended ${ended.length}, and ${ticks.length} prices came`,
        }
  }

  /** Whether its owner wanted it held over the end of a session, as he said last before `at`. */
  #isFlagged({ id }: Position, { openAt }: Session, at: number): boolean {
    const said = (this.#flags.get(id) ?? []).findLast((flag) => flag.at >= openAt && flag.at < at)
    return said?.isActive ?? false
  }

  /** The check took his flag: his equity was below what all his nights ask for. */
  #judgeCheck(position: Position, session: Session): Cause {
    const due = session.closeAt - 10 * minute
    const taken = (this.#seen.events.get(position.memberId) ?? []).find(
      ({ event, ts, data }) =>
        event === 'POSITION_UPDATE' &&
        ts >= due &&
        ts < session.closeAt + hour &&
        (data as OverseaPosition).id === position.id &&
        !(data as OverseaPosition).isActive,
    )
    if (!taken) return { fault: 'it was to be held, and nobody took its flag' }
    const { low } = this.#accounts.equity(position.memberId, taken.ts, { at: taken.ts })
    const required = this.#nightsOf(position.memberId, session, taken.ts)
    return low < required ? {} : { fault: `its flag was taken with an equity of ${low} for ${required}` }
  }

  /** Twice the margin of all that a member wants to hold over the end of a session. */
  #nightsOf(memberId: number, session: Session, at: number): bigint {
    const held = [...this.#accounts.heldBefore(memberId, { at }).values()]
    const flagged = held.filter(({ positionId }) => this.#isFlagged(this.#positions.get(positionId)!, session, at))
    return sumBig(flagged.map((one) => 2n * marginOf(one, this.#accounts.rateAt(at))))
  }

  // ---- nights ----

  /** Every end of a session that a position outlived. */
  #judgeNights(position: Position): undefined {
    const end = position.closedAt ?? this.#seen.to
    for (const session of this.#sessionsOf(position)) {
      if (session.closeAt <= position.openedAt || session.closeAt > end) continue
      const isFlagged = this.#isFlagged(position, session, session.closeAt)
      if (!session.allowsNight && isFlagged)
        this.#fault(position, `flagged for ${session.tradingDay}, which allows no night`)
      else if (
        !isFlagged ||
        (this.#bookedFor(position, session).length === 0 && !this.#judgeCheck(position, session).fault)
      ) {
        const why = this.#missedEnd(position, session)
        if (why.fault) this.#fault(position, why.fault)
        else this.#count('nights', `not wanted, after ${why.how}`)
      } else this.#judgeNight(position, session)
    }
  }

  #judgeNight(position: Position, session: Session): undefined {
    const check = session.closeAt - 10 * minute
    const { high } = this.#accounts.equity(position.memberId, check, { at: check })
    const required = this.#nightsOf(position.memberId, session, check)
    if (high < required) this.#fault(position, `held with an equity of ${high} for ${required}`)
    const booked = this.#bookedFor(position, session)
    const held = this.#accounts.heldBefore(position.memberId, { at: session.closeAt }).get(position.optionId)
    const last = this.#accounts.lastBefore(this.#optionOf(position).instrument, session.closeAt)
    if (!held || last === null) return this.#fault(position, 'held without a price')
    const at = booked[0]?.at ?? session.closeAt
    const rate = this.#accounts.rateAt(at - 1)
    const ends = [last.low, last.high].map((price) => financingOf(held, price, rate)).sort((a, b) => (a < b ? -1 : 1))
    const amount = booked[0]?.amount ?? 0n
    if (booked.length !== 1 || amount < ends[0]! || amount > ends[1]!)
      return this.#fault(
        position,
        `the night of ${session.tradingDay} came to ${booked.map((one) => one.amount).join(' and ') || 'nothing'}, not once to ${ends.join(' … ')}`,
      )
    this.#count('nights', amount < 0n ? 'held, paid for once' : 'held, received for once')
  }

  /** What was booked for the night after a session. */
  #bookedFor(position: Position, { openAt, closeAt }: Session) {
    const next = this.#sessionsOf(position).find((session) => session.openAt > openAt)!
    return this.#books.postings.filter(
      ({ reason, refId, at }) =>
        reason === 'OVERSEA_FINANCING' && refId === position.id && at >= closeAt && at < next.openAt + hour,
    )
  }

  /** No night is booked that nobody held. */
  #judgeFinancing(): undefined {
    const booked = this.#books.postings.filter(({ reason }) => reason === 'OVERSEA_FINANCING')
    const held = [...(this.#counts.get('nights') ?? [])].filter(([how]) => how.startsWith('held'))
    const nights = sum(held.map(([, count]) => count))
    if (booked.length !== nights) this.#say(`${booked.length} nights are booked, ${nights} were held`)
    for (const position of this.#books.positions) {
      const own = sumBig(booked.filter(({ refId }) => refId === position.id).map(({ amount }) => amount))
      if (own !== position.fundingFee)
        this.#fault(position, `its nights came to ${own}, it says ${position.fundingFee}`)
    }
  }

  // ---- orders ----

  #judgeOrder(order: Order): undefined {
    const fills = this.#fillsOfOrder.get(order.id) ?? []
    const filled = sum(fills.map(({ qty }) => qty))
    if (filled !== order.filledQty) this.#fault(order, `its fills come to ${filled}, it says ${order.filledQty}`)
    const isExit = order.marketType === 'TAKEPROFIT' || order.marketType === 'STOPLOSS'
    const what = isExit ? 'TP and SL' : order.origin === 'SYSTEM' ? 'orders of the house' : 'orders'
    if (order.closedAt === null) return this.#judgeOpen(order, isExit)
    if (!isExit && order.origin === 'MEMBER') {
      const placed = this.#sessionAt(this.#optionOf(order), order.acceptedAt)
      if (!placed) this.#fault(order, 'taken while its stock rests')
      else if (
        order.closedAt >= placed.closeAt &&
        order.reason !== 'SESSION_END' &&
        !this.#isTimely(order.acceptedAt + 1_000, order.closedAt)
      )
        return this.#fault(order, `outlived its session and ended ${order.status} ${order.reason}`)
    }
    if (order.status === 'FILLED') {
      const isWhole = order.qty === null || filled === order.qty
      const why =
        isWhole && filled > 0 ? this.#firedBy(order, fills[0]!) : { fault: `filled ${filled} of ${order.qty}` }
      if (why?.fault) this.#fault(order, why.fault)
      else this.#count(what, `FILLED ${order.marketType}`)
      return
    }
    const fault = this.#endOf(order, filled)
    if (fault) this.#fault(order, `${order.status} ${order.reason}: ${fault}`)
    else this.#count(what, `${order.status} ${order.reason}`)
  }

  #judgeOpen(order: Order, isExit: boolean): undefined {
    const position = this.#positions.get(order.positionId ?? -1)
    const session = this.#sessionAt(this.#optionOf(order), order.acceptedAt)
    if (isExit && position?.closedAt === null) this.#count('TP and SL', 'open with their position')
    else if (!isExit && session && session.closeAt > this.#seen.to) this.#count('orders', 'open in a session')
    else this.#fault(order, 'is open still')
  }

  /** What is wrong with the end of an order that did not fill; null: nothing. */
  #endOf(order: Order, filled: number): string | null {
    const at = order.closedAt!
    const { memberId } = order
    const own = this.#accounts.fillsOf(memberId)
    const closes = own.some((fill) => fill.isClose && fill.optionId === order.optionId && fill.at === at)
    const commands = this.#commands.get(memberId)?.get(at) ?? new Set()
    switch (order.reason) {
      case 'MEMBER':
        return ['order/cancel', 'order/cancel_all', 'order/tpsl', 'order/delete-tpsl'].some((call) =>
          commands.has(call),
        ) ||
          // A TP or SL that an order carries takes the place of the one that stood there.
          (order.qty === null && own.some((fill) => fill.optionId === order.optionId && fill.at === at))
          ? null
          : 'nobody asked for it'
      case 'SESSION_END': {
        const session = this.#sessionAt(this.#optionOf(order), order.acceptedAt)
        if (!session || order.qty === null) return 'it does not end with a session'
        const due = order.isReduceOnly ? session.closeAt : session.closeAt - 10 * minute
        return at < due ? 'too early' : this.#isTimely(due, at) ? null : `late: due ${seoulTime(due)}`
      }
      case 'POSITION_CLOSED':
        return closes || commands.has('order') ? null : 'nothing was closed'
      case 'OCO':
        return own.some(
          (fill) => fill.at === at && fill.positionId === order.positionId && fill.marketType !== order.marketType,
        )
          ? null
          : 'its sibling did not fill'
      case 'LIQUIDATION': {
        const { low, held } = this.#accounts.equity(memberId, at, { at })
        const isCut = own.some((fill) => fill.marketType === 'LIQUIDATION' && fill.at === at)
        return isCut || low <= this.#share(held, at, 20n) ? null : `equity ${low}`
      }
      case 'BALANCE_INSUFFICIENT':
        // By what else he did, or because its own turn had come and nothing was left for it.
        return commands.size > 0 ||
          own.some((fill) => fill.at === at) ||
          order.triggeredAt !== null ||
          this.#isReached(order, at)
          ? null
          : 'nothing happened to his money'
      case 'PRICE_FEED_STALE':
        return filled === 0 && at >= order.acceptedAt + 1_000 ? null : 'before its second was over'
      default:
        return 'no such reason'
    }
  }

  /** Whether its limit can have been met shortly before `at`. */
  #isReached({ optionId, side, price }: Order, at: number): boolean {
    const option = this.#books.options.get(optionId)!
    const range = this.#accounts.range(option.instrument, at - this.#seen.lag, at)
    const far = 10 * option.tickUnits
    return price !== null && range !== null && (side === 'LONG' ? range.low - far <= price : range.high + far >= price)
  }

  // ---- fills ----

  #judgeFill(fill: Fill): undefined {
    const option = this.#optionOf(fill)
    const session = this.#sessionAt(option, fill.at)
    if (!session) return this.#fault(fill, 'filled while its stock rests')
    if (!fill.isClose && fill.at >= session.closeAt - 10 * minute)
      return this.#fault(fill, 'opened in the last ten minutes')
    if (fill.tradingDay !== session.tradingDay)
      return this.#fault(fill, `of ${fill.tradingDay} in ${session.tradingDay}`)
    const rate = this.#books.fixings.find(({ tradingDay }) => tradingDay === session.tradingDay)?.rate
    if (fill.fxRate !== rate) return this.#fault(fill, `at a rate of ${fill.fxRate}, fixed was ${rate}`)
    if (fill.fee !== feeOf(option, fill.qty, rate)) return this.#fault(fill, `a fee of ${fill.fee}`)
    const before = this.#accounts.fillsOf(fill.memberId).filter(({ id }) => id < fill.id)
    const side = fill.side === 'LONG' ? 1 : -1
    if (!fill.isMaker) {
      const recent = before.filter(
        (one) => one.optionId === fill.optionId && one.side === fill.side && one.at > fill.at - 2_000,
      )
      const taken = sum(recent.map(({ qty }) => qty))
      let quote = 0n
      for (let k = taken; k < taken + fill.qty; k++)
        quote += BigInt(fill.best + side * Math.floor(k / option.lotsPerTick) * option.tickUnits) * 100_000_000n
      if (quote !== fill.quote) return this.#fault(fill, `at ${fill.quote} instead of ${quote}`)
    }
    const range = this.#accounts.range(option.instrument, fill.bookTs - 5 * minute, fill.bookTs + 5 * minute)
    const far = 10 * option.tickUnits
    if (this.#accounts.hasPrices(option.instrument, fill.bookTs - minute, fill.bookTs + minute))
      if (!range || fill.best < range.low - far || fill.best > range.high + far)
        return this.#fault(fill, `the best price ${fill.best} is none of its time`)
    if (fill.isClose) {
      const held = this.#accounts.heldBefore(fill.memberId, { id: fill.id }).get(fill.optionId)
      if (!held) return this.#fault(fill, 'closed nothing')
      const part = {
        ...held,
        qty: -side * fill.qty,
        entry: (held.entry * BigInt(fill.qty)) / BigInt(Math.abs(held.qty)),
      }
      const exact = resultAt({ ...part, entry: part.entry - BigInt(-side) * fill.quote }, 0, rate)
      const off = fill.realizedPnl - exact
      if (off > 1n || off < -1n) return this.#fault(fill, `its result ${fill.realizedPnl} should be ${exact}`)
    }
    this.#count('fills', fill.isClose ? 'closing' : 'opening')
  }

  // ---- commands ----

  #judgeRequest(key: string, { call, body, code, memberId }: Request): undefined {
    const reply = this.#books.replies.get(key)
    if (!reply) {
      if (code === 'OK') this.#say(`${call} ${key} was answered and is not in the books`)
      else this.#count('commands not taken', code || 'no answer')
      return
    }
    if (call !== 'order' && call !== 'overnight') return this.#count(`commands ${call}`, code)
    const position = this.#positions.get(Number(body['overseaPositionId'] ?? -1))
    const option = this.#books.options.get(Number(body['overseaOptionId'] ?? position?.optionId))
    if (!option) return this.#say(`${call} ${key} of nothing`)
    const { at } = reply
    const session = this.#sessionAt(option, at)
    const time = !session ? 'rest' : at >= session.closeAt - 10 * minute ? 'last minutes' : 'session'
    const fault =
      call === 'order'
        ? this.#wrongOrder(reply, code, session, time)
        : this.#wrongNight(memberId, position, code, session, at)
    if (fault) this.#say(`${call} of ${memberId} at ${seoulTime(at)} (${time}): ${code} ${fault}`)
    else this.#count(`commands ${call}`, `${time}: ${code}`)
  }

  #wrongOrder(
    { id, at }: { id: number | null; at: number },
    code: string,
    session: Session | null,
    time: string,
  ): string | null {
    if (!session) return code === 'STOCK_CLOSED' || code.startsWith('PRICE_TICK') ? null : 'while the stock rests'
    if (code === 'STOCK_CLOSED') return this.#isTimely(session.openAt, at) ? null : 'though the session runs'
    if (time === 'last minutes') {
      if (code === 'OK') return this.#books.orders.get(id!)?.isReduceOnly ? null : 'though it could open something'
      return code === 'OVERSEA_CLOSE_ONLY' ||
        code.startsWith('REDUCE_ONLY') ||
        code.startsWith('PRICE') ||
        code.startsWith('TRIGGER')
        ? null
        : 'in the last minutes'
    }
    return code === 'OVERSEA_CLOSE_ONLY' ? 'too early' : null
  }

  #wrongNight(
    memberId: number,
    position: Position | undefined,
    code: string,
    session: Session | null,
    at: number,
  ): string | null {
    if (!position) return 'of no position'
    if (code === 'POSITION_NOT_FOUND')
      return position.closedAt !== null && position.closedAt <= at ? null : 'though it is open'
    if (!session) return code === 'STOCK_CLOSED' ? null : 'while the stock rests'
    const flags = (this.#flags.get(position.id) ?? []).filter((flag) => flag.at >= session.openAt && flag.at < at)
    const isFlagged = flags.at(-1)?.isActive ?? false
    const isPast = at >= session.closeAt - 30 * minute
    switch (code) {
      case 'OVERNIGHT_NOT_ALLOWED':
        return session.allowsNight ? 'though the session allows it' : null
      case 'OVERNIGHT_DEADLINE_PASSED':
        return isPast ? null : 'before 05:30'
      case 'OVERNIGHT_ALREADY_SET':
        return isFlagged ? null : 'though it is not'
      case 'OVERNIGHT_ALREADY_UNSET':
        // The check at 05:50 may have taken it.
        return !isFlagged || at >= session.closeAt - 10 * minute ? null : 'though it is set'
      case 'OVERNIGHT_MARGIN_INSUFFICIENT': {
        const { low, held } = this.#accounts.equity(memberId, at, { at })
        const own = held.find(({ positionId }) => positionId === position.id)
        if (!own) return 'without a position'
        const required = this.#nightsOf(memberId, session, at) + 2n * marginOf(own, this.#accounts.rateAt(at))
        return low < required ? null : `with ${low} for ${required}`
      }
      case 'OK':
        return this.#wrongFlag(position, session, at, isPast)
      case 'STOCK_CLOSED':
        return this.#isTimely(session.openAt, at) ? null : 'though the session runs'
      default:
        return 'for no reason'
    }
  }

  #wrongFlag(position: Position, session: Session, at: number, isPast: boolean): string | null {
    const said = this.#flags.get(position.id)!.find((flag) => flag.at === at)
    if (said?.isActive === false) return at >= session.closeAt - 5 * minute ? 'while positions are being closed' : null
    return isPast ? 'after 05:30' : session.allowsNight ? null : 'though no night is allowed'
  }

  // ---- the rest ----

  /** One fixing for each day on which anything trades, between 07:50 and 08:00. */
  #judgeFixings(): undefined {
    const days = new Set(
      [...this.#sessions.values()]
        .flat()
        .flatMap(({ tradingDay, openAt, closeAt }) =>
          openAt < this.#seen.to && closeAt > this.#seen.from ? [tradingDay] : [],
        ),
    )
    for (const { tradingDay, at, sourceTs } of this.#books.fixings) {
      const due = seoulInstant(tradingDay, '07:50')
      if (!days.delete(tradingDay))
        this.#isAhead(tradingDay) || this.#say(`a fixing for ${tradingDay}, which has no session`)
      else if (due >= this.#seen.from && (at < due || !this.#isTimely(due, at)))
        this.#say(`${tradingDay} was fixed at ${seoulTime(at)}`)
      else if (at - sourceTs > 4 * day) this.#say(`${tradingDay} was fixed at a rate of ${seoulTime(sourceTs)}`)
      else this.#count('fixings', 'one for a trading day')
    }
    for (const missing of days) this.#say(`no fixing for ${missing}`)
  }

  /** The run may end between a fixing and its session. */
  #isAhead = (tradingDay: string) => seoulInstant(tradingDay, '08:00') >= this.#seen.to

  /** Nobody stayed below the loss cut for minutes of live prices. */
  #judgeSpared(): undefined {
    for (const memberId of this.#books.wallets.keys()) {
      const fills = this.#accounts.fillsOf(memberId)
      const held = new Map<number, Held>()
      for (const [index, fill] of fills.entries()) {
        apply(held, fill, this.#books.options.get(fill.optionId)!)
        const until = Math.min(fills[index + 1]?.at ?? this.#seen.to, this.#seen.to)
        if (held.size > 0) this.#judgeStretch(memberId, [...held.values()], fill.at, until)
      }
    }
  }

  #judgeStretch(memberId: number, held: readonly Held[], from: number, to: number): undefined {
    let balance: bigint | null = null
    // As long as the server may lie behind, and as long again.
    const span = 2 * this.#seen.lag
    for (let at = Math.ceil(from / minute) * minute + minute; at + span < to; at += minute) {
      const isLive = held.every(({ option }) => {
        const session = this.#sessionAt(option, at)
        return session !== null && at + span < session.closeAt && at > session.openAt + 5 * minute
      })
      if (!isLive) continue
      balance = at % (10 * minute) === 0 || balance === null ? this.#accounts.balanceBefore(memberId, { at }) : balance
      const rate = this.#accounts.rateAt(at)
      let best = balance
      for (const one of held) {
        const range = this.#accounts.range(one.option.instrument, at, at + span)
        if (range) best += resultAt(one, one.qty > 0 ? range.high : range.low, rate)
      }
      if (best <= this.#share(held, at, 20n)) {
        this.#say(`${memberId} was worth ${best} from ${seoulTime(at)} on and was not cut`)
        return
      }
    }
    this.#count('stretches between two fills', 'never below the loss cut for minutes')
  }

  /** What each has is what he was given and what his fills and nights came to. */
  #judgeMoney(): undefined {
    for (const [memberId, { posted, reserved }] of this.#books.wallets) {
      const fills = this.#accounts.fillsOf(memberId)
      const results = sumBig(fills.map(({ realizedPnl, fee }) => realizedPnl - fee))
      const own = this.#books.postings.filter((posting) => posting.memberId === memberId)
      const of = (reason: string) =>
        sumBig(own.filter((posting) => posting.reason === reason).map(({ amount }) => amount))
      const fromFills = of('OVERSEA_PNL') + of('OVERSEA_FEE')
      if (fromFills !== results) this.#say(`${memberId}: fills came to ${results}, the ledger says ${fromFills}`)
      const total = of('DEMO_GRANT') + results + of('OVERSEA_FINANCING') + of('OVERSEA_INSURANCE')
      if (total !== posted) this.#say(`${memberId} has ${posted} instead of ${total}`)
      const open = this.#books.positions.filter((one) => one.memberId === memberId && one.closedAt === null)
      if (sumBig(open.map(({ margin }) => margin)) !== reserved) this.#say(`${memberId} holds back ${reserved}`)
      this.#count('money', 'what a member has is what he was given, his fills and his nights')
      if (of('OVERSEA_INSURANCE') > 0n) this.#count('money', 'losses that insurance covered')
    }
  }

  /** Everybody was told of every end, once. */
  #judgeEvents(): undefined {
    for (const position of this.#books.positions) {
      if (position.closedAt === null || position.closedAt > this.#seen.to) continue
      const told = (this.#seen.events.get(position.memberId) ?? []).filter(
        ({ event, data }) =>
          (event === 'POSITION_CLOSE' || event === 'POSITION_LIQUID') && (data as OverseaPosition).id === position.id,
      )
      const closes = told.filter(({ event }) => event === 'POSITION_CLOSE').length
      const liquid = told.filter(({ event }) => event === 'POSITION_LIQUID').length
      if (closes !== 1) this.#fault(position, `POSITION_CLOSE was told ${closes} times`)
      else if (liquid !== (position.closeReason === 'LIQUIDATION' ? 1 : 0))
        this.#fault(position, `POSITION_LIQUID ${liquid} times`)
      else this.#count('events', liquid ? 'POSITION_CLOSE and POSITION_LIQUID' : 'POSITION_CLOSE')
    }
  }

  // ---- what they share ----

  #share(held: readonly Held[], at: number, percent: bigint): bigint {
    const rate = this.#accounts.rateAt(at)
    return ceil(sumBig(held.map((one) => marginOf(one, rate))) * percent, 100n)
  }

  /** Whether the server did what was due as soon as it could: what it was silent for does not count. */
  #isTimely(due: number, at: number): boolean {
    let silent = 0
    let last = due
    for (const turn of [...this.#books.turns(due, at), at]) {
      if (turn - last > quiet) silent += turn - last
      last = turn
    }
    return at - due - silent <= slack
  }

  #optionOf = ({ optionId }: { optionId: number }): Option => this.#books.options.get(optionId)!
  #sessionsOf = (of: { optionId: number }): readonly Session[] => this.#sessions.get(this.#optionOf(of).kind)!
  #sessionAt = ({ kind }: Option, at: number): Session | null =>
    this.#sessions.get(kind)!.find(({ openAt, closeAt }) => at >= openAt && at < closeAt) ?? null

  #count(what: string, how: string): undefined {
    const counts = this.#counts.get(what) ?? new Map<string, number>()
    this.#counts.set(what, counts.set(how, (counts.get(how) ?? 0) + 1))
  }

  #fault(of: Position | Order | Fill, why: string): undefined {
    const what = 'orderId' in of ? 'fill' : 'openedAt' in of ? 'position' : `order ${of.marketType}`
    const at = 'orderId' in of ? of.at : (of.closedAt ?? this.#seen.to)
    this.#say(`${what} ${of.id} of ${of.memberId} in ${this.#optionOf(of).instrument} at ${seoulTime(at)}: ${why}`)
  }

  #say(fault: string): undefined {
    this.#faults.push(fault)
  }
}

/** How an end came about, or why it may not have. */
interface Cause {
  readonly how?: string
  readonly fault?: string
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const sumBig = (numbers: readonly bigint[]) => numbers.reduce((a, b) => a + b, 0n)
