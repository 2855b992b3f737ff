import {
  addFill,
  crossMargin,
  type Position as Held,
  initialMargin,
  notionalOf,
  orderMargin,
  releasedMargin,
} from '@maru/positions'
import { marginHealth } from '../guards/index.ts'
import { hasCopies, isSameLot, lotsIn, positionIn } from '../trading/lots.ts'
import { isClaim, ordersIn, sideOf } from '../trading/orders.ts'
import type { Minor, PositionSide, PriceUnits, Qty } from '../types.ts'
import { collateralOf } from '../wallet.ts'
import { crossPositions, marginAccount } from './margin-account.ts'
import { reservePpmOf, workingOrder } from './policy.ts'
import type { Holding, Order } from './state.ts'

/** The position that an order would leave, and the margin behind it. */
export interface Outcome {
  readonly position: Held
  readonly margin: Minor
}

const NONE: ReadonlySet<Order> = new Set()

/**
 * How far a side of a market is used by all lots of a holder, some orders left out, and how much of an opposite position of the named lot no
 * open order has spoken for.
 */
export function usageOf(holding: Holding, side: PositionSide, except: ReadonlySet<Order> = NONE) {
  const { holder, market } = holding
  const { closableQty, ...own } = lotUsageOf(holding, side, except)
  let { usedNotional } = own
  if (hasCopies(holder, market))
    for (const lot of lotsIn(holder, market))
      if (lot.lot !== holding.lot) usedNotional += lotUsageOf(lot, side, except).usedNotional
  return { usedNotional, closableQty }
}

function lotUsageOf(holding: Holding, side: PositionSide, except: ReadonlySet<Order>) {
  const { market } = holding
  const sign = sideOf(side)
  const positionQty = positionIn(holding)?.row.qty ?? 0
  const orders = ordersIn(holding).filter(
    (order) => order.row.side === side && isClaim(order.row) && !except.has(order),
  )
  const working = orders.map(workingOrder)
  const { leverage } = orders[0]?.row ?? { leverage: 1 }
  const { scale } = market
  const parts = orderMargin({ orders: working, positionQty, leverage, reservePpm: reservePpmOf(market), scale }).orders
  const spoken = working.reduce((sum, one) => sum + one.qty, 0)
  const held = Math.max(0, sign * positionQty)
  const usedNotional = parts.reduce(
    (sum, part, index) => sum + notionalOf(working[index]!.price, part.openingQty, scale),
    notionalOf(market.instrument.mark ?? 0, held, scale),
  )
  return { usedNotional, closableQty: Math.max(0, -sign * positionQty - spoken) }
}

/** Looks ahead to the fill of an order at a price. */
export function resultOf(order: Order, qty: Qty, price: PriceUnits): Outcome {
  const { market, row } = order
  const position = positionIn(order)
  const before = position?.row ?? { qty: 0, entryQuote: 0n, margin: 0n }
  const effect = addFill(before, sideOf(row.side) * qty, notionalOf(price, qty, market.scale))
  if (row.marginType === 'CROSS') return { position: effect.position, margin: collateralBehind(order) }
  const mark = market.instrument.mark ?? price
  // What a trigger sets off fills near it, where the mark is then.
  const from = row.triggerPrice === null ? mark : price
  const perUnit = Math.max(0, sideOf(row.side) * (price - from))
  const added = initialMargin(effect.openedQuote, row.leverage) + notionalOf(perUnit, effect.openedQty, market.scale)
  if (effect.closedQty === 0) return { position: effect.position, margin: before.margin + added }
  const kept = before.margin - releasedMargin(before.margin, effect.closedQty, before.qty)
  return { position: effect.position, margin: effect.flipped ? added : kept }
}

/** What stands behind a CROSS position of the lot, while the marks of the others stand still. */
function collateralBehind(holding: Holding): Minor {
  const { holder } = holding
  const others = marginAccount(
    0n,
    crossPositions(holder).filter((position) => !isSameLot(position, holding)),
  )
  if (others === null) return collateralOf(holder.wallet)
  const { equity, maintenance } = marginHealth(others)
  return crossMargin(collateralOf(holder.wallet), equity, maintenance)
}
