import { priceOf, unitsOf } from '../ticks.ts'

export type Level = readonly [price: string, qty: string]

/** One row of the order book as it is shown. */
export interface DepthRow {
  readonly price: string
  /** Quantity of the level, or of it and all better ones. */
  readonly qty: string
  /** Length of its bar, 0 to 1. */
  readonly share: number
  /** An order of the member rests here. */
  readonly mine: boolean
}

export interface DepthView {
  readonly precision: number
  readonly qtyPrecision: number
  /** Width of a level in units of the last place of a price. */
  readonly group: number
  readonly cumulated: boolean
  readonly rows: number
  /** Prices of the member's resting orders. */
  readonly mine: readonly { readonly price: string; readonly side: 'LONG' | 'SHORT' }[]
}

export interface BookRows {
  /** Best first. */
  readonly asks: readonly DepthRow[]
  readonly bids: readonly DepthRow[]
}

/** The rows of both sides; bars are measured against the largest figure of the two. */
export function depthRows(asks: readonly Level[], bids: readonly Level[], view: DepthView): BookRows {
  const sides = {
    asks: grouped(asks, 'SHORT', view),
    bids: grouped(bids, 'LONG', view),
  }
  const most = Math.max(1, ...[...sides.asks, ...sides.bids].map(({ qty }) => qty))
  const shown = (levels: readonly Grouped[]) =>
    levels.map(({ price, qty, mine }) => ({
      price: priceOf(price, view.precision),
      qty: priceOf(qty, view.qtyPrecision),
      // A bar of whole per cents: what moves less than that is not seen.
      share: Math.round((qty / most) * 100) / 100,
      mine,
    }))
  return { asks: shown(sides.asks), bids: shown(sides.bids) }
}

interface Grouped {
  price: number
  qty: number
  mine: boolean
}

/** Levels of `group` units: an ask belongs to the level above it, a bid to the one below, so that no price looks better than it is. */
function grouped(levels: readonly Level[], side: 'LONG' | 'SHORT', view: DepthView): Grouped[] {
  const { precision, qtyPrecision, group, cumulated, rows } = view
  const place = (price: string) =>
    (side === 'SHORT' ? Math.ceil : Math.floor)(unitsOf(price, precision) / group) * group
  const mine = new Set(view.mine.filter((order) => order.side === side).map(({ price }) => place(price)))
  const found: Grouped[] = []
  for (const [text, qty] of levels) {
    const price = place(text)
    const last = found.at(-1)
    if (last?.price === price) last.qty += unitsOf(qty, qtyPrecision)
    else if (found.length === rows) break
    else found.push({ price, qty: unitsOf(qty, qtyPrecision), mine: mine.has(price) })
  }
  if (cumulated) for (let at = 1; at < found.length; at++) found[at]!.qty += found[at - 1]!.qty
  return found
}

export const sameRows = (a: readonly DepthRow[], b: readonly DepthRow[]): boolean =>
  a.length === b.length && a.every((row, place) => sameRow(row, b[place]!))

const sameRow = (a: DepthRow, b: DepthRow): boolean =>
  a.price === b.price && a.qty === b.qty && a.share === b.share && a.mine === b.mine
