import type { FillRow, OrderRow, OverseaOption } from '../../src/index.ts'
import { beside, up } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import { lotOf, takenBy } from '../traders.ts'
import { feeOf, ladder, won, worth } from './arithmetic.ts'
import { type AuditedMarket, type AuditedMember, isTraded } from './margin-accounts.ts'

/** The effect of a fill on its position, and its cost. */
interface FillPlan {
  readonly qty: number
  readonly entry: bigint
  readonly pnl: bigint
  readonly fee: bigint
}

/** Recomputes a fill from the price that was seen, the order's limit and the position; throws where it differs. */
export function checkFill(
  member: AuditedMember,
  order: OrderRow,
  fill: FillRow,
  market: AuditedMarket,
  rate: number,
  at: number,
): FillPlan {
  const option = member.options.get(fill.optionId)!
  const name = `fill ${fill.id} of ${order.marketType} order ${order.id}`
  const { book, session } = market
  if (!isTraded(market, at)) throw new Error(`${name} came while nothing was traded`)
  if (!book) throw new Error(`${name} came without a price`)
  equal(fill.bookU, book.u, `price of its time of ${name}`)
  equal(fill.at, at, `time of ${name}`)
  equal(fill.side, order.side, `side of ${name}`)
  equal(fill.fxRate, rate, `rate of ${name}`)
  equal(fill.tradingDay, session!.times.tradingDay, `trading day of ${name}`)
  const direction = order.side === 'LONG' ? 1 : -1
  const best = (direction > 0 ? book.asks : book.bids)[0]?.[0]
  equal(fill.best, best, `best price of ${name}`)
  if (!(Number.isSafeInteger(fill.qty) && fill.qty > 0)) throw new Error(`${name} has no whole count`)
  if (fill.isMaker && book.correctedTs < order.acceptedAt)
    throw new Error(`${name} rested on a price from before its acceptance`)
  const isWaiting = order.origin === 'MEMBER' && !fill.isMaker
  if (isWaiting && at < order.acceptedAt + option.execDelayMs)
    throw new Error(`${name} used a price that was known when it was placed`)
  checkPrice(member, order, fill, market.last, at)
  member.taken = member.taken.filter((one) => one.at > at - 60_000)
  member.taken.push({ optionId: fill.optionId, side: fill.side, qty: fill.qty, at })
  const fee = feeOf(option, fill.qty, rate)
  equal(fill.fee, fee, `fee of ${name}`)

  const position = member.positions.get(lotOf(fill))
  const held = position?.qty ?? 0
  const closable = Math.max(0, -direction * held)
  equal(fill.isClose, closable > 0, `kind of ${name}`)
  if (position) equal(fill.positionId, position.id, `position of ${name}`)
  const signed = direction * fill.qty
  if (closable === 0) {
    if (order.isReduceOnly) throw new Error(`${name} opens though it may only reduce`)
    equal(fill.realizedPnl, 0n, `result of ${name}`)
    return { qty: held + signed, entry: (position?.entry ?? 0n) + BigInt(direction) * fill.quote, pnl: 0n, fee }
  }
  if (fill.qty > closable) throw new Error(`${name} closes more than is open`)
  const removed = up(position!.entry * BigInt(fill.qty), BigInt(Math.abs(held)))
  const pnl = won(option, -BigInt(direction) * fill.quote - removed, rate)
  equal(fill.realizedPnl, pnl, `result of ${name}`)
  return { qty: held + signed, entry: position!.entry - removed, pnl, fee }
}

/** All pay one tick size more for each so many contracts of two seconds; a resting limit fills at its price, no further than it reaches so. */
function checkPrice(member: AuditedMember, order: OrderRow, fill: FillRow, last: number | null, at: number): void {
  const name = `fill ${fill.id} of ${order.marketType} order ${order.id}`
  const option = member.options.get(fill.optionId)!
  const direction = order.side === 'LONG' ? 1 : -1
  if (fill.isMaker) {
    if (order.price === null) throw new Error(`${name} rested without a limit`)
    if (direction * (fill.best - order.price) > 0) throw new Error(`${name} was not touched at ${fill.best}`)
  }
  const taken = takenBy(member, fill, at)
  const { quote, worst } = ladder(option, direction, fill.best, taken, taken + fill.qty)
  equal(fill.quote, fill.isMaker ? worth(order.price!, fill.qty) : quote, `price of ${name}`)
  const limit = limitOf(order, option, last, direction, fill.best)
  if (limit !== null && direction * (worst - limit) > 0) throw new Error(`${name} went to ${worst}, beyond ${limit}`)
}

/** The worst price that an order may fill at: its own, or that of a market order, counted from the price that it was taken at; null: none. */
export function limitOf(
  order: OrderRow,
  option: OverseaOption,
  last: number | null,
  direction: 1 | -1,
  best: number,
): number | null {
  if (order.price !== null) return order.price
  if (order.qty === null) return null
  return beside(order.basePrice ?? last ?? best, direction, order.isReduceOnly ? option.closeSlipPpm : option.slipPpm)
}
