import type { Candle } from '@maru/contract'
import { expect, test } from 'vitest'
import { daysAt, pastOf } from './past.ts'

/** An hour of Korea. */
const hour = (time: string, high: string, low: string, volume = '1'): Candle => [
  Date.parse(`2026-${time}:00+09:00`),
  low,
  high,
  low,
  high,
  volume,
  1,
]
const now = Date.parse('2026-10-12T10:30:00+09:00')

test('a day is one of Korea, from midnight to midnight, and today is the last one', () => {
  const past = pastOf(
    [hour('10-11T23:00', '102', '101'), hour('10-12T00:00', '99', '98'), hour('10-12T10:00', '100.5', '98.5')],
    now,
  )
  expect(past.today).toEqual({ name: '10-12', high: '100.5', low: '98' })
  expect(past.days.map(({ name }) => name)).toEqual(['10-11', '10-12'])
})

test('the days whose range holds a price have touched it, its ends included; the newest is the first', () => {
  const past = pastOf(
    [
      hour('10-06T00:00', '100', '90'),
      hour('10-09T12:00', '105', '100'),
      hour('10-10T12:00', '99', '95'),
      hour('10-11T12:00', '101', '100'),
    ],
    now,
  )
  expect(daysAt(past, '100')).toEqual(['10-11', '10-09', '10-06'])
  expect(daysAt(past, '105.1')).toEqual([])
})

test('what is older than seven days, lies ahead, or repeats a price without a trade is left out', () => {
  const past = pastOf(
    [hour('10-05T23:00', '100', '90'), hour('10-10T03:00', '95', '95', '0'), hour('10-13T00:00', '100', '90')],
    now,
  )
  expect(past).toEqual({ days: [], today: null })
  expect(pastOf([hour('10-10T03:00', '95', '95', '2')], now).days).toHaveLength(1)
})
