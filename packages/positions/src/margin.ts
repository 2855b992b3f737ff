import { ceilDiv, floorDiv } from './decimal.ts'
import { type Position, positionNotional, unrealizedPnl } from './position.ts'
import { type Minor, notionalOf, PPM, type Ppm, type QuoteScale, type Side } from './scale.ts'

/** A fee or another share of a notional: notional × rate, ceil. */
export const feeOf = (notional: Minor, rate: Ppm): Minor => ceilDiv(notional * BigInt(rate), PPM)

/** What an order sets aside for the fees of a round trip: it may open as either, and closes at the market (rules B: 800). */
export const roundTripPpm = (makerPpm: Ppm, takerPpm: Ppm): Ppm => Math.max(makerPpm, takerPpm) + takerPpm

/** Initial margin = notional ÷ leverage, ceil. */
export const initialMargin = (notional: Minor, leverage: number): Minor => ceilDiv(notional, BigInt(leverage))

/** Loss that an order would start with: qty × max(0, price - mark) buying, qty × max(0, mark - price) selling; exact (rules B). */
export const openLoss = (side: Side, qty: number, price: number, mark: number, scale: QuoteScale): Minor =>
  notionalOf(Math.max(0, side * (price - mark)), qty, scale)

/** An order as far as its cost goes. `reservePpm`: as of `roundTripPpm`. */
export interface CostInput {
  readonly side: Side
  readonly qty: number
  readonly price: number
  readonly mark: number
  readonly leverage: number
  readonly reservePpm: Ppm
  readonly scale: QuoteScale
}
/** What an order reserves, by reason; `cost` is their sum. */
export interface OrderCost {
  readonly notional: Minor
  readonly margin: Minor
  readonly feeReserve: Minor
  readonly openLoss: Minor
  readonly cost: Minor
}

/** Cost = notional ÷ leverage (ceil) + notional × reserve (ceil) + open loss (rules B). */
export function orderCost({ side, qty, price, mark, leverage, reservePpm, scale }: CostInput): OrderCost {
  const notional = notionalOf(price, qty, scale)
  const margin = initialMargin(notional, leverage)
  const feeReserve = feeOf(notional, reservePpm)
  const loss = openLoss(side, qty, price, mark, scale)
  return { notional, margin, feeReserve, openLoss: loss, cost: margin + feeReserve + loss }
}

/** What a ratio counts as once nothing is left to compare maintenance with. */
export const RUINED_PPM: Ppm = Number.MAX_SAFE_INTEGER

/**
 * Margin ratio = maintenance ÷ (margin + uPnL) in ppm, floored, so that ≥ 1,000,000 says exactly that maintenance reaches
 * equity. Equity of 0 or less is RUINED_PPM, whatever the maintenance.
 */
export function marginRatioPpm(maintenance: Minor, equity: Minor): Ppm {
  if (equity <= 0n) return RUINED_PPM
  const ratio = floorDiv(maintenance * PPM, equity)
  return ratio > BigInt(RUINED_PPM) ? RUINED_PPM : Number(ratio)
}

/** Isolated margin that may be taken out: margin + min(0, uPnL) - markNotional ÷ leverage (ceil), never below 0 (rules B). */
export function removableMargin(
  isoMargin: Minor,
  position: Position,
  mark: number,
  leverage: number,
  scale: QuoteScale,
): Minor {
  const pnl = unrealizedPnl(position, mark, scale)
  const left = isoMargin + (pnl < 0n ? pnl : 0n) - initialMargin(positionNotional(position, mark, scale), leverage)
  return left > 0n ? left : 0n
}

/**
 * Part of an isolated margin that leaves with a partial close: margin × closed ÷ held, floored, so that a close of everything
 * frees everything and what stays is never too small.
 */
export const releasedMargin = (isoMargin: Minor, closedQty: number, heldQty: number): Minor =>
  floorDiv(isoMargin * BigInt(closedQty), BigInt(Math.abs(heldQty)))
