import { floorDiv } from './decimal.ts'
import { orderCost } from './margin.ts'
import { type Minor, notionalOf, PPM, type Ppm, type QuoteScale, type Side } from './scale.ts'

/** One direction of the question how much may be ordered. */
export interface MaxQtyInput {
  readonly side: Side
  readonly available: Minor
  readonly price: number
  readonly mark: number
  readonly leverage: number
  readonly reservePpm: Ppm
  /** Largest notional for the leverage (`maxNotionalFor`), and what position and orders on this side already use of it. */
  readonly bracketCap: Minor
  readonly usedNotional: Minor
  /** Steps of an opposite position that no open order has spoken for: they close, and need no margin. */
  readonly closableQty: number
  /** Smallest order and step, both in units of 10^-qtyPrecision. */
  readonly minQty: number
  readonly stepSize: number
  readonly scale: QuoteScale
}

/**
 * Largest quantity that may be ordered (rules B, qty_per): floor_step(min(available ÷ cost of a step, (cap - used) ÷ price)) +
 * closable quantity. Exact: its cost as an order never exceeds what is available. 0 below the smallest order.
 */
export function maxQty(input: MaxQtyInput): number {
  const { side, available, price, mark, leverage, reservePpm, stepSize, minQty, scale } = input
  if (price < 1) return 0
  const loss = BigInt(Math.max(0, side * (price - mark)))
  const perStep =
    scale.unit * (BigInt(price) * (PPM + BigInt(leverage) * BigInt(reservePpm)) + loss * BigInt(leverage) * PPM)
  const byMoney = floorDiv(positive(available) * BigInt(leverage) * PPM, perStep)
  const byBracket = floorDiv(positive(input.bracketCap - input.usedNotional), notionalOf(price, 1, scale))
  let opening = floorStep(number(byMoney < byBracket ? byMoney : byBracket), stepSize)
  // Margin and fee reserve each round up, so the exact quotient can be a step too many.
  const costOf = (qty: number) => orderCost({ side, qty, price, mark, leverage, reservePpm, scale }).cost
  while (opening > 0 && costOf(opening) > available) opening -= stepSize
  const most = floorStep(number(BigInt(opening) + BigInt(input.closableQty)), stepSize)
  return most < minQty ? 0 : most
}

export const qtyShares = [10, 25, 50, 75, 100] as const
export type QtyShare = (typeof qtyShares)[number]

export interface QtyPer {
  readonly minQty: number
  readonly stepSize: number
  readonly maxBuyQty: number
  readonly maxSellQty: number
  readonly per: Readonly<Record<QtyShare, { readonly buy: number; readonly sell: number }>>
}

/** The table of rules B's qty_per: floor_step(max × share), 0 where that is below the smallest order. */
export function qtyPer(buy: Omit<MaxQtyInput, 'side'>, sell: Omit<MaxQtyInput, 'side'>): QtyPer {
  const { minQty, stepSize } = buy
  const maxBuyQty = maxQty({ ...buy, side: 1 })
  const maxSellQty = maxQty({ ...sell, side: -1 })
  const shareOf = (most: number, share: QtyShare) => {
    const qty = floorStep(Number((BigInt(most) * BigInt(share)) / 100n), stepSize)
    return qty < minQty ? 0 : qty
  }
  const row = (share: QtyShare) => ({ buy: shareOf(maxBuyQty, share), sell: shareOf(maxSellQty, share) })
  return {
    minQty,
    stepSize,
    maxBuyQty,
    maxSellQty,
    per: { 10: row(10), 25: row(25), 50: row(50), 75: row(75), 100: row(100) },
  }
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)
const floorStep = (qty: number, step: number): number => qty - (qty % step)
const number = (qty: bigint): number => (qty > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(qty))
