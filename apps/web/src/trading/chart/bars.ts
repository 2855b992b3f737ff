import type { Candle, Interval } from '@maru/contract'

/** Intervals that the trading chart offers. */
export const chartIntervals = ['1m', '3m', '5m', '15m', '30m', '1h', '4h', '1d'] as const satisfies readonly Interval[]
export type ChartInterval = (typeof chartIntervals)[number]

const minute = 60_000
export const intervalMs: Readonly<Record<ChartInterval, number>> = {
  '1m': minute,
  '3m': 3 * minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': 60 * minute,
  '4h': 240 * minute,
  '1d': 1440 * minute,
}

/** A candle as numbers, for drawing only; `at` is when it opens, in epoch ms. */
export interface Bar {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export const barOf = ([at, open, high, low, close, volume]: Candle): Bar => ({
  at,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
})

const kstOffsetMs = 9 * 60 * minute

/** When the candle opens in which `at` lies: candles tile the Korean day. */
export function openingOf(interval: ChartInterval, at: number): number {
  const length = intervalMs[interval]
  return Math.floor((at + kstOffsetMs) / length) * length - kstOffsetMs
}

/** The newest candle after a tick: the same one moved on, or one that opens with it. Null where the tick came too late. */
export function withTick(last: Bar | undefined, interval: ChartInterval, at: number, price: number): Bar | null {
  const opening = openingOf(interval, at)
  if (!last || opening > last.at) return { at: opening, open: price, high: price, low: price, close: price, volume: 0 }
  if (opening < last.at) return null
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
}

/**
 * Bars with those that the server knows better put in: closed ones are the server's, of the newest one only its volume and
 * reach, because ticks have moved it on since. Both lists are sorted.
 */
export function mergeBars(bars: readonly Bar[], fresh: readonly Bar[]): Bar[] {
  const byTime = new Map(bars.map((bar) => [bar.at, bar]))
  const newest = bars.at(-1)
  for (const bar of fresh) {
    const known = byTime.get(bar.at)
    byTime.set(
      bar.at,
      known && bar.at === newest?.at
        ? { ...bar, high: Math.max(bar.high, known.high), low: Math.min(bar.low, known.low), close: known.close }
        : bar,
    )
  }
  return [...byTime.values()].toSorted((a, b) => a.at - b.at)
}
