import type { DailyProfit, OverseaOption } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { barsOf, dayOf, totalOf, winRate } from './daily.ts'

const day = (date: string, realizedPnl: number, fee = 0, trades = 1, wins = 0): DailyProfit => ({
  date,
  realizedPnl: String(realizedPnl),
  fee: String(fee),
  netPnl: String(realizedPnl - fee),
  trades,
  wins,
})
const option = (isRest: boolean, tradingDay: string) =>
  ({ isRest, session: { tradingDay, openAt: 0, closeAt: 1 } }) as OverseaOption

describe('the trading day of now', () => {
  const days = [day('2026-11-18', 5_000), day('2026-11-17', 100)]
  test('is that of the session that runs, whatever was traded in it', () => {
    expect(dayOf([option(true, '2026-11-20'), option(false, '2026-11-19')], days)).toEqual({
      day: '2026-11-19',
      isRunning: true,
    })
  })
  test('is the last one with results while all rest', () => {
    expect(dayOf([option(true, '2026-11-23')], days)).toEqual({ day: '2026-11-18', isRunning: false })
    expect(dayOf([], [])).toBeNull()
  })
})

test('a period comes to the sum of its days', () => {
  const days = [day('2026-11-18', -20_000, 5_600, 2, 0), day('2026-11-17', 101_068, 2_800, 3, 2)]
  expect(totalOf(days)).toEqual({ realizedPnl: 81_068n, fee: 8_400n, netPnl: 72_668n, trades: 5, wins: 2 })
  expect(winRate(totalOf(days))).toBe('40.0')
  expect(winRate(totalOf([]))).toBeNull()
})

describe('the bars', () => {
  test('stand on the line of nothing, oldest first, and fill the height', () => {
    const { bars, zero } = barsOf([day('2026-11-18', -1_000), day('2026-11-17', 3_000), day('2026-11-16', 0)])
    expect(zero).toBe(0.75)
    expect(bars.map(({ date, top, height }) => [date, top, height])).toEqual([
      ['2026-11-16', 0.75, 0],
      ['2026-11-17', 0, 0.75],
      ['2026-11-18', 0.75, 0.25],
    ])
  })
  test('of losses alone hang from the top, of gains alone reach it', () => {
    expect(barsOf([day('2026-11-18', -1_000)])).toMatchObject({ zero: 0, bars: [{ top: 0, height: 1 }] })
    expect(barsOf([day('2026-11-18', 1_000)])).toMatchObject({ zero: 1, bars: [{ top: 0, height: 1 }] })
  })
})
