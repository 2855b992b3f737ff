import { formatRational, type Minor, type Position, pnlKrw, type Rational, unrealizedPnl } from '@maru/positions'
import { directionClass, formatCount, formatPrice, formatSigned } from '@maru/ui'
import type { Terms } from '../../books/oversea/terms.ts'
import { priceOf } from '../../trading/index.ts'

/** Won without unit: `1,234,000`. */
export const won = (amount: Minor): string => formatCount(amount)
/** Won with its sign: `+101,068`. */
export const signedWon = (amount: Minor): string => formatSigned(amount, formatCount)
export const directionOf = (amount: Minor): string => directionClass(String(amount))

/** A price in units as it is shown. */
export const priceText = (units: number, { precision }: Terms): string =>
  formatPrice(priceOf(units, precision), precision)

/** Result of a position at a price in units, in won; null while the session has no rate. */
export const pnlAt = (held: Position, price: number, terms: Terms): Minor | null =>
  terms.rate === null ? null : pnlKrw(unrealizedPnl(held, price, terms.scale), terms, terms.rate)

/** Ticks that a price lies from the average entry in the position's favour, exact; an average may lie between two prices. */
export function ticksAt(held: Position, price: number, { scale, tickUnits }: Terms): Rational {
  const count = BigInt(Math.abs(held.qty))
  return {
    numerator: unrealizedPnl(held, price, scale),
    denominator: count * scale.unit * BigInt(tickUnits),
  }
}

/** Whole ticks with their sign: `−101`. A mid, and an average, may lie between two; the nearer is said. */
export const signedTicks = (ticks: Rational): string => formatSigned(formatRational(ticks, 0), formatCount)
