import { ceilDiv, floorDiv, formatRational, type Rational } from './decimal.ts'
import { type Minor, notionalOf, type QuoteScale, quoteOf } from './scale.ts'

/**
 * A net position. `qty` is signed (long positive), `entryQuote` is the sum of its fills' notionals under the same sign; the
 * average entry price is derived from both and never stored, so that no rounding piles up.
 */
export interface Position {
  readonly qty: number
  readonly entryQuote: Minor
}

/** No position. */
export const flat: Position = { qty: 0, entryQuote: 0n }

/** What one fill did to a position. */
export interface FillEffect {
  readonly position: Position
  /** Steps that were closed, and the part of the fill's notional that belongs to them. */
  readonly closedQty: number
  readonly closedQuote: Minor
  /** Entry notional that left the position, without sign. */
  readonly closedEntry: Minor
  /** Result of the closed part before fees: proceeds - entry, signed. */
  readonly realizedPnl: Minor
  /** Steps that were opened or added, and their notional. */
  readonly openedQty: number
  readonly openedQuote: Minor
  /** The position changed sides: the old one ended, a new one began. */
  readonly flipped: boolean
}

/**
 * Adds a fill of a signed quantity with its notional (never negative) to a position.
 *
 * Same side: both add up. Opposite side: entry leaves in proportion, E × closed ÷ |qty|, rounded up in signed terms, so that
 * a credit is floored and a debit ceiled (< 1 minor unit); what was rounded off stays in the remaining entry, and closing the
 * rest realises exactly proceeds - entry. A fill beyond the position closes all of it and opens the rest on the other side; its
 * notional splits in proportion, the closed part rounded against the member and the rest left to the new entry.
 */
export function addFill(position: Position, signedQty: number, fillQuote: Minor): FillEffect {
  if (!Number.isSafeInteger(signedQty) || signedQty === 0) throw new RangeError('a fill has a whole, non-zero quantity')
  if (fillQuote < 0n) throw new RangeError('the notional of a fill is not negative')
  const fillSide = signedQty > 0 ? 1n : -1n
  const fillQty = Math.abs(signedQty)
  const closes = position.qty !== 0 && position.qty > 0 !== signedQty > 0
  if (!closes)
    return {
      position: { qty: safe(position.qty + signedQty), entryQuote: position.entryQuote + fillSide * fillQuote },
      closedQty: 0,
      closedQuote: 0n,
      closedEntry: 0n,
      realizedPnl: 0n,
      openedQty: fillQty,
      openedQuote: fillQuote,
      flipped: false,
    }

  const heldQty = Math.abs(position.qty)
  const closedQty = Math.min(heldQty, fillQty)
  const openedQty = fillQty - closedQty
  const removed = ceilDiv(position.entryQuote * BigInt(closedQty), BigInt(heldQty)) // signed
  const share = fillQuote * BigInt(closedQty)
  const closedQuote = fillSide > 0n ? ceilDiv(share, BigInt(fillQty)) : floorDiv(share, BigInt(fillQty))
  const openedQuote = fillQuote - closedQuote
  return {
    position:
      openedQty > 0
        ? { qty: openedQty * Number(fillSide), entryQuote: fillSide * openedQuote }
        : { qty: position.qty + signedQty, entryQuote: position.entryQuote - removed },
    closedQty,
    closedQuote,
    closedEntry: removed < 0n ? -removed : removed,
    realizedPnl: -fillSide * closedQuote - removed,
    openedQty,
    openedQuote,
    flipped: openedQty > 0,
  }
}

/** Result of closing the whole position at a price, before fees: qty × price - entry, exact. Also the figure beside a dragged line. */
export const unrealizedPnl = (position: Position, price: number, scale: QuoteScale): Minor =>
  quoteOf(price, position.qty, scale) - position.entryQuote

/** Entry notional without sign. */
export const entryNotional = (position: Position): Minor =>
  position.entryQuote < 0n ? -position.entryQuote : position.entryQuote

/** Notional of a position at a price. */
export const positionNotional = (position: Position, price: number, scale: QuoteScale): Minor =>
  notionalOf(price, position.qty, scale)

/** ROE = uPnL ÷ (entryNotional ÷ leverage) in basis points, floored; null without entry (rules B). */
export function roeBp(position: Position, price: number, leverage: number, scale: QuoteScale): bigint | null {
  const entry = entryNotional(position)
  if (entry === 0n) return null
  return floorDiv(unrealizedPnl(position, price, scale) * BigInt(leverage) * 10_000n, entry)
}

/** Average price of a notional over a quantity, exact, in quote currency (not in price units); null without quantity. */
export function averagePrice(quote: Minor, qty: number, scale: QuoteScale): Rational | null {
  if (qty === 0) return null
  const numerator = quote < 0n ? -quote : quote
  return { numerator, denominator: BigInt(Math.abs(qty)) * scale.unit * 10n ** BigInt(scale.precision) }
}

/** Average entry of a position, exact; null when flat. */
export const averageEntry = (position: Position, scale: QuoteScale): Rational | null =>
  averagePrice(position.entryQuote, position.qty, scale)

/** Average entry as a decimal string, half-even (display); null when flat. */
export function entryPriceText(position: Position, scale: QuoteScale, decimals = scale.precision): string | null {
  const average = averageEntry(position, scale)
  return average && formatRational(average, decimals)
}

function safe(qty: number): number {
  if (!Number.isSafeInteger(qty)) throw new RangeError('the position is too large')
  return qty
}
