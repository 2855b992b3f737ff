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
  const { orders, leverage, reservePpm, scale } = input
  const opening = openingQtys(input)
  let buy = 0n
  let sell = 0n
  const parts = orders.map(({ side, price, mark }, index) => {
    const openingQty = opening[index]!
    if (openingQty === 0) return { openingQty, cost: 0n }
    const { cost } = orderCost({ side, qty: openingQty, price, mark, leverage, reservePpm, scale })
    if (side === 1) buy += cost
    else sell += cost
    return { openingQty, cost }
  })
  return { total: buy + sell, buy, sell, orders: parts }
}

/** How many steps of each order count as opening. */
function openingQtys({ orders, positionQty, leverage, reservePpm }: OrderMarginInput): readonly number[] {
  const opening = new Array<number>(orders.length).fill(0)
  for (const side of [1, -1] as const) {
    let working = 0n
    let plain = 0n
    for (const order of orders) {
      if (order.side !== side) continue
      working += BigInt(order.qty)
      if (!order.reduceOnly) plain += BigInt(order.qty)
    }
    let left = working - BigInt(Math.max(0, -side * positionQty))
    if (left <= 0n || plain === 0n) continue
    const places = [...orders.keys()].filter((place) => orders[place]!.side === side && !orders[place]!.reduceOnly)
    // The order among them matters only where some of them close.
    if (plain > left) dearestFirst(places, (place) => costRate(orders[place]!, leverage, reservePpm))
    for (const place of places) {
      const { qty } = orders[place]!
      opening[place] = left < BigInt(qty) ? Number(left) : qty
      left -= BigInt(opening[place]!)
      if (left <= 0n) break
    }
  }
  return opening
}

/** Sorts places by their rates, highest first, earlier ones first among equals. */
function dearestFirst(places: number[], rateOf: (place: number) => bigint): void {
  const rates = new Map(places.map((place) => [place, rateOf(place)]))
  places.sort((a, b) => {
    const [one, other] = [rates.get(a)!, rates.get(b)!]
    return one === other ? a - b : one > other ? -1 : 1
  })
}

/** Cost of a step × leverage × 10^6 ÷ unit: exact, for comparing. */
function costRate({ side, price, mark }: WorkingOrder, leverage: number, reservePpm: Ppm): bigint {
  const loss = BigInt(Math.max(0, side * (price - mark)))
  return BigInt(price) * (PPM + BigInt(leverage) * BigInt(reservePpm)) + loss * BigInt(leverage) * PPM
}
