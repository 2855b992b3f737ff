import { floorDiv } from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMinor, formatPrice, formatRate, parseMinor, payoutOf, unitText } from './money.ts'

test('0: a credit is floored: 1.85 × 1,001 = 1,851', () => {
  expect(payoutOf(1_001n, 18_500)).toBe(1_851n)
})

test('0: a credit rounds against the member by less than one minor unit', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), fc.bigInt({ min: 1n }), (a, b, divisor) => {
      const down = floorDiv(a * b, divisor)
      const exact = a * b
      expect(down * divisor <= exact && exact < (down + 1n) * divisor).toBe(true)
    }),
  )
})

test('wire: money is a decimal string without exponent and reads back as it was', () => {
  expect(formatMinor(150_000_000n, 'USDT')).toBe('1.5')
  expect(formatMinor(-1n, 'USDT')).toBe('-0.00000001')
  expect(formatMinor(10_000_000n, 'KRW')).toBe('10000000')
  fc.assert(
    fc.property(fc.bigInt(), fc.constantFrom('KRW', 'USDT'), (amount, currency) => {
      expect(parseMinor(formatMinor(amount, currency), currency)).toBe(amount)
    }),
  )
})

test('wire: what is no plain decimal of the currency is refused', () => {
  for (const text of ['', '-', '1e9', 'NaN', '+1', '01', '.5', '1.', '0x1', ' 1', '1.000000001', '１']) {
    expect(parseMinor(text, 'USDT')).toBeNull()
  }
  expect(parseMinor('1.5', 'KRW')).toBeNull()
  expect(parseMinor('0.1', 'USDT')).toBe(10_000_000n)
})

test('wire: prices keep the zeros of their precision, rates two decimals', () => {
  expect(formatPrice(6_543_210, 2)).toBe('65432.10')
  expect(formatPrice(7, 4)).toBe('0.0007')
  expect(formatPrice(65_000, 0)).toBe('65000')
  expect(formatRate(19_000)).toBe('1.90')
  expect(formatRate(18_525)).toBe('1.8525')
  expect(formatRate(18_550)).toBe('1.855')
})

test('the catalogue’s {currency}: 원 behind KRW, a space and the name behind any other', () => {
  expect([unitText('KRW'), unitText('USDT')]).toEqual(['원', ' USDT'])
})
