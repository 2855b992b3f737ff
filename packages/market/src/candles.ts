import type { Interval } from '@maru/contract'
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
  readonly #series = new Map<Interval, Candle[]>()
  readonly #changed = new Map<Interval, Set<Candle>>(keptIntervals.map((interval) => [interval, new Set()]))
  readonly #kept: (interval: Interval) => number

  /** `kept`: how many candles of an interval stay in memory. */
  constructor(kept: (interval: Interval) => number = () => 600) {
    this.#kept = kept
    for (const interval of intervals) this.#series.set(interval, [])
  }

  /**
   * Takes one trade. A trade of an earlier bucket than the newest (it came late) changes that bucket's high, low and
   * volume; its open and close stay those of the order of arrival.
   */
  trade(at: number, price: number, volume: number): void {
    for (const interval of intervals) {
      const series = this.#of(interval)
      const openTime = bucketStart(interval, at)
      const newest = series.at(-1)
      if (newest && openTime <= newest.openTime) {
        const candle = newest.openTime === openTime ? newest : series.findLast((one) => one.openTime === openTime)
        if (!candle) continue
        candle.high = Math.max(candle.high, price)
        candle.low = Math.min(candle.low, price)
        if (candle === newest) candle.close = price
        candle.volume += volume
        this.#changed.get(interval)?.add(candle)
      } else {
        const candle = { openTime, open: price, high: price, low: price, close: price, volume }
        series.push(candle)
        if (series.length > this.#kept(interval) + 100) series.splice(0, 100)
        this.#changed.get(interval)?.add(candle)
      }
    }
  }

  /** Puts candles from before (oldest first) under an interval that has none yet. */
  restore(interval: Interval, candles: readonly Candle[]): void {
    const series = this.#of(interval)
    if (series.length > 0) throw new Error(`candles of ${interval} are there already`)
    for (const candle of candles.slice(-this.#kept(interval))) series.push({ ...candle })
  }

  /** The candles of an interval with a trade, oldest first. */
  series(interval: Interval): readonly Candle[] {
    return this.#of(interval)
  }

  /** Takes the candles of a kept interval that changed since the last call and whose bucket ended at or before `until`. */
  takeChanged(interval: KeptInterval, until = Number.POSITIVE_INFINITY): Candle[] {
    const changed = this.#changed.get(interval)
    if (!changed || changed.size === 0) return []
    const taken: Candle[] = []
    for (const candle of changed) {
      if (candle.openTime + intervalMs[interval] > until) continue
      taken.push(candle)
      changed.delete(candle)
    }
    return taken
  }

  #of(interval: Interval): Candle[] {
    const series = this.#series.get(interval)
    if (!series) throw new Error(`no such interval: ${interval}`)
    return series
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
export function fillGaps(candles: readonly Candle[], buckets: readonly number[]): Candle[] {
  const filled: Candle[] = []
  let next = 0
  let close: number | null = null
  for (const openTime of buckets) {
    let candle = candles[next]
    while (candle && candle.openTime < openTime) {
      close = candle.close
      candle = candles[++next]
    }
    if (candle?.openTime === openTime) {
      filled.push(candle)
      close = candle.close
      next++
    } else if (close !== null) filled.push({ openTime, open: close, high: close, low: close, close, volume: 0 })
  }
  return filled
}
