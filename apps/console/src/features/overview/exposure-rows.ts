import type { MarketExposure } from '@maru/contract'

export type Shown = 'ALL' | 'FUTURES' | 'OVERSEA'

/** A market with how much of the largest one of its currency its sides are, 0 to 1. */
export interface MarketRow extends MarketExposure {
  readonly longShare: number
  readonly shortShare: number
}

/** The markets in which something is open, the largest of each currency first; figures of two currencies are not compared. */
export function marketRows(markets: readonly MarketExposure[], shown: Shown, most: number): MarketRow[] {
  const open = markets.filter(
    ({ line, long, short }) => long.count + short.count > 0 && (shown === 'ALL' || line === shown),
  )
  const largest = new Map<string, number>()
  for (const { currency, long, short } of open)
    largest.set(currency, Math.max(largest.get(currency) ?? 0, Number(long.notional), Number(short.notional)))
  return open
    .map((market) => {
      const whole = largest.get(market.currency) || 1
      const { long, short } = market
      return { ...market, longShare: Number(long.notional) / whole, shortShare: Number(short.notional) / whole }
    })
    .sort((a, b) => b.longShare + b.shortShare - a.longShare - a.shortShare || a.optionId - b.optionId)
    .slice(0, most)
}

/** An amount without its sign turned round: what members gain the house loses. */
export const turned = (amount: string): string =>
  /^-?0+(\.0+)?$/.test(amount) ? amount.replace('-', '') : amount.startsWith('-') ? amount.slice(1) : `-${amount}`
