import { expect, test } from 'vitest'
import { spread, spreadInColumns } from './spread.ts'

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

test('more labels than fit stand in columns, so that none lies over another', () => {
  const few = spreadInColumns([50, 50, 60], 22, 27, 120, 3)
  expect(few.map(({ column }) => column)).toEqual([0, 0, 0])
  const many = spreadInColumns([30, 40, 50, 50, 60, 70, 110], 22, 27, 120, 3)
  expect(many.map(({ column }) => column)).toEqual([0, 1, 0, 1, 0, 1, 0])
  for (const column of [0, 1]) {
    const places = many.filter((spot) => spot.column === column).map(({ place }) => place)
    for (let at = 1; at < places.length; at++) expect(places[at]! - places[at - 1]!).toBeGreaterThanOrEqual(22)
    for (const place of places) expect(place >= 27 && place <= 120).toBe(true)
  }
})

test('where the picture is too narrow for a column, the labels of all share what there is', () => {
  const spots = spreadInColumns(Array(9).fill(50), 22, 27, 93, 1)
  expect(new Set(spots.map(({ column }) => column))).toEqual(new Set([0]))
  expect(spots.at(-1)!.place).toBeCloseTo(93)
})
