import type { Interval } from '@maru/contract'
import { kstOffset } from './calendar/zone.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

export const intervalMs: Readonly<Record<Interval, number>> = {
  '1s': second,
  '5s': 5 * second,
  '15s': 15 * second,
  '1m': minute,
  '3m': 3 * minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': hour,
  '4h': 4 * hour,
  '1d': 24 * hour,
}

export const intervals = Object.keys(intervalMs) as readonly Interval[]

/** The intervals that are kept; every other one is put together from the kept one named in `keptFor`. */
export const keptIntervals = ['1s', '1m', '15m', '1h', '1d'] as const
export type KeptInterval = (typeof keptIntervals)[number]

export const keptFor: Readonly<Record<Interval, KeptInterval>> = {
  '1s': '1s',
  '5s': '1s',
  '15s': '1s',
  '1m': '1m',
  '3m': '1m',
  '5m': '1m',
  '15m': '15m',
  '30m': '15m',
  '1h': '1h',
  '4h': '1h',
  '1d': '1d',
}

/** The start of the bucket in which `at` lies. Buckets tile the KST day, so that a day candle opens at 00:00 KST. */
export function bucketStart(interval: Interval, at: number): number {
  const length = intervalMs[interval]
  // Up to one hour, KST and UTC tile alike: the offset is a multiple of it.
  const offset = length > hour ? kstOffset(at) : 0
  return Math.floor((at + offset) / length) * length - offset
}
