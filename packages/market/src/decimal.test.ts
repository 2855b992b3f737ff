import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestOnTickSize, formatUnits, midHalfEven, parseUnits } from './decimal.ts'

test('what is formatted reads back the same', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }), (units, precision) => {
      const text = formatUnits(units, precision)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(parseUnits(text, precision) + 0).toBe(units + 0)
    }),
  )
})

test.each([
  ['28147.27373413', 1, 281_473],
  ['1.25', 1, 12], // half-even
  ['1.35', 1, 14],
  ['1.3500', 2, 135],
  ['0.250001', 1, 3],
  ['-0.05', 1, 0],
])('%s at precision %i is %i', (text, precision, units) => {
  expect(parseUnits(text, precision)).toBe(units)
})

test.each(['', '1e5', '+1', '.5', 'NaN', '1,000', '99999999999999999999'])('%j is refused', (text) => {
  expect(() => parseUnits(text, 2)).toThrow(RangeError)
})

test('the tick of OANDA prices: bid down, ask up to the tick size, mid half-even at the precision', () => {
  expect(bestOnTickSize('1.38694', '1.38705', 5, 10)).toEqual({ bid: 138_690, ask: 138_710, mid: 138_700 })
  expect(bestOnTickSize('24815.25', '24815.5', 2, 25)).toEqual({ bid: 2_481_525, ask: 2_481_550, mid: 2_481_538 })
  expect(bestOnTickSize('24815.3', '24815.9', 2, 25)).toEqual({ bid: 2_481_525, ask: 2_481_600, mid: 2_481_562 })
  expect(midHalfEven(1, 2)).toBe(2)
  expect(midHalfEven(2, 3)).toBe(2)
})
