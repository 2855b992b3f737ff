import { expect, test } from 'vitest'
import { shareDone } from './share-done.ts'

test('the share of a turnover is rounded down: 100 % only when all of it is done', () => {
  expect(shareDone('1240000', '3000000')).toBe(41.3)
  expect(shareDone('2999999', '3000000')).toBe(99.9)
  expect(shareDone('3000000', '3000000')).toBe(100)
  expect(shareDone('0', '0')).toBe(100)
})
