import { notionalOf, pnlKrw, quoteOf, unrealizedPnl } from '@maru/positions'
import type { State } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import { bookOf } from '../trading/instruments.ts'
import type { Market, Position } from '../trading/state.ts'
import type { BookName, Minor, OverseaOption, PriceUnits, Qty } from '../types.ts'

/** What members hold one way. */
export interface SideSum {
  readonly count: number
  readonly qty: Qty
  readonly margin: Minor
  /** In the currency of the book, at the price that holds. */
  readonly notional: Minor
  /** What it would bring its members at that price, before fees. */
  readonly pnl: Minor
}

/** A position that is large among those of its market. */
export interface LargePosition {
  readonly id: number
  readonly memberId: number
  /** Signed: above 0 a member's long. */
  readonly qty: Qty
  readonly notional: Minor
  readonly pnl: Minor
  readonly margin: Minor
  readonly leverage: number
  readonly liquidPrice: PriceUnits | null
}

/** Positions that are liquidated between two distances from the price. */
export interface Rung {
  /** In whole percent from the price, away from it: −2 is from −1 % to −2 %. */
  readonly percent: number
  readonly count: number
  readonly qty: Qty
  readonly notional: Minor
}

/** A part of what is open in a market, in the order of ids. */
export interface OpenSlice {
  /** What positions are judged by. */
  readonly price: PriceUnits
  readonly long: SideSum
  readonly short: SideSum
  readonly largest: readonly LargePosition[]
  readonly rungs: readonly Rung[]
  /** Where the next part begins; null: this was the last one. */
  readonly next: number | null
}

export interface SliceOf {
  readonly siteId: number
  readonly book: BookName
  readonly optionId: number
  /** How many positions come before it. */
  readonly from: number
  /** How many it looks at: what one turn may take. */
  readonly most: number
}

const LARGEST = 10
const RUNGS = 10

/** Sums up a part of a market's positions; null where the site has no such market, or nobody knows its price. */
export function sliceOf(state: State, { siteId, book, optionId, from, most }: SliceOf): OpenSlice | null {
  const market = marketIn(bookOf(state, book), siteId, optionId)
  const price = market?.instrument[market.policy.judgedBy] ?? null
  if (!market || price === null) return null
  const [long, short, rungs] = [newSum(), newSum(), new Map<number, Sum>()]
  const largest: Position[] = []
  let nth = -1
  let next: number | null = null
  for (const position of market.positions) {
    if (++nth < from) continue
    if (nth >= from + most) {
      next = nth
      break
    }
    const { qty } = position.row
    count(qty > 0 ? long : short, position)
    keepLargest(largest, position)
    const percent = percentOf(position.liquidPrice ?? null, price)
    if (percent === null) continue
    const rung = rungs.get(percent) ?? newSum()
    rungs.set(percent, rung)
    count(rung, position)
  }
  const worth = (quote: Minor) => worthOf(market, quote)
  const valued = ({ net, entryQuote, ...sum }: Sum): SideSum => ({
    ...sum,
    notional: worth(notionalOf(price, sum.qty, market.scale)),
    pnl: worth(quoteOf(price, net, market.scale) - entryQuote),
  })
  return {
    price,
    long: valued(long),
    short: valued(short),
    largest: largest.map((position) => shown(position, price, worth)),
    rungs: [...rungs].map(([percent, rung]) => rungOf(percent, valued(rung))).sort((a, b) => b.percent - a.percent),
    next,
  }
}

interface Sum {
  count: number
  qty: Qty
  margin: Minor
  /** Longs less shorts, and what they were entered at. */
  net: Qty
  entryQuote: Minor
}
const newSum = (): Sum => ({ count: 0, qty: 0, margin: 0n, net: 0, entryQuote: 0n })
const rungOf = (percent: number, { count, qty, notional }: SideSum): Rung => ({ percent, count, qty, notional })

function count(sum: Sum, { row }: Position): void {
  sum.count++
  sum.qty += Math.abs(row.qty)
  sum.margin += row.margin
  sum.net += row.qty
  sum.entryQuote += row.entryQuote
}

/** A quote in the currency of its book: of contracts in won, at the rate of their day; 0 before there is one. */
function worthOf({ book, instrument, row }: Market, quote: Minor): Minor {
  if (book.name === 'futures') return quote
  const rate = instrument.days?.fixing?.rate ?? 0
  return pnlKrw(quote, row as OverseaOption, BigInt(rate))
}

/** The largest stay, the first of them first. */
function keepLargest(largest: Position[], position: Position): void {
  const size = Math.abs(position.row.qty)
  const place = largest.findIndex(({ row }) => Math.abs(row.qty) < size)
  if (place === -1) {
    if (largest.length < LARGEST) largest.push(position)
    return
  }
  largest.splice(place, 0, position)
  if (largest.length > LARGEST) largest.pop()
}

/** How far a price lies from another, in whole percent away from it; null: farther than anybody looks, or nowhere. */
function percentOf(liquidPrice: PriceUnits | null, price: PriceUnits): number | null {
  if (liquidPrice === null || liquidPrice === price) return liquidPrice === null ? null : 1
  const distance = ((liquidPrice - price) * 100) / price
  const percent = distance > 0 ? Math.ceil(distance) : Math.floor(distance)
  return Math.abs(percent) <= RUNGS ? percent : null
}

function shown(
  { row, market, liquidPrice }: Position,
  price: PriceUnits,
  worth: (quote: Minor) => Minor,
): LargePosition {
  const { id, memberId, qty, margin, leverage } = row
  return {
    id,
    memberId,
    qty,
    notional: worth(notionalOf(price, qty, market.scale)),
    pnl: worth(unrealizedPnl(row, price, market.scale)),
    margin,
    leverage,
    liquidPrice: liquidPrice ?? null,
  }
}
