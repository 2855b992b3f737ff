import { expect, test } from 'vitest'
import { pointsOf } from './sparkline.tsx'

test('a course goes from edge to edge and from its lowest to its highest', () => {
  expect(pointsOf([5, 10, 0])).toBe('0.0,10.0 32.0,2.0 64.0,18.0')
})

test('a course without change lies in the middle', () => {
  expect(pointsOf([7, 7])).toBe('0.0,10.0 64.0,10.0')
})
