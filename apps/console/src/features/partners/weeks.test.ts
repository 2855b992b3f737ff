import { expect, test } from 'vitest'
import { mondayOf, weekBefore } from './weeks.ts'

test('a week begins on Monday 00:00 in Korea', () => {
  expect(mondayOf(Date.parse('2026-10-11T14:59:59.999Z'))).toBe('2026-10-05')
  expect(mondayOf(Date.parse('2026-10-11T15:00:00Z'))).toBe('2026-10-12')
  expect(weekBefore('2026-10-05', 1)).toBe('2026-09-28')
  expect(weekBefore('2026-12-28', -1)).toBe('2027-01-04')
})
