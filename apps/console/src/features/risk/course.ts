import type { ExposureTrend, MarketExposure } from '@maru/contract'
import type { Series } from '../../parts/time-chart.tsx'

type Of = 'net' | 'price'
type Market = Pick<MarketExposure, 'line' | 'optionId'>

/** A market among the others. */
export const nameOf = ({ line, optionId }: Market): string => `${line}:${optionId}`

/** How a figure of a market went over the last hour; looks at which nobody knew it are left out. */
export function courseOf({ at, markets }: Pick<ExposureTrend, 'at' | 'markets'>, market: Market, of: Of) {
  const values = markets.find((one) => nameOf(one) === nameOf(market))?.[of] ?? []
  return at.flatMap((time, nth) => {
    const value = values[nth]
    return value === null || value === undefined ? [] : [{ at: time, value }]
  })
}

/** The hour of a market: what is open in it, and beside it the course of its price on a scale of its own. */
export const hourSeries = (trend: ExposureTrend, market: Market): Series[] => [
  { tone: 1, kind: 'line', points: courseOf(trend, market, 'net') },
  { tone: 3, kind: 'line', points: courseOf(trend, market, 'price'), isOwnScale: true },
]
