import { expect, test } from 'vitest'
import { type Bar, barOf, mergeBars, openingOf, withTick } from './bars.ts'

const bar = (at: number, close: number, change: Partial<Bar> = {}): Bar => ({
  at,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
  ...change,
})
const at = (text: string) => Date.parse(text)

test('candles tile the Korean day', () => {
  expect(openingOf('1d', at('2026-03-02T14:59:59Z'))).toBe(at('2026-03-01T15:00:00Z'))
  expect(openingOf('1d', at('2026-03-02T15:00:00Z'))).toBe(at('2026-03-02T15:00:00Z'))
  expect(openingOf('4h', at('2026-03-02T03:30:00Z'))).toBe(at('2026-03-02T03:00:00Z'))
  expect(openingOf('15m', at('2026-03-02T03:29:59Z'))).toBe(at('2026-03-02T03:15:00Z'))
})

test('a tick moves the newest candle on, opens the next one, and is left out when it came too late', () => {
  const first = withTick(undefined, '1m', 60_500, 10)!
  expect(first).toEqual({ at: 60_000, open: 10, high: 10, low: 10, close: 10, volume: 0 })
  const moved = withTick(withTick(first, '1m', 70_000, 14)!, '1m', 80_000, 9)!
  expect(moved).toMatchObject({ at: 60_000, open: 10, high: 14, low: 9, close: 9 })
  expect(withTick(moved, '1m', 120_000, 11)).toEqual({ at: 120_000, open: 11, high: 11, low: 11, close: 11, volume: 0 })
  expect(withTick(moved, '1m', 59_999, 11)).toBeNull()
})

test('closed candles are the server’s; the newest keeps what ticks have made of it', () => {
  const bars = [bar(0, 1), bar(60, 2), bar(120, 3, { high: 9, low: 2, volume: 0 })]
  const fresh = [bar(60, 2.5), bar(120, 7, { high: 8, low: 1, volume: 50 })]
  expect(mergeBars(bars, fresh)).toEqual([
    bar(0, 1),
    bar(60, 2.5),
    { at: 120, open: 7, high: 9, low: 1, close: 3, volume: 50 },
  ])
})

test('older pages go before, and what both hold stands once', () => {
  expect(mergeBars([bar(120, 3), bar(180, 4)], [bar(0, 1), bar(60, 2), bar(120, 3)]).map(({ at }) => at)).toEqual([
    0, 60, 120, 180,
  ])
})

test('a candle of the wire is read as numbers', () => {
  expect(barOf([60_000, '65400.1', '65410.0', '65390.5', '65405.0', '12.345', 1])).toEqual({
    at: 60_000,
    open: 65400.1,
    high: 65410,
    low: 65390.5,
    close: 65405,
    volume: 12.345,
  })
})
