import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRational } from './decimal.ts'
import { addConsumption, type Consumption, type Level, type Walk, type WalkLimits, walk, worstPrice } from './depth.ts'
import { averagePrice } from './position.ts'
import { quoteScale, type Side } from './scale.ts'

const scale = quoteScale(2, 3)
const asks: readonly Level[] = [
  [10_000, 5],
  [10_010, 5],
  [10_030, 10],
]
/** Fills step by step, as the rule reads. */
function oneByOne(
  side: Side,
  levels: readonly Level[],
  qty: number,
  limits: WalkLimits,
): Pick<Walk, 'filledQty' | 'quote' | 'worst'> {
  const { limitPrice, consumed, displayedOnly } = limits
  const steps: number[] = []
  for (const [price, displayed] of levels)
    for (let k = consumed?.at.get(price) ?? 0; k < displayed; k++) steps.push(price)
  const total = levels.reduce((sum, [, displayed]) => sum + displayed, 0)
  if (!displayedOnly && total > 0) {
    const last = levels[levels.length - 1]![0]
    const distance = Math.max(1, Math.abs(last - levels[0]![0]))
    for (let k = consumed?.beyond ?? 0; steps.length < qty; k++)
      steps.push(last + side * distance * (1 + Math.floor(k / total)))
  }
  const filled: number[] = []
  for (const price of steps.slice(0, qty)) {
    if (price < 1 || (limitPrice !== undefined && side * (price - limitPrice) > 0)) break
    filled.push(price)
  }
  const quote = filled.reduce((sum, price) => sum + BigInt(price), 0n) * scale.unit
  return { filledQty: filled.length, quote, worst: filled[filled.length - 1] ?? null }
}
const book = fc
  .record({
    side: fc.constantFrom<Side>(1, -1),
    best: fc.integer({ min: 1, max: 400 }),
    rows: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), { maxLength: 6 }),
  })
  .map(({ side, best, rows }) => {
    let price = best
    const levels: Level[] = []
    for (const [gap, displayed] of rows) {
      if (price >= 1) levels.push([price, displayed])
      price += side * gap
    }
    return { side, levels }
  })
const limits = fc.record(
  {
    limitPrice: fc.integer({ min: 1, max: 500 }),
    displayedOnly: fc.boolean(),
    consumed: fc.record({
      at: fc
        .array(fc.tuple(fc.integer({ min: 1, max: 450 }), fc.integer({ min: 1, max: 12 })), { maxLength: 40 })
        .map((entries) => new Map(entries)),
      beyond: fc.integer({ min: 0, max: 60 }),
    }),
  },
  { requiredKeys: [] },
)

describe('a walk through a book', () => {
  test('takes the best levels first and pays their average', () => {
    const found = walk(1, asks, 12, scale)
    expect(found).toMatchObject({ filledQty: 12, best: 10_000, worst: 10_030, slippagePpm: 917 })
    expect(found.taken).toEqual({
      at: [
        [10_000, 5],
        [10_010, 5],
        [10_030, 2],
      ],
      beyond: 0,
    })
    expect(formatRational(averagePrice(found.quote, 12, scale)!, 4)).toBe('100.0917')
  })

  test('goes on beyond the last level: each further total of the levels moves by last - first', () => {
    expect(walk(1, asks, 40, scale)).toMatchObject({ filledQty: 40, worst: 10_060, taken: { beyond: 20 } })
    expect(walk(1, asks, 41, scale).worst).toBe(10_090)
    expect(walk(-1, [[100, 3]], 9, scale).worst).toBe(98) // a lone level has no distance: a unit each
  })

  test('fills the same as step by step, whatever was taken, limited or displayed', () => {
    fc.assert(
      fc.property(book, limits, fc.integer({ min: 1, max: 200 }), ({ side, levels }, given, qty) => {
        const { filledQty, quote, worst } = walk(side, levels, qty, scale, given)
        expect({ filledQty, quote, worst }).toEqual(oneByOne(side, levels, qty, given))
      }),
      { numRuns: 1_000 },
    )
  })

  test('gains nothing from splitting an order', () => {
    fc.assert(
      fc.property(
        book,
        limits,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        ({ side, levels }, given, parts) => {
          const whole = walk(
            side,
            levels,
            parts.reduce((a, b) => a + b),
            scale,
            given,
          )
          let consumed: Consumption = given.consumed ?? { at: new Map(), beyond: 0 }
          let filledQty = 0
          let quote = 0n
          for (const part of parts) {
            const found = walk(side, levels, part, scale, { ...given, consumed })
            consumed = addConsumption(consumed, found.taken)
            filledQty += found.filledQty
            quote += found.quote
          }
          expect({ filledQty, quote }).toEqual({ filledQty: whole.filledQty, quote: whole.quote })
        },
      ),
    )
  })

  test('costs no more for a quantity far beyond the order book', () => {
    const found = walk(
      1,
      [
        [10_000, 1],
        [10_001, 1],
      ],
      2_000_000_000,
      scale,
    )
    expect(found).toMatchObject({ filledQty: 2_000_000_000, worst: 10_001 + 999_999_999 })
    // Selling ends where a price would not be positive.
    expect(walk(-1, [[3, 1]], 2_000_000_000, scale)).toMatchObject({ filledQty: 3, worst: 1 })
  })

  test('finds nothing in an empty order book', () => {
    expect(walk(1, [], 5, scale)).toMatchObject({ filledQty: 0, quote: 0n, best: null, worst: null, slippagePpm: 0 })
  })

  test('keeps a stop from the mark on its near side', () => {
    expect(worstPrice(1, 10_050, 10_000)).toBe(10_150)
    expect(worstPrice(-1, 10_050, 10_000)).toBe(9_950)
    expect(worstPrice(1, 10_000, 50_000)).toBe(10_500)
    expect(worstPrice(-1, 10_000, 50_000)).toBe(9_500)
  })
})
