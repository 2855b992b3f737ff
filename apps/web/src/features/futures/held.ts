import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import {
  crossMargin,
  formatUnits,
  initialMargin,
  liquidationPrice,
  type Minor,
  maintenanceMargin,
  marginRatioPpm,
  type Position,
  positionNotional,
  roeBp,
  type Side,
  unrealizedPnl,
  type WorkingOrder,
} from '@maru/positions'
import { unitsOf } from '../../trading/index.ts'
import { moneyOf, type Terms } from './terms.ts'

export const signOfSide = (side: 'LONG' | 'SHORT'): Side => (side === 'LONG' ? 1 : -1)
export const otherSide = (side: 'LONG' | 'SHORT') => (side === 'LONG' ? 'SHORT' : 'LONG')

/** A position in units. */
export function heldOf({ side, qty, entryNotional }: FuturesPosition, { scale }: Terms): Position {
  const sign = signOfSide(side)
  return { qty: sign * unitsOf(qty, scale.qtyPrecision), entryQuote: BigInt(sign) * moneyOf(entryNotional) }
}

/** What an open order holds back, as the core counts it: at its limit, its trigger or the price when it was taken. */
export function workingOf(order: FuturesOrder, { scale }: Terms, fallback: number): WorkingOrder {
  const given = order.price ?? order.triggerPrice
  const price = given === null ? fallback : unitsOf(given, scale.precision)
  const qty = unitsOf(order.qty ?? '0', scale.qtyPrecision) - unitsOf(order.filledQty, scale.qtyPrecision)
  return { side: signOfSide(order.side), qty, price, mark: price, reduceOnly: order.isReduceOnly }
}

/** A position with its rules and the mark of now. */
export interface Marked {
  readonly position: FuturesPosition
  readonly terms: Terms
  /** In units of the price. */
  readonly mark: number
}

export const pnlOf = ({ position, terms, mark }: Marked): Minor =>
  unrealizedPnl(heldOf(position, terms), mark, terms.scale)

/** Result over the margin of the entry, in percent with two decimals. */
export function roeOf({ position, terms, mark }: Marked): string {
  const bp = roeBp(heldOf(position, terms), mark, position.leverage, terms.scale)
  return bp === null ? '0' : formatUnits(bp, 2)
}

const maintenanceOf = ({ position, terms, mark }: Marked): Minor =>
  maintenanceMargin(positionNotional(heldOf(position, terms), mark, terms.scale), terms.brackets)

/** Maintenance over what stands behind it in ppm: an isolated position by itself, a cross position with all of them. */
export function ratioOf(one: Marked, crossPositions: readonly Marked[], playerPoint: Minor): number {
  if (one.position.marginType === 'ISOLATED')
    return marginRatioPpm(maintenanceOf(one), moneyOf(one.position.margin) + pnlOf(one))
  const maintenance = crossPositions.reduce((sum, each) => sum + maintenanceOf(each), 0n)
  const equity = crossPositions.reduce((sum, each) => sum + pnlOf(each), playerPoint)
  return marginRatioPpm(maintenance, equity)
}

/** What stands behind a cross position of one option while the marks of the others stand still. */
export const collateralOf = (playerPoint: Minor, others: readonly Marked[]): Minor =>
  crossMargin(
    playerPoint,
    others.reduce((sum, each) => sum + pnlOf(each), 0n),
    others.reduce((sum, each) => sum + maintenanceOf(each), 0n),
  )

/** First mark that liquidates, in units; null where none does. */
export const liquidationOf = (position: Position, margin: Minor, { brackets, scale }: Terms): number | null =>
  liquidationPrice(margin, position, brackets, scale)

/** What a cross position holds back: entry notional ÷ leverage. */
export const entryMargin = ({ entryQuote }: Position, leverage: number): Minor =>
  initialMargin(entryQuote < 0n ? -entryQuote : entryQuote, leverage)
