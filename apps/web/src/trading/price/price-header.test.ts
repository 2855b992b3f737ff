import { expect, test } from 'vitest'
import { fundingPercent, hoursMinutesSeconds } from './price-header.tsx'

test('a funding rate is a percentage of four decimals', () => {
  expect(fundingPercent('0.0001')).toBe('0.0100%')
  expect(fundingPercent('-0.000125')).toBe('−0.0125%')
  expect(fundingPercent('0')).toBe('0.0000%')
  expect(fundingPercent('0.0075')).toBe('0.7500%')
  expect(fundingPercent('0.02')).toBe('2.0000%')
})

test('a countdown over hours', () => {
  expect(hoursMinutesSeconds(0)).toBe('00:00:00')
  expect(hoursMinutesSeconds(9_387)).toBe('02:36:27')
  expect(hoursMinutesSeconds(28_800)).toBe('08:00:00')
})
