import { describe, expect, it } from 'vitest'
import { figureOf, heights, surprise } from './figures.ts'
import { dateOf, dayOf, monthOf, weekdayOf, weekOf } from './week.ts'

describe('a figure', () => {
  it.each([
    ['2.9%', 2.9, '%'],
    ['−0.8%', -0.8, '%'],
    ['-1,234.5K', -1234.5, 'K'],
    ['+1.2 %', 1.2, '%'],
    ['97.4', 97.4, ''],
  ])('%s is a number with its unit', (text, value, unit) => {
    expect(figureOf(text)).toEqual({ value, unit })
  })
  it.each(['5.16|3.6', '', '-', '발표 없음', '1-2', '%'])('%j holds no one number', (text) => {
    expect(figureOf(text)).toBeNull()
  })
})

it.each([
  ['1.9%', '1.2%', 1],
  ['97.4', '98.0', -1],
  ['4.60%', '4.6%', 0],
  ['225K', '0.2M', null],
  ['225K', null, null],
  [null, '1', null],
  ['5.16|3.6', '5', null],
])('%s beside an expected %s is %s', (actual, forecast, expected) => {
  expect(surprise(actual, forecast)).toBe(expected)
})

it('bars show differences, and are alike where there are none', () => {
  expect(heights([2.8, 2.7, 3])).toEqual([47, 20, 100])
  expect(heights([-1, -1])).toEqual([60, 60])
})

it('days and weeks begin at midnight in Korea', () => {
  const late = Date.parse('2026-10-14T23:59:59+09:00')
  expect(dayOf(late)).toBe(Date.parse('2026-10-14T00:00:00+09:00'))
  expect(weekOf(late)).toBe(Date.parse('2026-10-11T00:00:00+09:00'))
  expect(weekOf(Date.parse('2026-11-01T00:00:00+09:00'))).toBe(Date.parse('2026-11-01T00:00:00+09:00'))
  expect([dateOf(late), weekdayOf(late), monthOf(late)]).toEqual([14, 3, { year: 2026, month: 10 }])
})
