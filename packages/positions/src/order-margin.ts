import { orderCost } from './margin.ts'
import { type Minor, PPM, type Ppm, type QuoteScale, type Side } from './scale.ts'

/** A working order as far as its reservation goes. */
export interface WorkingOrder {
  readonly side: Side
  /** Steps not yet filled. */
  readonly qty: number
  /** Price it is reserved at: its limit, or what a market or stop order expects to pay at worst. */
  readonly price: number
  /** Mark against which its open loss counts. */
  readonly mark: number
  /** Uses up the position before others do, but never opens and reserves nothing. */
  readonly reduceOnly?: boolean
}
export interface OrderMarginInput {
  readonly orders: readonly WorkingOrder[]
  /** Signed steps of the position. */
  readonly positionQty: number
  readonly leverage: number
  readonly reservePpm: Ppm
  readonly scale: QuoteScale
}
export interface OrderMargin {
  readonly total: Minor
  readonly buy: Minor
  readonly sell: Minor
  /** In the order of the input: steps that count as opening, and what they reserve. */
  readonly orders: readonly { readonly openingQty: number; readonly cost: Minor }[]
}

/**
 * Reservation for the orders of a symbol: cost of max(0, Σ BUY - short qty) plus cost of max(0, Σ SELL - long qty) (rules B,
 * Order margin). Two opposite orders do not both count as closing.
 *
 * Which orders close is not known before they fill, so the dearest count as opening: per side the opening quantity goes to the
 * orders with the highest cost per step (margin, fee reserve and open loss together), earlier ones first among equals. So the
 * reservation covers every sequence in which they may fill, but for what margin and fee of each order round up (< 1 minor unit
 * each).
 */
export function orderMargin(input: OrderMarginInput): OrderMargin {
  const { orders, positionQty, leverage, reservePpm, scale } = input
  const opening = new Array<number>(orders.length).fill(0)
  for (const side of [1, -1] as const) {
    const own = orders.map((order, index) => ({ order, index })).filter(({ order }) => order.side === side)
    const held = BigInt(Math.max(0, -side * positionQty))
    let left = own.reduce((sum, { order }) => sum + BigInt(order.qty), -held)
    const plain = own
      .filter(({ order }) => !order.reduceOnly)
      .map((entry) => ({ ...entry, rate: costRate(entry.order, leverage, reservePpm) }))
      .sort((a, b) => (a.rate === b.rate ? a.index - b.index : a.rate > b.rate ? -1 : 1))
    for (const { order, index } of plain) {
      if (left <= 0n) break
      opening[index] = left < BigInt(order.qty) ? Number(left) : order.qty
      left -= BigInt(opening[index]!)
    }
  }
  const costs = orders.map(({ side, price, mark }, index) => ({
    openingQty: opening[index]!,
    cost: orderCost({ side, qty: opening[index]!, price, mark, leverage, reservePpm, scale }).cost,
  }))
  const sumOf = (side: Side) =>
    costs.reduce((sum, { cost }, index) => (orders[index]!.side === side ? sum + cost : sum), 0n)
  const buy = sumOf(1)
  const sell = sumOf(-1)
  return { total: buy + sell, buy, sell, orders: costs }
}

/** Cost of a step × leverage × 10^6 ÷ unit: exact, for comparing. */
function costRate({ side, price, mark }: WorkingOrder, leverage: number, reservePpm: Ppm): bigint {
  const loss = BigInt(Math.max(0, side * (price - mark)))
  return BigInt(price) * (PPM + BigInt(leverage) * BigInt(reservePpm)) + loss * BigInt(leverage) * PPM
}
