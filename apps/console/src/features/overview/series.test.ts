import type { HouseTrend } from '@maru/contract'
import { expect, test } from 'vitest'
import { flowSeries, netSeries, resultSeries } from './series.ts'

const hour = 3_600_000
const trend: HouseTrend = {
  from: 0,
  lines: [
    { line: 'ROUND', currency: 'KRW', result: '30', fees: '0', won: [10, 0, 20, 0] },
    { line: 'FUTURES', currency: 'USDT', result: '1', fees: '0', won: null },
  ],
  flows: [
    { in: 5, out: 0 },
    { in: 0, out: 7 },
  ],
  net: [
    { at: 2 * hour, won: 1 },
    { at: 2.5 * hour, won: -3 },
  ],
}

test('a result is summed up from the beginning, as far as the present hour; a line without a price is left out', () => {
  expect(resultSeries(trend)).toEqual([
    {
      tone: 1,
      kind: 'line',
      points: [
        { at: 0, value: 0 },
        { at: hour, value: 10 },
        { at: 2 * hour, value: 10 },
        { at: 3 * hour, value: 30 },
      ],
    },
  ])
})

test('money in stands above the line and money out below it', () => {
  expect(flowSeries(trend).map(({ points }) => points.map(({ value }) => value))).toEqual([
    [5, 0],
    [-0, -7],
  ])
  expect(netSeries(trend)[0]?.points).toEqual(trend.net.map(({ at, won }) => ({ at, value: won })))
})
