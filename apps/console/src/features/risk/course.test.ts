import { expect, test } from 'vitest'
import { courseOf, hourSeries } from './course.ts'

const trend = {
  at: [60_000, 120_000, 180_000],
  markets: [
    { line: 'OVERSEA' as const, optionId: 1, net: [9, 9, 9], price: [1, 1, 1] },
    { line: 'FUTURES' as const, optionId: 1, net: [null, -5, 7], price: [null, 60_000, 60_100] },
  ],
  insurance: [],
  held: [],
}
const market = { line: 'FUTURES' as const, optionId: 1 }

test('a market has its own course, without looks at which nobody knew its price', () => {
  expect(courseOf(trend, market, 'net')).toEqual([
    { at: 120_000, value: -5 },
    { at: 180_000, value: 7 },
  ])
  expect(courseOf(trend, { line: 'FUTURES', optionId: 2 }, 'net')).toEqual([])
})

test('the price has a scale of its own', () => {
  expect(
    hourSeries(trend, market).map(({ isOwnScale, points }) => [isOwnScale ?? false, points.at(-1)?.value]),
  ).toEqual([
    [false, 7],
    [true, 60_100],
  ])
})
