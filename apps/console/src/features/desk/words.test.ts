import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDecimals, negated, stageOf } from './words.ts'

test('sums of decimals lose nothing', () => {
  expect(addDecimals('6440000', '12500000')).toBe('18940000')
  expect(addDecimals('0.1', '0.2')).toBe('0.3')
  expect(addDecimals('0.00000001', '-0.00000002')).toBe('-0.00000001')
  expect(addDecimals('100', '-100')).toBe('0')
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.bigInt(-(10n ** 15n), 10n ** 15n), (a, b) => {
      expect(addDecimals(String(a), String(b))).toBe(String(a + b))
    }),
  )
})

test('a minus is taken and given', () => {
  expect([negated('5'), negated('-5')]).toEqual(['-5', '5'])
})

test('a withdrawal is its member’s until he can no longer cancel, then the desk’s, then on its way', () => {
  const row = { type: 'W', status: 'REQUESTED', cancelableUntil: 100 } as Parameters<typeof stageOf>[0]
  expect([stageOf(row, 99), stageOf(row, 100)]).toEqual(['cancelable', 'do'])
  expect(stageOf({ ...row, type: 'D' }, 0)).toBe('do')
  expect(stageOf({ ...row, status: 'REVIEW' }, 0)).toBe('do')
  expect(stageOf({ ...row, status: 'APPROVED' }, 0)).toBe('paying')
  expect(stageOf({ ...row, status: 'CANCELED' }, 0)).toBe('done')
})
