import type { Calendar } from './calendar/plans.ts'
import { latestSession } from './calendar/sessions.ts'
import type { CandleSeries } from './candle-series.ts'
import { formatUnits } from './decimal.ts'
import { isOverseas, type MarketInstrument } from './instruments.ts'

export interface TickerStatistics {
  readonly lastPrice: string
  readonly priceChangePercent: string
  readonly high: string
  readonly low: string
  readonly volume: string
}

const dayMs = 86_400_000

/**
 * Statistics of an instrument at a time from its minute candles (oldest first). Crypto: the last 24 h by whole minutes, change
 * against the price 24 h ago. Overseas: the newest session, change against the close of the session before it.
 * Where the history does not reach back so far, the change is against its first open. Null before the first price.
 */
export function statisticsOf(
  instrument: MarketInstrument,
  minutes: CandleSeries,
  last: number | null,
  now: number,
  calendar: Calendar,
): TickerStatistics | null {
  const from = isOverseas(instrument) ? latestSession(calendar, instrument, now).openAt : now - dayMs
  const first = minutes.placeOf(from)
  const price = last ?? minutes.at(-1)?.close ?? null
  if (price === null) return null
  const range = minutes.rangeFrom(first)
  const before = first > 0 ? minutes.at(first - 1) : undefined
  const reference = before?.close ?? minutes.at(first)?.open ?? price
  return {
    lastPrice: formatUnits(price, instrument.precision),
    priceChangePercent: percent(price - reference, reference),
    high: formatUnits(Math.max(price, range.high), instrument.precision),
    low: formatUnits(Math.min(price, range.low), instrument.precision),
    volume: formatUnits(range.volume, instrument.qtyPrecision),
  }
}

/** 100 × change / reference with two decimals, half away from zero; '0.00', never '-0.00'. */
function percent(change: number, reference: number): string {
  const hundredths = Math.round((Math.abs(change) * 10_000) / reference)
  return formatUnits(change < 0 && hundredths > 0 ? -hundredths : hundredths, 2)
}
