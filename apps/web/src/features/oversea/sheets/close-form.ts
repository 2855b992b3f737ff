import type { OverseaOrderBody, OverseaPosition } from '@maru/contract'
import {
  addFill,
  contractFee,
  contractFill,
  formatRational,
  type Minor,
  type Position,
  pnlKrw,
  quoteOf,
} from '@maru/positions'
import type { Terms } from '../../../books/oversea/terms.ts'

/** The order that closes so many contracts of a position; at the market without a price. */
export const closeBody = (
  { overseaOptionId, tradeType }: OverseaPosition,
  count: number,
  price?: string,
): OverseaOrderBody => ({
  overseaOptionId,
  tradeType: tradeType === 'LONG' ? 'SHORT' : 'LONG',
  marketType: price === undefined ? 'MARKET' : 'LIMIT',
  count,
  isReduceOnly: true,
  ...(price !== undefined && { price }),
})

/** Where a close is expected to fill. Prices in units. */
export interface CloseAt {
  /** null: at the market. */
  readonly limit: number | null
  readonly bid: number | null
  readonly ask: number | null
}

/** What closing a part of a position is expected to come to, in won; null while no price or rate is known. */
export interface CloseOutcome {
  /** Average price, with the decimals of the contract. */
  readonly price: string
  readonly pnl: Minor
  readonly fee: Minor
  /** What is left of the result after the fee of this side. */
  readonly net: Minor
}

/** The result of closing `count` contracts, 1 to all: at the limit, or from the best price on, a tick size worse each `lotsPerTick`. */
export function closeOutcome(held: Position, count: number, at: CloseAt, terms: Terms): CloseOutcome | null {
  const { rate, scale, lotsPerTick, tickUnits, precision } = terms
  const side = held.qty > 0 ? -1 : 1
  const best = side > 0 ? at.ask : at.bid
  if (rate === null || count < 1) return null
  const quote =
    at.limit !== null
      ? quoteOf(at.limit, count, scale)
      : best === null
        ? null
        : contractFill(side, best, count, 0, lotsPerTick, tickUnits).quote
  if (quote === null) return null
  const pnl = pnlKrw(addFill(held, side * count, quote).realizedPnl, terms, rate)
  const fee = contractFee(count, terms, rate)
  const average = { numerator: quote, denominator: BigInt(count) * scale.unit * 10n ** BigInt(precision) }
  return { price: formatRational(average, precision), pnl, fee, net: pnl - fee }
}

const shares = [25, 50, 75, 100] as const

/** Shares of a position that are whole contracts apart, in percent: of few contracts there are few. */
export function sharesOf(count: number): readonly { readonly percent: number; readonly count: number }[] {
  const found = new Map<number, number>()
  for (const percent of shares) found.set(Math.ceil((count * percent) / 100), percent)
  return [...found].map(([contracts, percent]) => ({ percent, count: contracts }))
}
