import type { Interval } from '@maru/contract'
import type { Calendar } from './calendar/plans.ts'
import { restAround } from './calendar/sessions.ts'
import { bucketsBefore, type Candle, CandleBuilder, fillGaps } from './candles.ts'
import { isOverseas, type MarketInstrument } from './instruments.ts'
import { statisticsOf, type TickerStatistics } from './statistics.ts'

const statisticsMs = 1_000

interface Chart {
  readonly instrument: MarketInstrument
  readonly builder: CandleBuilder
  /** The statistics that were computed last, with their time and last price. */
  statistics: { readonly at: number; readonly last: number | null; readonly value: TickerStatistics | null } | null
}

/** Candles and 24 h statistics of every instrument. Throws RangeError for an unknown symbol. */
export class PriceCharts {
  readonly #calendar: Calendar
  readonly #charts = new Map<string, Chart>()

  constructor(calendar: Calendar) {
    this.#calendar = calendar
  }

  /** Adds an instrument with its candles from before the start. */
  add(instrument: MarketInstrument, candles: ReadonlyMap<Interval, readonly Candle[]> | undefined): void {
    // Minutes reach back over what statistics need: a day, or the session before a weekend.
    const minutesKept = isOverseas(instrument) ? 7_500 : 1_560
    const builder = new CandleBuilder((interval) => (interval === '1m' ? minutesKept : 600))
    for (const [interval, restored] of candles ?? []) builder.restore(interval, restored)
    this.#charts.set(instrument.symbol, { instrument, builder, statistics: null })
  }

  /** The candles in the making, for those who keep them. */
  builder(symbol: string): CandleBuilder {
    return this.#of(symbol).builder
  }

  /** The newest `count` (at most 500) candles up to `now`, gaps filled, oldest first. */
  newest(symbol: string, interval: Interval, count: number, now: number): Candle[] {
    const { instrument, builder } = this.#of(symbol)
    const rest = (at: number) => restAround(this.#calendar, instrument, at)
    const buckets = bucketsBefore(interval, now + 1, Math.min(count, 500), rest)
    return fillGaps(builder.series(interval).since(buckets[0] ?? now), buckets)
  }

  /** Statistics at `now`, at most a second old while the last price stays; null before the first price. */
  statistics(symbol: string, last: number | null, now: number): TickerStatistics | null {
    const chart = this.#of(symbol)
    const kept = chart.statistics
    if (kept && kept.last === last && now - kept.at < statisticsMs) return kept.value
    const value = statisticsOf(chart.instrument, chart.builder.series('1m'), last, now, this.#calendar)
    chart.statistics = { at: now, last, value }
    return value
  }

  #of(symbol: string): Chart {
    const chart = this.#charts.get(symbol)
    if (!chart) throw new RangeError(`no such instrument: ${symbol}`)
    return chart
  }
}
