import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitResult } from './split.ts'

test('the parts of a result add up to it, and each is within a unit of its share', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (a, b, profit) => {
      const point = a + b
      const { cash, bonus } = splitResult(profit, point, b)
      expect(cash + bonus).toBe(profit)
      const off = bonus * point - profit * b
      expect(off < point && -off < point).toBe(true)
    }),
  )
})

test('a loss takes from each part exactly what it staked, and a stake without bonus is cash alone', () => {
  expect(splitResult(-10_000n, 10_000n, 3_333n)).toEqual({ cash: -6_667n, bonus: -3_333n })
  expect(splitResult(9_000n, 10_000n, 0n)).toEqual({ cash: 9_000n, bonus: 0n })
})

test('the unit that is left goes to the larger remainder, to cash where they are equal', () => {
  expect(splitResult(1n, 2n, 1n)).toEqual({ cash: 1n, bonus: 0n })
  expect(splitResult(1n, 3n, 2n)).toEqual({ cash: 0n, bonus: 1n })
})
