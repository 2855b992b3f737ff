import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilDiv, floorDiv, formatRational, formatUnits, parseUnits } from './decimal.ts'

const signed = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const divisor = fc.bigInt({ min: 1n, max: 10n ** 20n })
const HalfEven = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_EVEN })

test('division rounds in the direction that it names', () => {
  fc.assert(
    fc.property(signed, divisor, (a, b) => {
      const floor = floorDiv(a, b)
      expect(floor * b <= a && a < (floor + 1n) * b).toBe(true)
      const ceil = ceilDiv(a, b)
      expect((ceil - 1n) * b < a && a <= ceil * b).toBe(true)
    }),
  )
  expect(() => floorDiv(1n, 0n)).toThrow(RangeError)
  expect(() => ceilDiv(1n, -1n)).toThrow(RangeError)
})

test('units are read as they were written', () => {
  fc.assert(
    fc.property(signed, fc.integer({ min: 0, max: 12 }), (units, decimals) => {
      expect(parseUnits(formatUnits(units, decimals), decimals)).toBe(units)
    }),
  )
  expect(formatUnits(-5n, 2)).toBe('-0.05')
  expect(parseUnits('1.50', 1)).toBe(15n)
})

test.each(['', '-', '+1', '01', '1.', '.5', '1e3', ' 1', '1,0', '0x1', '1.05', 'NaN', '--1', '１'])(
  '%j is no amount of one decimal',
  (text) => {
    expect(parseUnits(text, 1)).toBeNull()
  },
)

test('fractions show half-even', () => {
  fc.assert(
    fc.property(
      signed,
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.integer({ min: 0, max: 8 }),
      (numerator, denominator, decimals) => {
        const exact = new HalfEven(numerator.toString()).div(denominator.toString())
        expect(new Decimal(formatRational({ numerator, denominator }, decimals)).eq(exact.toFixed(decimals))).toBe(true)
      },
    ),
  )
})
