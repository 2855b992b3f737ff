import type { OrderRow } from '../../src/index.ts'
import { equal } from '../checks.ts'
import { isOverdue, isReached } from '../orders.ts'
import { isBeyondTrigger } from '../stops.ts'
import { lotOf, takenBy } from '../traders.ts'
import { ladder } from './arithmetic.ts'
import {
  type AuditedMarket,
  type AuditedMember,
  CLOSE_ONLY,
  CLOSING,
  cutPpmOf,
  health,
  isAsleep,
  isAtOrBelow,
  isPriced,
  isTraded,
  leftOf,
  marketOf,
  openingCount,
  positionMargin,
  workingIn,
} from './margin-accounts.ts'
import type { OverseaRecord } from './record.ts'

/** Looks at every margin account: none may be left that should be cut, warned or armed again, and every position is valued at the rate of the day. */
export function scanAccounts(auditor: OverseaRecord, at: number): void {
  for (const member of auditor.members.values()) {
    if (member.positions.size === 0) continue
    const positions = [...member.positions.values()]
    for (const position of positions) {
      const { id, margin, fxRate } = position
      equal(fxRate, auditor.fixings.rate, `rate of position ${id}`)
      equal(margin, positionMargin(position, fxRate), `margin of position ${id}`)
    }
    const markets = positions.map(({ option }) => marketOf(auditor.markets, option))
    if (markets.some((market) => isAsleep(market, at)) || !markets.some((market) => isTraded(market, at))) continue
    const state = health(member, auditor.markets)
    const site = auditor.sites.get(member.siteId)!
    const { overseaWarnPpm, overseaCalmPpm } = site
    const name = `member ${member.memberId} with ${state.equity} of ${state.margin}`
    if (isAtOrBelow(state, cutPpmOf(member, site))) {
      for (const [index, { id, qty }] of positions.entries())
        if (canTrade(markets[index]!, qty > 0 ? 'bids' : 'asks', at))
          throw new Error(`${name}: position ${id} was not cut`)
    } else if (isAtOrBelow(state, overseaWarnPpm)) {
      if (!positions.every(({ warned }) => warned)) throw new Error(`${name} was not warned`)
    } else if (!isAtOrBelow(state, overseaCalmPpm) && positions.some(({ warned }) => warned))
      throw new Error(`${name} is warned still`)
  }
}

/** A position and the orders that open never come to more than the contract allows. */
export function scanCounts(auditor: OverseaRecord, member: AuditedMember): void {
  for (const option of member.options.values()) {
    const held = member.positions.get(lotOf({ optionId: option.id }))?.qty ?? 0
    const count = Math.abs(held) + openingCount(held, workingIn(member, option.id))
    if (count > auditor.mostOf(option))
      throw new Error(`member ${member.memberId} has ${count} contracts of ${option.stock}`)
  }
}

/** Looks at every open order: none may be left that had to fire, fill or end. `changed`: those that changed after the quote of an instrument that holds. */
export function scanOrders(
  auditor: OverseaRecord,
  changed: ReadonlyMap<string, ReadonlySet<number>>,
  at: number,
): void {
  for (const member of auditor.members.values())
    for (const order of member.orders.values()) {
      const { instrument, slipPpm } = member.options.get(order.optionId)!
      const market = auditor.markets.get(instrument)!
      const name = `${order.marketType} order ${order.id}`
      if (isOverdue(order, member.options.get(order.optionId)!, at))
        throw new Error(`${name} waits for a price since ${at - order.acceptedAt} ms`)
      checkSession(order, market, name, at)
      if (!isTraded(market, at)) continue
      const side = order.side === 'LONG' ? 'asks' : 'bids'
      const best = market.book?.[side][0]?.[0]
      // What waited for the end of an emergency stop has the next price.
      const isStopped = auditor.stops.isOn(member.siteId, 'OVERSEA', instrument) || auditor.stops.isFresh(instrument)
      // What a member may open cannot be said without a last price.
      const opens = market.last !== null && !isStopped && best !== undefined && !isBeyondTrigger(order, best, slipPpm)
      const isAble = canTrade(market, side, at) && (order.isReduceOnly || opens)
      if (order.executeAt !== null) {
        if (isAble && at >= order.executeAt) throw new Error(`${name} passed its price over`)
      } else if (order.triggerKind !== null && order.triggeredAt === null) {
        if (isReached(order, market.last)) throw new Error(`${name} did not fire at ${market.last}`)
      } else if (isAble && changed.get(instrument)?.has(order.id) === false) {
        const { correctedTs } = market.book!
        const direction = order.side === 'LONG' ? 1 : -1
        // The next contract costs more by what its member took before.
        const taken = takenBy(member, order, correctedTs)
        const { worst } = ladder(member.options.get(order.optionId)!, direction, best!, taken, taken + 1)
        if (correctedTs >= order.acceptedAt && direction * (worst - order.price!) <= 0)
          throw new Error(`${name} was passed over at ${best}`)
      }
    }
}

/** What opens goes ten minutes before the close, the rest with it; none sees another session. */
function checkSession(order: OrderRow, market: AuditedMarket, name: string, at: number): void {
  if (order.qty === null || market.session === null) return
  const left = leftOf(market, at)
  if (left <= 0) throw new Error(`${name} outlived its session`)
  if (left <= CLOSE_ONLY && !order.isReduceOnly) throw new Error(`${name} works on in the last minutes`)
  if (at >= market.session.times.openAt && order.acceptedAt < market.session.times.openAt)
    throw new Error(`${name} is of an earlier session`)
}

/** Looks at what sessions should have ended: positions without a flag from five minutes before the close, nights, and what earlier ones left. */
export function scanSessions(auditor: OverseaRecord, at: number): void {
  for (const member of auditor.members.values())
    for (const { id, option, day, overnight } of member.positions.values()) {
      const market = marketOf(auditor.markets, option)
      if (market.session === null) continue
      const { tradingDay } = market.session.times
      const left = leftOf(market, at)
      const isClosable = canTrade(market, 'bids', at) && canTrade(market, 'asks', at)
      if (isClosable && overnight === null && (left <= CLOSING || day < tradingDay))
        throw new Error(`position ${id} was not closed ${left} ms before its session's end`)
      if (left <= 0 && overnight === tradingDay && isPriced(member, auditor.markets))
        throw new Error(`position ${id} has no night`)
      if (isClosable && day < tradingDay) throw new Error(`position ${id} lives in ${day} still`)
    }
}

const canTrade = (market: AuditedMarket, side: 'bids' | 'asks', at: number): boolean =>
  isTraded(market, at) && (market.book?.[side].length ?? 0) > 0
