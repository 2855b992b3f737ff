import { expect, test } from 'vitest'
import { arrange, spread } from './spread.ts'

test('labels that do not touch stay at their prices', () => {
  expect(spread([20, 60, 120], 22, 11, 157)).toEqual([20, 60, 120])
  expect(spread([], 22, 11, 157)).toEqual([])
})

test('labels at one price lie around it', () => {
  expect(spread([80, 80], 22, 11, 157)).toEqual([69, 91])
  expect(spread([80, 80, 80], 22, 11, 157)).toEqual([58, 80, 102])
})

test('a run at the edge is pushed inside, and never lies over the next', () => {
  expect(spread([11, 11, 30], 22, 11, 157)).toEqual([11, 33, 55])
  const low = spread([100, 150, 157, 157], 22, 11, 157)
  expect(low.at(-1)).toBeLessThanOrEqual(157)
  for (let at = 1; at < low.length; at++) expect(low[at]! - low[at - 1]!).toBeGreaterThanOrEqual(22)
})

test('more labels than fit share the room', () => {
  const close = spread(Array(10).fill(50), 22, 10, 100)
  expect(close[0]).toBeCloseTo(10)
  expect(close.at(-1)).toBeCloseTo(100)
})

const wide = { low: 27, high: 120, pitch: 22 }
const narrow = { low: 11, high: 57, pitch: 19 }
const sixty = () => 60

test('more labels than fit stand in columns, so that none lies over another', () => {
  const few = arrange([50, 50, 60], sixty, 250, [wide])
  expect(few.map(({ left }) => left)).toEqual([0, 0, 0])
  const many = arrange([30, 40, 50, 50, 60, 70, 110], sixty, 250, [wide])
  expect(many.map(({ column, left }) => [column, left])).toEqual([0, 1, 0, 1, 0, 1, 0].map((one) => [one, one * 64]))
  for (const column of [0, 1]) {
    const places = many.filter((spot) => spot.column === column).map(({ place }) => place)
    for (let at = 1; at < places.length; at++) expect(places[at]! - places[at - 1]!).toBeGreaterThanOrEqual(22)
    for (const place of places) expect(place >= 27 && place <= 120).toBe(true)
  }
})

test('a column is as wide as its widest label, and nothing is measured for one', () => {
  const widths = [90, 60, 60, 60, 60]
  const spots = arrange([40, 40, 40, 40, 40], (at) => widths[at]!, 236, [{ low: 27, high: 57, pitch: 22 }])
  expect(spots.map(({ left }) => left)).toEqual([0, 94, 158, 0, 94])
  const never = () => {
    throw new Error('measured')
  }
  expect(arrange([40, 40], never, 236, [wide])).toHaveLength(2)
})

test('what does not fit into the width takes the next room, and shares the last one', () => {
  const five = arrange([20, 30, 40, 50, 60], sixty, 130, [{ ...wide, high: 57 }, narrow])
  expect(five.map(({ column }) => column)).toEqual([0, 1, 0, 1, 0])
  expect(five[2]!.place - five[0]!.place).toBeGreaterThanOrEqual(19)
  const nine = arrange(Array(9).fill(50), sixty, 100, [wide, narrow])
  expect(new Set(nine.map(({ column }) => column))).toEqual(new Set([0]))
  expect([nine[0]!.place, nine.at(-1)!.place].map(Math.round)).toEqual([11, 57])
})
