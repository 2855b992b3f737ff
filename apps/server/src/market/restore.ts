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
  type PastCandles,
  parseUnits,
  type Restored,
  simulatedHistory,
} from '@maru/market'
import type { Config } from '../config.ts'
import type { Database } from '../ports.ts'
import { type CandleRow, candlesSince } from './candle-store.ts'
import type { LogHead, SpooledTicks } from './tick-store.ts'

/** How far back candles are read at start: 500 of the coarsest interval that is put together from them. */
const reachMs: Readonly<Record<KeptInterval, number>> = {
  '1s': 7_500_000,
  '1m': 5.5 * 86_400_000,
  '15m': 11 * 86_400_000,
  '1h': 84 * 86_400_000,
  '1d': 510 * 86_400_000,
}
/** How far back history is made up or asked for where the database has none. */
const firstReachMs: Readonly<Record<KeptInterval, number>> = { ...reachMs, '1s': 1_800_000, '1m': 1.75 * 86_400_000 }

export interface RestoredCandles {
  readonly series: ReadonlyMap<string, ReadonlyMap<Interval, readonly Candle[]>>
  /** Candles that were aggregated or simulated now and are not in the database. */
  readonly missing: readonly CandleRow[]
}

/** How far seq leaps at a restart: in the last second before a crash numbers may have been given out that were not written. */
const seqLeap = 1_000

/** The start waits this long for a venue's candles, on the wall clock. */
const venuePatienceMs = 20_000

/** The venues' past candles, and the report of a venue that does not answer. */
export interface VenueHistory {
  readonly candles: PastCandles
  readonly onError: (error: Error) => void
}

/**
 * The candles of all instruments up to `now`. What the last process did not live to write is put together: seconds from
 * the spooled ticks, coarse candles from the finer ones. Where the simulator runs and an instrument has none at all, its past is made up. Where venues
 * keep candles, theirs since our newest one stand: also of the time in which this server was down.
 */
export async function restoreCandles(
  db: Database,
  instruments: readonly MarketInstrument[],
  now: number,
  config: Pick<Config, 'feed' | 'calendar'>,
  seed: number | null,
  spool: readonly SpooledTicks[],
  venues: VenueHistory | null = null,
): Promise<RestoredCandles> {
  const kept = new Map<KeptInterval, ReadonlyMap<string, Candle[]>>()
  for (const interval of keptIntervals) kept.set(interval, await candlesSince(db, interval, now - reachMs[interval]))
  const series = new Map<string, Map<Interval, readonly Candle[]>>()
  const missing: CandleRow[] = []
  const told = venues === null ? [] : await askVenues(venues, instruments, kept, now)
  for (const instrument of instruments) {
    const { symbol } = instrument
    const found = new Map<KeptInterval, Candle[]>()
    for (const interval of keptIntervals) found.set(interval, kept.get(interval)?.get(symbol) ?? [])
    if (seed !== null && config.feed === 'simulator' && [...found.values()].every((candles) => candles.length === 0)) {
      for (const interval of keptIntervals) {
        const candles = simulatedHistory(seed, instrument, interval, now - firstReachMs[interval], now, config.calendar)
        found.set(interval, candles)
        for (const candle of candles) missing.push({ ...candle, instrument: symbol, interval })
      }
    }
    missing.push(...unwrittenSeconds(instrument, found, spool), ...rollUp(symbol, found))
    for (const { interval, candles } of told.filter((one) => one.symbol === symbol)) {
      found.set(interval, overlaid(found.get(interval) ?? [], candles))
      for (const candle of candles) missing.push({ ...candle, instrument: symbol, interval })
    }
    const all = new Map<Interval, readonly Candle[]>()
    for (const [interval, from] of Object.entries(keptFor) as [Interval, KeptInterval][]) {
      const candles = found.get(from) ?? []
      all.set(interval, interval === from ? candles : aggregate(candles, interval))
    }
    series.set(symbol, all)
  }
  return { series, missing }
}

/** What the market goes on with. Only for its start: what the start read takes more memory than what the market keeps of it. */
export function pastOf(
  instruments: readonly MarketInstrument[],
  heads: ReadonlyMap<string, LogHead>,
  spool: readonly SpooledTicks[],
  series: RestoredCandles['series'],
): ReadonlyMap<string, Restored> {
  return new Map(
    instruments.map(({ symbol }) => {
      const spooled = spool.findLast(({ instrument }) => instrument === symbol)?.leaves.at(-1)?.seq ?? 0
      const seq = Math.max(heads.get(symbol)?.lastSeq ?? 0, spooled)
      return [symbol, { seq: seq === 0 ? 0 : seq + seqLeap, candles: series.get(symbol) ?? new Map() }]
    }),
  )
}

interface Told {
  readonly symbol: string
  readonly interval: KeptInterval
  readonly candles: readonly Candle[]
}

/** Asks for all instruments at once, and returns what came in time. Once a venue fails for an instrument, no more is asked for it. */
async function askVenues(
  { candles: ask, onError }: VenueHistory,
  instruments: readonly MarketInstrument[],
  kept: ReadonlyMap<KeptInterval, ReadonlyMap<string, Candle[]>>,
  now: number,
): Promise<Told[]> {
  const told: Told[] = []
  let isOver = false
  const asked = instruments.map(async (instrument) => {
    const { symbol } = instrument
    try {
      for (const interval of keptIntervals) {
        const from = kept.get(interval)?.get(symbol)?.at(-1)?.openTime ?? now - firstReachMs[interval]
        const candles = await ask(instrument, interval, from, now)
        if (isOver) return
        if (candles.length > 0) told.push({ symbol, interval, candles })
      }
    } catch (error) {
      if (!isOver) onError(new Error(`no past candles of ${symbol}`, { cause: error }))
    }
  })
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onError(new Error(`the venues' past candles did not come within ${venuePatienceMs / 1_000} s`))
      resolve()
    }, venuePatienceMs)
  })
  await Promise.race([Promise.all(asked), patience])
  clearTimeout(timer)
  isOver = true
  return told
}

/** Both series merged, oldest first; where both have a candle the newer series wins. */
function overlaid(older: readonly Candle[], newer: readonly Candle[]): Candle[] {
  const all = new Map([...older, ...newer].map((candle) => [candle.openTime, candle]))
  return [...all.values()].sort((a, b) => a.openTime - b.openTime)
}

/** Adds the seconds after the newest stored one: a second is written when it has ended, its ticks earlier. */
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
  const added = [...builder.series('1s')]
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
