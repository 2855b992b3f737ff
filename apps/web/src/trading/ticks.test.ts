import { expect, test } from 'vitest'
import { moveByTicks, priceOf, shortTick, snapToTick, unitsOf } from './ticks.ts'

test('a tick is told without the zeros that say nothing', () => {
  expect(['0.00010', '10.0', '0.25', '100'].map(shortTick)).toEqual(['0.0001', '10', '0.25', '100'])
})

test('a price is a whole number of its last place, and back', () => {
  expect(unitsOf('65400.5', 1)).toBe(654_005)
  expect(unitsOf('65400', 1)).toBe(654_000)
  expect(unitsOf('0.00012', 5)).toBe(12)
  expect(priceOf(12, 5)).toBe('0.00012')
  expect(priceOf(654_005, 1)).toBe('65400.5')
  expect(priceOf(7, 0)).toBe('7')
})

test('a place on the chart becomes the nearest price on the grid', () => {
  expect(snapToTick(65_400.149999, '0.1', 1)).toBe('65400.1')
  expect(snapToTick(1.084_237, '0.00010', 5)).toBe('1.08420')
  expect(snapToTick(19_850.13, '0.25', 2)).toBe('19850.25')
  expect(snapToTick(-3, '0.1', 1)).toBe('0.1')
})

test('moving goes along the grid and never to nothing', () => {
  expect(moveByTicks('19850.25', 1, '0.25', 2)).toBe('19850.50')
  expect(moveByTicks('0.3', -10, '0.1', 1)).toBe('0.1')
  // A price off the grid gets onto it.
  expect(moveByTicks('1.08423', 1, '0.00010', 5)).toBe('1.08430')
})

test('from an average between two ticks a move goes by whole ticks', () => {
  expect(snapToTick(1.101_162, '0.00010', 5, '1.10013')).toBe('1.10113')
  expect(moveByTicks('1.10013', 10, '0.00010', 5, '1.10013')).toBe('1.10113')
  expect(moveByTicks('19850.50', -3, '0.25', 2, '19850.38')).toBe('19849.63')
})
