import { expect, test } from 'vitest'
import { minus, partsOf } from './decimals.ts'

test('amounts of coins are subtracted exactly, and never below nothing', () => {
  expect(minus('200', '1')).toBe('199')
  expect(minus('0.3', '0.1')).toBe('0.2')
  expect(minus('0.00000003', '0.00000002')).toBe('0.00000001')
  expect(minus('90071992547409.93', '0.01')).toBe('90071992547409.92')
  expect(minus('1', '1.5')).toBe('0')
})
test('amounts are compared by their smallest parts', () => {
  expect(partsOf('10.5') > partsOf('9.99999999')).toBe(true)
  expect(partsOf('.5')).toBe(50_000_000n)
  expect(partsOf('-0.1')).toBe(-10_000_000n)
})
