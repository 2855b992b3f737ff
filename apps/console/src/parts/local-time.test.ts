import { expect, test } from 'vitest'
import { instantOf, localOf } from './local-time.ts'

test('times are of the Korean clock, whatever the operator’s is', () => {
  expect(instantOf('2026-11-23T09:00')).toBe(Date.UTC(2026, 10, 23, 0, 0))
  expect(localOf(Date.UTC(2026, 10, 23, 0, 0))).toBe('2026-11-23T09:00')
  expect(instantOf('')).toBeNull()
})
