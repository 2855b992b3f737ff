import type { Calendar } from './calendar/plans.ts'
import { latestSession } from './calendar/sessions.ts'
import type { Candle } from './candles.ts'
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
  minutes: readonly Candle[],
  last: number | null,
  now: number,
  calendar: Calendar,
): TickerStatistics | null {
  const from = isOverseas(instrument) ? latestSession(calendar, instrument, now).openAt : now - dayMs
  const first = firstIndexFrom(minutes, from)
  const price = last ?? minutes.at(-1)?.close ?? null
  if (price === null) return null
  let high = price
  let low = price
  let volume = 0
  for (let i = first; i < minutes.length; i++) {
    const candle = minutes[i]
    if (!candle) continue
    high = Math.max(high, candle.high)
    low = Math.min(low, candle.low)
    volume += candle.volume
  }
  const reference = minutes[first - 1]?.close ?? minutes[first]?.open ?? price
  return {
    lastPrice: formatUnits(price, instrument.precision),
    priceChangePercent: percent(price - reference, reference),
    high: formatUnits(high, instrument.precision),
    low: formatUnits(low, instrument.precision),
    volume: formatUnits(volume, instrument.qtyPrecision),
  }
}

/** The first candle that opens at or after a time (binary search). */
function firstIndexFrom(candles: readonly Candle[], from: number): number {
  let low = 0
  let high = candles.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candles[middle]?.openTime ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

/** 100 × change / reference with two decimals, half away from zero; '0.00', never '-0.00'. */
function percent(change: number, reference: number): string {
  const hundredths = Math.round((Math.abs(change) * 10_000) / reference)
  return formatUnits(change < 0 && hundredths > 0 ? -hundredths : hundredths, 2)
}
