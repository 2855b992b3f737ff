import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { majorBrackets, maxNotionalFor } from './brackets.ts'
import { orderCost } from './margin.ts'
import { type MaxQtyInput, maxQty, qtyPer, qtyShares } from './qty-per.ts'
import { notionalOf, quoteScale, type Side } from './scale.ts'

const scale = quoteScale(2, 3)
const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const base: MaxQtyInput = {
  side: 1,
  available: usdt(1_000),
  price: 6_000_000,
  mark: 6_000_000,
  leverage: 10,
  reservePpm: 800,
  bracketCap: maxNotionalFor(10, majorBrackets),
  usedNotional: 0n,
  closableQty: 0,
  minQty: 1,
  stepSize: 1,
  scale,
}
const inputs = fc.record({
  side: fc.constantFrom<Side>(1, -1),
  // Small figures too: there the parts that round up decide.
  available: fc.oneof(fc.bigInt({ min: -usdt(10), max: usdt(1_000_000) }), fc.bigInt({ min: 0n, max: 1_000n })),
  price: fc.oneof(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 100 })),
  mark: fc.oneof(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 100 })),
  leverage: fc.integer({ min: 1, max: 100 }),
  reservePpm: fc.constantFrom(0, 800),
  bracketCap: fc.bigInt({ min: 0n, max: usdt(20_000_000) }),
  usedNotional: fc.bigInt({ min: 0n, max: usdt(1_000_000) }),
  closableQty: fc.integer({ min: 0, max: 100_000 }),
  minQty: fc.integer({ min: 1, max: 20 }),
  stepSize: fc.integer({ min: 1, max: 10 }),
  scale: fc.constantFrom(scale, quoteScale(5, 3)),
})

describe('the largest order', () => {
  test('of 1,000 at 60,000 and 10x: 1,000 ÷ (6,000 + 48) a coin', () => {
    expect(maxQty(base)).toBe(165)
    expect(maxQty({ ...base, price: 6_060_000 })).toBe(149) // 1,000 ÷ (6,060 + 48.48 + 600)
    expect(maxQty({ ...base, bracketCap: usdt(6_000), usedNotional: usdt(600) })).toBe(90)
    expect(maxQty({ ...base, closableQty: 40 })).toBe(205)
    expect(maxQty({ ...base, stepSize: 10 })).toBe(160)
    expect([165, 166].map((minQty) => maxQty({ ...base, minQty }))).toEqual([165, 0])
    expect(maxQty({ ...base, available: -1n, closableQty: 40 })).toBe(40)
    expect(maxQty({ ...base, price: 0 })).toBe(0)
  })

  test('can be paid and fits the bracket, and one step more cannot or does not', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { available, bracketCap, usedNotional, price, stepSize, scale } = input
        const opening = maxQty({ ...input, closableQty: 0, minQty: 0 })
        const fits = (qty: number) =>
          orderCost({ ...input, qty }).cost <= available && usedNotional + notionalOf(price, qty, scale) <= bracketCap
        if (opening > 0) expect(fits(opening)).toBe(true)
        expect(fits(opening + stepSize)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  test('comes with shares of it on whole steps, none below the smallest order', () => {
    fc.assert(
      fc.property(inputs, inputs, (one, two) => {
        const { minQty, stepSize } = one
        const table = qtyPer(one, { ...two, minQty, stepSize })
        expect(table.maxBuyQty).toBe(maxQty({ ...one, side: 1 }))
        expect(table.maxSellQty).toBe(maxQty({ ...two, minQty, stepSize, side: -1 }))
        expect(table.per[100]).toEqual({ buy: table.maxBuyQty, sell: table.maxSellQty })
        for (const share of qtyShares)
          for (const [qty, most] of [
            [table.per[share].buy, table.maxBuyQty],
            [table.per[share].sell, table.maxSellQty],
          ] as const) {
            expect(qty % stepSize).toBe(0)
            expect(qty === 0 || qty >= minQty).toBe(true)
            const exact = Number((BigInt(most) * BigInt(share)) / 100n)
            expect(qty).toBe(exact - (exact % stepSize) < minQty ? 0 : exact - (exact % stepSize))
          }
      }),
    )
  })
})
