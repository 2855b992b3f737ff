import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payoutOf } from '../money.ts'
import { BinaryExposure, RentExposure } from './exposure.ts'

interface Stake {
  side: 'B' | 'S'
  point: bigint
  rate: number
  strike: number | null
}

/** Prices of all sizes: usual ones, beside powers of two, and beyond 32 bits. */
const bases = [65_530, 6_540_000, 2 ** 32 - 6, 2 ** 47 + 1]
const around = (first: number, length: number): number[] =>
  bases.flatMap((base) => Array.from({ length }, (_, index) => base + first + index))

const stakes = fc.array(
  fc.record({
    side: fc.constantFrom<'B' | 'S'>('B', 'S'),
    point: fc.bigInt({ min: 5n, max: 1_000n }).map((thousands) => thousands * 1_000n),
    rate: fc.constantFrom(18_500, 19_000, 15_000),
    strike: fc.option(fc.constantFrom(...around(0, 13))),
  }),
  { maxLength: 40 },
)

/** What the house loses on `list` at close `price`, as rules A say it, bet by bet. */
const lossAt = (list: readonly Stake[], price: number): bigint =>
  list.reduce((sum, { side, point, rate, strike }) => {
    if (strike === null) return sum + payoutOf(point, rate) - point
    if (price === strike) return sum
    return price > strike === (side === 'B') ? sum + payoutOf(point, rate) - point : sum - point
  }, 0n)

const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a))

test('A: exposure of a rent round = max over sides of Σ payouts of the side − Σ all stakes', () => {
  fc.assert(
    fc.property(stakes, (list) => {
      const exposure = new RentExposure()
      for (const { side, point, rate } of list) {
        const payout = payoutOf(point, rate)
        const expected = exposure.with(side, point, payout)
        exposure.add(side, point, payout)
        expect(exposure.value()).toBe(expected)
      }
      const all = list.reduce((sum, { point }) => sum + point, 0n)
      const paid = (['B', 'S'] as const).map((winner) =>
        list.filter(({ side }) => side === winner).reduce((sum, { point, rate }) => sum + payoutOf(point, rate), 0n),
      )
      expect(BigInt(exposure.value())).toBe(greatest(paid) - all)
      expect(BigInt(exposure.lossIf('B'))).toBe(paid[0]! - all)
    }),
  )
})

test('A: exposure of a binary round = max over all close prices; strikes not yet known count as winning', () => {
  fc.assert(
    fc.property(stakes, fc.constantFrom(...around(-10, 31)), (list, close) => {
      const exposure = new BinaryExposure()
      for (const { side, point, rate, strike } of list) {
        const payout = payoutOf(point, rate)
        const expected = exposure.with(side, point, payout)
        exposure.add(side, point, payout)
        expect(exposure.value()).toBe(expected)
        if (strike !== null) exposure.strike(side, point, payout, strike)
      }
      const prices = around(-1, 15)
      expect(BigInt(exposure.value())).toBe(greatest(prices.map((price) => lossAt(list, price))))
      expect(BigInt(exposure.lossAt(close))).toBe(lossAt(list, close))
    }),
  )
})

test('A: a stake that becomes void before its strike leaves the exposure as if it had never been', () => {
  fc.assert(
    fc.property(stakes, (list) => {
      const exposure = new BinaryExposure()
      const kept = list.filter(({ strike }) => strike !== null)
      for (const { side, point, rate } of list) exposure.add(side, point, payoutOf(point, rate))
      for (const { side, point, rate, strike } of list) {
        if (strike === null) exposure.remove(side, point, payoutOf(point, rate))
        else exposure.strike(side, point, payoutOf(point, rate), strike)
      }
      const prices = around(-1, 15)
      expect(BigInt(exposure.value())).toBe(greatest(prices.map((price) => lossAt(kept, price))))
    }),
  )
})
