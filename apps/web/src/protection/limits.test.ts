import { expect, test } from 'vitest'
import { isStricter, pendingState, restOf, usedPercent } from './limits.ts'

test('lower limits count at once, higher ones and none later', () => {
  expect(isStricter('500000', '400000')).toBe(true)
  expect(isStricter(null, '400000')).toBe(true)
  expect(isStricter('400000', '500000')).toBe(false)
  expect(isStricter('400000', null)).toBe(false)
})
test('a rise waits until its time and is then to be confirmed', () => {
  const limit = { kind: 'LOSS', window: '24h', currency: 'KRW', amount: '1', pendingAmount: '2', used: '0' } as const
  expect(pendingState({ ...limit, pendingFrom: 10 }, 9)).toBe('waiting')
  expect(pendingState({ ...limit, pendingFrom: 10 }, 10)).toBe('ready')
  expect(pendingState({ ...limit, pendingFrom: null }, 10)).toBe('none')
})
test('the used part is between 0 and 100 percent', () => {
  expect(usedPercent({ amount: '500000', used: '120000' })).toBe(24)
  expect(usedPercent({ amount: '500000', used: '900000' })).toBe(100)
  expect(usedPercent({ amount: '0', used: '0' })).toBe(100)
  expect(usedPercent({ amount: null, used: '900000' })).toBe(0)
})
test('a rest is the self-exclusion, or else the break, until its end', () => {
  const both = { coolOffUntil: 10, selfExcludedUntil: 20 }
  expect(restOf(both, 9)).toEqual({ kind: 'exclusion', until: 20 })
  expect(restOf({ ...both, selfExcludedUntil: null }, 9)).toEqual({ kind: 'break', until: 10 })
  expect(restOf({ coolOffUntil: 30, selfExcludedUntil: 20 }, 20)).toEqual({ kind: 'break', until: 30 })
  expect(restOf(both, 20)).toBeNull()
  expect(restOf(undefined, 0)).toBeNull()
})
