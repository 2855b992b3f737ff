import { call } from '@maru/client/api/client'
import type { Candle } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { clock } from '../../live/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const koreaMs = 9 * hourMs
const days = 7

/** The range of prices of one day of Korea. */
interface Day {
  /** Month and day: `10-09`. */
  readonly name: string
  readonly high: string
  readonly low: string
}

/** The last seven days of an instrument, today last; days without trades are missing. */
export interface Past {
  readonly days: readonly Day[]
  /** The range of today so far; null where nothing was traded yet. */
  readonly today: Day | null
}

/** The past of an instrument from its hourly candles. `now` is a time in ms. An hour without trades repeats a price, and is left out. */
export function pastOf(candles: readonly Candle[], now: number): Past {
  const dayOf = (at: number) => Math.floor((at + koreaMs) / dayMs)
  const today = dayOf(now)
  const ranges = new Map<number, Day>()
  for (const [at, , high, low, , volume] of candles) {
    const day = dayOf(at)
    if (day <= today - days || day > today || (high === low && Number(volume) === 0)) continue
    const range = ranges.get(day) ?? { name: new Date(day * dayMs).toISOString().slice(5, 10), high, low }
    ranges.set(day, {
      ...range,
      high: Number(high) > Number(range.high) ? high : range.high,
      low: Number(low) < Number(range.low) ? low : range.low,
    })
  }
  const sorted = [...ranges].toSorted(([a], [b]) => a - b).map(([, range]) => range)
  return { days: sorted, today: ranges.get(today) ?? null }
}

/** The names of the days whose range holds the price, the newest first. */
export const daysAt = (past: Past, price: string): readonly string[] =>
  past.days
    .filter(({ high, low }) => Number(low) <= Number(price) && Number(price) <= Number(high))
    .map(({ name }) => name)
    .toReversed()

/** The hourly candles of an instrument as its past. */
export const pastQuery = (stock: string) =>
  queryOptions({
    queryKey: ['alert-past', stock],
    queryFn: async () => pastOf(await call('GET /api/stock/chart', { query: { stock, interval: '1h' } }), clock.now()),
    staleTime: 60_000,
  })
