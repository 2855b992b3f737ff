import type { Calendar } from '../calendar/plans.ts'
import { isResting } from '../calendar/sessions.ts'
import type { Candle } from '../candles.ts'
import { parseUnits } from '../decimal.ts'
import type { MarketInstrument } from '../instruments.ts'
import { intervalMs, type KeptInterval } from '../intervals.ts'
import { mostCandles, type OandaAccess, OandaRest } from './rest.ts'

/** Five seconds are the venue's finest. */
const granularities: Readonly<Record<Exclude<KeptInterval, '1s'>, string>> = {
  '1m': 'M1',
  '15m': 'M15',
  '1h': 'H1',
  '1d': 'D',
}

/**
 * The venue's candles of mids that open in [from, to), whole ones, oldest first, without those that lie out of our sessions.
 * Rejects where the venue does not give them. It has none of a second: those are empty.
 */
export async function oandaHistory(
  access: OandaAccess,
  calendar: Calendar,
  instrument: MarketInstrument,
  interval: KeptInterval,
  from: number,
  to: number,
): Promise<Candle[]> {
  if (interval === '1s') return []
  const rest = new OandaRest(access)
  const length = intervalMs[interval]
  const units = (decimal: string) => parseUnits(decimal, instrument.precision)
  const candles: Candle[] = []
  for (let begin = from; begin < to; begin += length * mostCandles) {
    const end = Math.min(to, begin + length * mostCandles)
    for (const one of await rest.candles(instrument.feedSymbol, granularities[interval], begin, end)) {
      const { openTime } = one
      if (openTime < begin || openTime >= end || openTime <= (candles.at(-1)?.openTime ?? Number.NEGATIVE_INFINITY))
        continue
      if (isResting(calendar, instrument, openTime) && isResting(calendar, instrument, openTime + length - 1)) continue
      candles.push({
        openTime,
        open: units(one.open),
        high: units(one.high),
        low: units(one.low),
        close: units(one.close),
        volume: one.volume,
      })
    }
  }
  return candles
}
