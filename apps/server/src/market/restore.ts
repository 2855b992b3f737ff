import type { Interval } from '@maru/contract'
import {
  aggregate,
  type Candle,
  CandleBuilder,
  intervalMs,
  type KeptInterval,
  keptFor,
  keptIntervals,
  type MarketInstrument,
  parseUnits,
  simulatedHistory,
} from '@maru/market'
import type { Config } from '../config.ts'
import type { Database } from '../ports.ts'
import { type CandleRow, candlesSince } from './candle-store.ts'
import type { SpooledTicks } from './tick-store.ts'

/** How far back candles are read at start: 500 of the coarsest interval that is put together from them. */
const reachMs: Readonly<Record<KeptInterval, number>> = {
  '1s': 7_500_000,
  '1m': 5.5 * 86_400_000,
  '15m': 11 * 86_400_000,
  '1h': 84 * 86_400_000,
  '1d': 510 * 86_400_000,
}
/** How far back the simulator makes up history for an empty database. */
const madeUpMs: Readonly<Record<KeptInterval, number>> = { ...reachMs, '1s': 1_800_000, '1m': 1.75 * 86_400_000 }

export interface RestoredCandles {
  readonly series: ReadonlyMap<string, ReadonlyMap<Interval, readonly Candle[]>>
  /** What was put together or made up now and is not in the database. */
  readonly missing: readonly CandleRow[]
}

/**
 * The candles of all instruments up to `now`. What the last process did not live to write is put together: seconds from
 * the spooled ticks, coarse candles from the finer ones. Where the simulator runs and an instrument has none at all, its past is made up.
 */
export async function restoreCandles(
  db: Database,
  instruments: readonly MarketInstrument[],
  now: number,
  config: Pick<Config, 'feed' | 'calendar'>,
  seed: number | null,
  spool: readonly SpooledTicks[],
): Promise<RestoredCandles> {
  const kept = new Map<KeptInterval, ReadonlyMap<string, Candle[]>>()
  for (const interval of keptIntervals) kept.set(interval, await candlesSince(db, interval, now - reachMs[interval]))
  const series = new Map<string, Map<Interval, readonly Candle[]>>()
  const missing: CandleRow[] = []
  for (const instrument of instruments) {
    const { symbol } = instrument
    const found = new Map<KeptInterval, Candle[]>()
    for (const interval of keptIntervals) found.set(interval, kept.get(interval)?.get(symbol) ?? [])
    if (seed !== null && config.feed === 'simulator' && [...found.values()].every((candles) => candles.length === 0)) {
      for (const interval of keptIntervals) {
        const candles = simulatedHistory(seed, instrument, interval, now - madeUpMs[interval], now, config.calendar)
        found.set(interval, candles)
        for (const candle of candles) missing.push({ ...candle, instrument: symbol, interval })
      }
    }
    missing.push(...unwrittenSeconds(instrument, found, spool), ...rollUp(symbol, found))
    const all = new Map<Interval, readonly Candle[]>()
    for (const [interval, from] of Object.entries(keptFor) as [Interval, KeptInterval][]) {
      const candles = found.get(from) ?? []
      all.set(interval, interval === from ? candles : aggregate(candles, interval))
    }
    series.set(symbol, all)
  }
  return { series, missing }
}

/** Adds the seconds after the newest one that is kept; a second is written when it has ended, its ticks earlier. */
function unwrittenSeconds(
  { symbol, precision, qtyPrecision }: MarketInstrument,
  found: ReadonlyMap<KeptInterval, Candle[]>,
  spool: readonly SpooledTicks[],
): CandleRow[] {
  const seconds = found.get('1s') ?? []
  const from = (seconds.at(-1)?.openTime ?? Number.NEGATIVE_INFINITY) + intervalMs['1s']
  const builder = new CandleBuilder(() => Number.POSITIVE_INFINITY)
  for (const { instrument, leaves } of spool) {
    if (instrument !== symbol) continue
    for (const { sourceTs, price, qty } of leaves) {
      if (sourceTs >= from) builder.trade(sourceTs, parseUnits(price, precision), parseUnits(qty, qtyPrecision))
    }
  }
  const added = builder.series('1s')
  seconds.push(...added)
  return added.map((candle) => ({ ...candle, instrument: symbol, interval: '1s' as const }))
}

/**
 * Adds to each coarser series what the finer one has after its newest candle, and gives these, also the one in the making:
 * its trades may be over. The newest itself may have been written before its end, so it is put together anew where all
 * of it is there.
 */
function rollUp(symbol: string, found: ReadonlyMap<KeptInterval, Candle[]>): CandleRow[] {
  const added: CandleRow[] = []
  for (const [index, interval] of keptIntervals.entries()) {
    const finer = keptIntervals[index - 1]
    if (finer === undefined) continue
    const candles = found.get(interval) ?? []
    const finerCandles = found.get(finer) ?? []
    const newest = candles.at(-1)
    const isWhole = newest !== undefined && (finerCandles[0]?.openTime ?? Number.POSITIVE_INFINITY) < newest.openTime
    if (isWhole) candles.pop()
    const from = newest === undefined ? 0 : newest.openTime + (isWhole ? 0 : intervalMs[interval])
    for (const candle of aggregate(
      finerCandles.filter(({ openTime }) => openTime >= from),
      interval,
    )) {
      candles.push(candle)
      added.push({ ...candle, instrument: symbol, interval })
    }
  }
  return added
}
