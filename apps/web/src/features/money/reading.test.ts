import { expect, test } from 'vitest'
import { koreanReading } from './reading.ts'

test.each([
  [9_999, ''],
  [10_000, '1만원'],
  [1_000_000, '100만원'],
  [1_234_000, '123만 4,000원'],
  [100_000_000, '1억원'],
  [123_456_789_000, '1,234억 5,678만 9,000원'],
])('%i won is read as “%s”, to its last unit', (value, read) => {
  expect(koreanReading(value)).toBe(read)
})
