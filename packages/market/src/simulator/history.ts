import type { Calendar } from '../calendar/plans.ts'
import { isResting } from '../calendar/sessions.ts'
import type { Candle } from '../candles.ts'
import type { MarketInstrument } from '../instruments.ts'
import { bucketStart, intervalMs, type KeptInterval } from '../intervals.ts'
import { gaussian, subSeed } from './noise.ts'
import { stepMs } from './path.ts'
import { FactorPaths, SimulatedVenue } from './venue.ts'

/** How many places of its path a past candle looks at. */
const samples: Readonly<Record<KeptInterval, number>> = { '1s': 3, '1m': 8, '15m': 8, '1h': 8, '1d': 24 }

/**
 * Candles of the simulated market for the time before its start, so that a chart is not empty on the first start:
 * the whole buckets from `from` to `to`, oldest first. It is the simulator's own path, sampled in fewer places;
 * same seed and time, same candles.
 */
export function simulatedHistory(
  seed: number,
  instrument: MarketInstrument,
  interval: KeptInterval,
  from: number,
  to: number,
  calendar: Calendar,
): Candle[] {
  const venue = new SimulatedVenue(seed, instrument, new FactorPaths(seed))
  const volumeSeed = subSeed(seed, `history:${instrument.symbol}:${interval}`)
  const length = intervalMs[interval]
  const { rate, qtySteps } = venue.turnover
  const candles: Candle[] = []
  let close: number | null = null
  for (let openTime = bucketStart(interval, from); openTime + length <= to; openTime += length) {
    const resting = length < intervalMs['1h'] && isResting(calendar, instrument, openTime)
    const closed = length >= intervalMs['1h'] && restsWhole(calendar, instrument, openTime, length)
    if (resting || closed) continue
    const candle = sampled(venue, openTime, length, samples[interval], close)
    const busy = venue.activity() * Math.exp(0.3 * gaussian(volumeSeed, openTime / 1_000, 0, 1))
    candle.volume = Math.max(1, Math.round(rate * qtySteps * (length / 1_000) * busy))
    close = candle.close
    candles.push(candle)
  }
  return candles
}

function sampled(
  venue: SimulatedVenue,
  openTime: number,
  length: number,
  count: number,
  previous: number | null,
): Candle {
  let open = previous ?? 0
  let high = open
  let low = previous ?? Number.POSITIVE_INFINITY
  let close = open
  for (let i = 0; i < count; i++) {
    // The last place is the last step of the bucket, so that the next one opens where this one closes.
    const offset = i === count - 1 ? length - stepMs : (length / count) * i
    const { bid, ask } = venue.best(Math.floor((openTime + offset) / stepMs))
    const price = i % 2 === 0 ? bid : ask
    if (i === 0 && previous === null) open = price
    high = Math.max(high, price)
    low = Math.min(low, price)
    close = price
  }
  return { openTime, open, high, low, close, volume: 0 }
}

/** Whether every quarter of an hour of the bucket begins in a rest. */
function restsWhole(calendar: Calendar, instrument: MarketInstrument, openTime: number, length: number): boolean {
  for (let at = openTime; at < openTime + length; at += intervalMs['15m']) {
    if (!isResting(calendar, instrument, at)) return false
  }
  return true
}
