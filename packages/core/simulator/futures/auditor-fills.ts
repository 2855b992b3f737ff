import type { FillRow, FuturesOption, OrderRow } from '../../src/index.ts'
import { beside, down, max, up } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import type { Due } from '../postings.ts'
import { lotOf, takenBy } from '../traders.ts'
import { ladder, openResult, share, shown, unitOf, worth } from './arithmetic.ts'
import type { AuditedMarket, AuditedMember } from './margin-accounts.ts'

/** The effect of a fill on its position, and its cost. */
export interface FillPlan {
  readonly qty: number
  readonly entry: bigint
  /** Isolated margin that an opening adds. */
  readonly added: bigint
  readonly movements: readonly Due[]
  /** Isolated margin that a close frees; null where it stays (liquidation). */
  readonly released: bigint | null
}

/** Recomputes a fill from the order book that was seen, the order's limits and the position; throws where it differs. */
export function checkFill(
  member: AuditedMember,
  order: OrderRow,
  fill: FillRow,
  market: AuditedMarket,
  at: number,
): FillPlan {
  const option = member.options.get(fill.optionId)!
  const name = `fill ${fill.id} of ${order.marketType} order ${order.id}`
  if (!market.live) throw new Error(`${name} came while the feed was stale`)
  if (!market.book) throw new Error(`${name} came without a book`)
  equal(fill.bookU, market.book.u, `book of ${name}`)
  equal(fill.mark, market.mark, `mark of ${name}`)
  equal(fill.at, at, `time of ${name}`)
  equal(fill.side, order.side, `side of ${name}`)
  equal(fill.lot, order.lot, `lot of ${name}`)
  const direction = order.side === 'LONG' ? 1 : -1
  const levels = direction > 0 ? market.book.asks : market.book.bids
  equal(fill.best, levels[0]?.[0], `best price of ${name}`)
  if (!(Number.isSafeInteger(fill.qty) && fill.qty > 0) || fill.qty % option.stepUnits !== 0)
    throw new Error(`${name} has no whole quantity`)
  equal(fill.bookTs, market.book.sourceTs, `source time of the book of ${name}`)
  if (fill.isMaker && market.book.correctedTs < order.acceptedAt)
    throw new Error(`${name} rested on a book from before its acceptance`)
  if (order.origin === 'MEMBER' && !fill.isMaker && !isOfTime(order, market.book, option))
    throw new Error(`${name} used a book that was known when it was placed or fired`)

  member.taken = member.taken.filter((one) => one.at > at - 60_000)
  checkPrice(order, fill, market, option, { levels, direction, taken: takenBy(member, fill, at) })
  member.taken.push({ optionId: fill.optionId, side: fill.side, qty: fill.qty, at })

  const fee = share(fill.quote, fill.isMaker ? option.makerPpm : option.takerPpm)
  const extra = order.marketType === 'LIQUIDATION' ? share(fill.quote, option.liquidationPpm) : 0n
  equal(fill.fee, fee + extra, `fee of ${name}`)

  const position = member.positions.get(lotOf(fill))
  const held = position?.qty ?? 0
  const closable = Math.max(0, -direction * held)
  equal(fill.isClose, closable > 0, `kind of ${name}`)
  if (position) equal(fill.positionId, position.id, `position of ${name}`)
  const signed = direction * fill.qty
  if (closable === 0) {
    if (order.isReduceOnly) throw new Error(`${name} opens though it may only reduce`)
    equal(fill.realizedPnl, 0n, `result of ${name}`)
    const entry = (position?.entry ?? 0n) + BigInt(direction) * fill.quote
    const loss =
      market.mark === null ? 0n : max(0n, -openResult(option, market.mark, signed, BigInt(direction) * fill.quote))
    const added = order.marginType === 'CROSS' ? 0n : up(fill.quote, BigInt(order.leverage)) + loss
    return { qty: held + signed, entry, added, movements: [], released: 0n }
  }
  if (fill.qty > closable) throw new Error(`${name} closes more than is open`)
  const removed = up(position!.entry * BigInt(fill.qty), BigInt(Math.abs(held)))
  const pnl = -BigInt(direction) * fill.quote - removed
  equal(fill.realizedPnl, pnl, `result of ${name}`)
  const released = down(position!.margin * BigInt(fill.qty), BigInt(Math.abs(held)))
  return {
    qty: held + signed,
    entry: position!.entry - removed,
    added: 0n,
    movements: [
      { reason: 'FUTURES_PNL', account: 'PNL_FUTURES', amount: pnl },
      { reason: 'FUTURES_FEE', account: 'FEE_FUTURES', amount: -fee },
      { reason: 'FUTURES_LIQUIDATION_FEE', account: 'INSURANCE_FUND', amount: -extra },
    ],
    released: order.marketType === 'LIQUIDATION' ? null : released,
  }
}

/** Whether an order book is of an order's time: the delay after its acceptance is over, and its trigger is not newer. By the feed's usual offset. */
export const isOfTime = (order: OrderRow, book: NonNullable<AuditedMarket['book']>, option: FuturesOption): boolean =>
  book.correctedTs >= order.acceptedAt + option.execDelayMs && book.correctedTs >= (order.triggeredAt ?? 0)

interface Side {
  readonly levels: readonly (readonly [number, number])[]
  readonly direction: 1 | -1
  /** What the member took of it in the last two seconds. */
  readonly taken: number
}

/** A maker fills at his limit as far as the order book shows; a taker gets what the order book gives after what he took, and nothing worse than his limit. */
function checkPrice(order: OrderRow, fill: FillRow, market: AuditedMarket, option: FuturesOption, side: Side): void {
  const { levels, direction, taken } = side
  const name = `fill ${fill.id} of ${order.marketType} order ${order.id}`
  if (fill.isMaker) {
    if (order.price === null) throw new Error(`${name} rested without a limit`)
    if (shown(levels, direction, order.price) < taken + fill.qty) throw new Error(`${name} filled more than was shown`)
    equal(fill.quote, worth(option, order.price, fill.qty), `price of ${name}`)
    return
  }
  const { sum, worst } = ladder(levels, direction, taken, taken + fill.qty)
  equal(fill.quote, sum * unitOf(option), `price of ${name}`)
  const limit = limitOf(order, market, option, direction, levels[0]![0])
  if (limit !== null && direction * (worst - limit) > 0) throw new Error(`${name} went to ${worst}, beyond ${limit}`)
}

/** The worst price that an order may fill at; null: none. Liquidations are looked at on their own. */
export function limitOf(
  order: OrderRow,
  market: AuditedMarket,
  option: FuturesOption,
  direction: 1 | -1,
  best: number,
): number | null {
  if (order.price !== null) return order.price
  if (order.qty === null) return null
  const stop = beside(market.mark ?? best, direction, order.isReduceOnly ? option.closeSlipPpm : option.slipPpm)
  if (order.tolerancePpm === null) return stop
  const named = beside(order.basePrice ?? best, direction, order.tolerancePpm)
  return direction > 0 ? Math.min(stop, named) : Math.max(stop, named)
}
