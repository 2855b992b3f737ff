import type { Interval } from '@maru/contract'
import { CandleSeries } from './candle-series.ts'
import { bucketStart, intervalMs, intervals, type KeptInterval, keptIntervals } from './intervals.ts'

/** A candle in units: prices count 10^-precision, volume counts 10^-qtyPrecision. Only buckets with a trade have one. */
export interface Candle {
  readonly openTime: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** Builds the candles of one instrument, all intervals at once, from its trades; keeps the newest of each in memory. */
export class CandleBuilder {
  readonly #series = new Map<Interval, CandleSeries>()
  /** By their time: those that changed and were not taken yet. One that its series let go is here as it was. */
  readonly #changed = new Map<Interval, Map<number, Candle | null>>(
    keptIntervals.map((interval) => [interval, new Map()]),
  )
  readonly #kept: (interval: Interval) => number

  /** `kept`: how many candles of an interval stay in memory. */
  constructor(kept: (interval: Interval) => number = () => 600) {
    this.#kept = kept
    for (const interval of intervals) this.#series.set(interval, new CandleSeries(kept(interval)))
  }

  /**
   * Takes one trade. A trade of an earlier bucket than the newest (it came late) changes that bucket's high, low and
   * volume; its open and close stay those of the order of arrival.
   */
  trade(at: number, price: number, volume: number): void {
    for (const interval of intervals) {
      const series = this.series(interval)
      const openTime = bucketStart(interval, at)
      if (!series.trade(openTime, price, volume)) continue
      const changed = this.#changed.get(interval)
      changed?.set(openTime, null)
      for (const candle of series.trim()) if (changed?.has(candle.openTime)) changed.set(candle.openTime, candle)
    }
  }

  /** Puts candles from before (oldest first) under an interval that has none yet. */
  restore(interval: Interval, candles: readonly Candle[]): void {
    if (this.series(interval).length > 0) throw new Error(`candles of ${interval} are there already`)
    this.#series.set(interval, new CandleSeries(this.#kept(interval), candles))
  }

  /** The candles of an interval with a trade, oldest first. */
  series(interval: Interval): CandleSeries {
    const series = this.#series.get(interval)
    if (!series) throw new Error(`no such interval: ${interval}`)
    return series
  }

  /** Takes the candles of a kept interval that changed since the last call and whose bucket ended at or before `until`. */
  takeChanged(interval: KeptInterval, until = Number.POSITIVE_INFINITY): Candle[] {
    const changed = this.#changed.get(interval)
    if (!changed || changed.size === 0) return []
    const series = this.series(interval)
    const taken: Candle[] = []
    for (const [openTime, gone] of changed) {
      if (openTime + intervalMs[interval] > until) continue
      taken.push(gone ?? series.find(openTime)!)
      changed.delete(openTime)
    }
    return taken
  }
}

/** Puts candles (oldest first) of a finer interval together to a coarser one that it divides. */
export function aggregate(candles: Iterable<Candle>, interval: Interval): Candle[] {
  const result: Candle[] = []
  for (const candle of candles) {
    const openTime = bucketStart(interval, candle.openTime)
    const newest = result.at(-1)
    if (newest?.openTime === openTime) {
      newest.high = Math.max(newest.high, candle.high)
      newest.low = Math.min(newest.low, candle.low)
      newest.close = candle.close
      newest.volume += candle.volume
    } else result.push({ ...candle, openTime })
  }
  return result
}

/** Starts of the newest `count` buckets that begin before `end`, oldest first, without those in which the market rests whole. */
export function bucketsBefore(
  interval: Interval,
  end: number,
  count: number,
  rest: (at: number) => { readonly from: number; readonly to: number } | null,
): number[] {
  const starts: number[] = []
  let at = bucketStart(interval, end - 1)
  while (starts.length < count && at >= 0) {
    const closed = rest(at)
    if (closed && closed.from <= at && at + intervalMs[interval] <= closed.to) {
      at = bucketStart(interval, closed.from - 1)
      continue
    }
    starts.push(at)
    at = bucketStart(interval, at - 1)
  }
  return starts.reverse()
}

/**
 * The candles of the given buckets: a bucket without a trade carries the previous close with volume 0. Buckets before
 * the first candle are left out. `candles` (oldest first) should reach back to one before the first bucket.
 */
export function fillGaps(candles: Iterable<Candle>, buckets: readonly number[]): Candle[] {
  const filled: Candle[] = []
  const left = candles[Symbol.iterator]()
  const next = (): Candle | undefined => left.next().value
  let candle = next()
  let close: number | null = null
  for (const openTime of buckets) {
    while (candle && candle.openTime < openTime) {
      close = candle.close
      candle = next()
    }
    if (candle?.openTime === openTime) {
      filled.push(candle)
      close = candle.close
      candle = next()
    } else if (close !== null) filled.push({ openTime, open: close, high: close, low: close, close, volume: 0 })
  }
  return filled
}
