import type { Candle } from '@maru/contract'

/** A price a second: `values[i]` is the last price of second `first + i`. No second is missing, so a place is a time. */
export interface Seconds {
  readonly first: number
  readonly values: readonly number[]
}

/** The seconds from `first` to `last` out of 1 s candles; a second without a candle carries the price before it. */
export function secondsOf(candles: readonly Candle[], first: number, last: number): Seconds {
  const closes = new Map(candles.map(([openTime, , , , close]) => [Math.floor(openTime / 1000), Number(close)]))
  const before = candles.findLast(([openTime]) => openTime / 1000 <= first)
  let price = before ? Number(before[4]) : Number(candles[0]?.[1])
  if (!Number.isFinite(price)) return { first, values: [] }
  const values: number[] = []
  for (let second = first; second <= last; second++) {
    price = closes.get(second) ?? price
    values.push(price)
  }
  return { first, values }
}

/** Adds a price at `second`: fills the seconds since the last one with its price, or corrects a second that is known. */
export function withPrice({ first, values }: Seconds, second: number, price: number): Seconds {
  const place = second - first
  if (values.length === 0) return { first: second, values: [price] }
  if (place < 0) return { first, values }
  if (place < values.length) return { first, values: values.with(place, price) }
  const carried = values.at(-1)!
  return { first, values: [...values, ...Array<number>(place - values.length).fill(carried), price] }
}

/** The price at a moment, or null outside of what is known. */
export function priceAt({ first, values }: Seconds, ms: number): number | null {
  return values[Math.floor(ms / 1000) - first] ?? null
}
