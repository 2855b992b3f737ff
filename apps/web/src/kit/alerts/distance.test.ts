import { expect, test } from 'vitest'
import { distanceOf, priceAway } from './distance.ts'

test('the distance between two prices has its sign, the precision of the price and a percentage', () => {
  expect(distanceOf('65432.1', '66000.0', 1)).toEqual({ gap: '567.9', percent: '0.87' })
  expect(distanceOf('3118.40', '3000.00', 2)).toEqual({ gap: '-118.40', percent: '-3.80' })
})

test('a price some percent away lies on its tick, never nearer than asked', () => {
  expect(priceAway('65432.1', 1, { tick: '0.1', precision: 1 })).toBe('66086.5')
  expect(priceAway('65432.1', -0.5, { tick: '0.1', precision: 1 })).toBe('65104.9')
  expect(priceAway('24600.00', 2, { tick: '0.25', precision: 2 })).toBe('25092.00')
})
