import { expect, test } from 'vitest'
import { isHidden } from './axis-labels.ts'

test('a figure of the axis makes room for the last price, and none is cut by an edge', () => {
  expect([100, 110, 117, 118, 82].map((y) => isHidden(y, 100, 200))).toEqual([true, true, true, false, false])
  expect([3, 7, 193, 197].map((y) => isHidden(y, null, 200))).toEqual([true, false, false, true])
})
