import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Brackets, maintenanceMargin, majorBrackets, otherBrackets } from './brackets.ts'
import { bankruptcyPrice, crossMargin, isLiquidatable, liquidationPrice, liquidationPriceText } from './liquidation.ts'
import { marginRatioPpm, RUINED_PPM } from './margin.ts'
import { entryNotional, type Position, positionNotional, unrealizedPnl } from './position.ts'
import { quoteOf, quoteScale } from './scale.ts'

const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const cents = quoteScale(2, 3)
const tables = fc.constantFrom<Brackets>(majorBrackets, otherBrackets)
const cases = fc
  .record({
    brackets: tables,
    scale: fc.constantFrom(cents, quoteScale(1, 3), quoteScale(5, 0), quoteScale(5, 3)),
    side: fc.constantFrom(1, -1),
    qty: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 20_000_000 })),
    price: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 10_000_000 })),
    leverage: fc.integer({ min: 1, max: 125 }),
    extra: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 14n }),
  })
  .map(({ brackets, scale, side, qty, price, leverage, extra }) => {
    const position: Position = { qty: side * qty, entryQuote: quoteOf(price, side * qty, scale) }
    return { brackets, scale, position, margin: entryNotional(position) / BigInt(leverage) + extra }
  })

describe('the liquidation price', () => {
  test('of rules B: long 0.1 at 60,000 with 10x is 54,216.87, short 65,737.05', () => {
    const long: Position = { qty: 100, entryQuote: quoteOf(6_000_000, 100, cents) }
    const short: Position = { qty: -100, entryQuote: quoteOf(6_000_000, -100, cents) }
    expect(liquidationPriceText(usdt(600), long, majorBrackets, cents)).toBe('54216.87')
    expect(liquidationPriceText(usdt(600), short, majorBrackets, cents)).toBe('65737.05')
    // The first prices that do liquidate lie beyond the unrounded ones.
    expect(liquidationPrice(usdt(600), long, majorBrackets, cents)).toBe(5_421_686)
    expect(liquidationPrice(usdt(600), short, majorBrackets, cents)).toBe(6_573_706)
  })

  test('is liquidatable, and one unit before it is not', () => {
    fc.assert(
      fc.property(cases, ({ margin, position, brackets, scale }) => {
        const price = liquidationPrice(margin, position, brackets, scale)
        const at = (mark: number) => isLiquidatable(margin, position, mark, brackets, scale)
        if (price === null) {
          expect(at(position.qty > 0 ? 1 : Number.MAX_SAFE_INTEGER)).toBe(false)
          return
        }
        expect(at(price)).toBe(true)
        const before = position.qty > 0 ? price + 1 : price - 1
        if (before >= 1) expect(at(before)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test('stays liquidatable beyond', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 1_000_000 }), ({ margin, position, brackets, scale }, further) => {
        const price = liquidationPrice(margin, position, brackets, scale)
        if (price === null) return
        const mark = position.qty > 0 ? Math.max(1, price - further) : price + further
        expect(isLiquidatable(margin, position, mark, brackets, scale)).toBe(true)
      }),
    )
  })

  test('agrees with the formula in decimals under the bracket valid there, within one unit of price', () => {
    fc.assert(
      fc.property(cases, ({ margin, position, brackets, scale }) => {
        const price = liquidationPrice(margin, position, brackets, scale)
        if (price === null) return
        const side = position.qty > 0 ? 1 : -1
        const size = new Decimal(Math.abs(position.qty)).mul(scale.unit.toString())
        const exact = brackets
          .map(({ mmrPpm, cum }) =>
            new Decimal((margin + cum - position.entryQuote).toString()).div(
              size.mul(new Decimal(mmrPpm).div(1e6).minus(side)),
            ),
          )
          .reduce((a, b) => (side > 0 ? Decimal.max(a, b) : Decimal.min(a, b)))
        const off = exact.minus(price).mul(side)
        // Maintenance rounded up by a minor unit is worth at most 1 ÷ (1 - 10 %) of a price unit.
        expect(price === 1 || (off.gte(-1.12) && off.lte(1))).toBe(true)
      }),
    )
  })

  test('does not exist for a long whose margin covers all, nor without a position', () => {
    const long: Position = { qty: 100, entryQuote: quoteOf(6_000_000, 100, cents) }
    expect(liquidationPrice(usdt(6_000), long, majorBrackets, cents)).toBeNull()
    expect(liquidationPriceText(usdt(6_000), long, majorBrackets, cents)).toBeNull()
    expect(liquidationPrice(0n, { qty: 0, entryQuote: 0n }, majorBrackets, cents)).toBeNull()
    expect(isLiquidatable(0n, { qty: 0, entryQuote: 0n }, 1, majorBrackets, cents)).toBe(false)
  })

  test('of a CROSS position is where its margin account is liquidated while the other marks stay', () => {
    fc.assert(
      fc.property(cases, cases, fc.integer({ min: 1, max: 10_000_000 }), (one, other, mark) => {
        const player = one.margin + other.margin
        const maintenance = maintenanceMargin(positionNotional(other.position, mark, other.scale), other.brackets)
        const pnl = unrealizedPnl(other.position, mark, other.scale)
        const margin = crossMargin(player, pnl, maintenance)
        const price = liquidationPrice(margin, one.position, one.brackets, one.scale)
        if (price === null) return
        const own = maintenanceMargin(positionNotional(one.position, price, one.scale), one.brackets)
        const equity = player + pnl + unrealizedPnl(one.position, price, one.scale)
        expect(own + maintenance >= equity).toBe(true)
        expect(marginRatioPpm(own + maintenance, equity)).toBeGreaterThanOrEqual(1_000_000)
      }),
    )
  })
})

describe('the margin ratio', () => {
  test('is at 100 % exactly when maintenance reaches equity', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.bigInt({ min: -10n, max: 10n ** 15n }),
        (need, equity) => {
          expect(marginRatioPpm(need, equity) >= 1_000_000).toBe(equity <= 0n || need >= equity)
        },
      ),
    )
  })
  test('is ruined without equity and never exceeds a safe integer', () => {
    expect(marginRatioPpm(0n, 0n)).toBe(RUINED_PPM)
    expect(marginRatioPpm(5n, -1n)).toBe(RUINED_PPM)
    expect(marginRatioPpm(10n ** 30n, 1n)).toBe(RUINED_PPM)
    expect(marginRatioPpm(2n, 3n)).toBe(666_666)
  })
})

test('the bankruptcy price is the first at which nothing is left', () => {
  fc.assert(
    fc.property(cases, ({ margin, position, scale }) => {
      const price = bankruptcyPrice(margin, position, scale)
      const left = (mark: number) => margin + unrealizedPnl(position, mark, scale)
      if (price === null) {
        expect(left(1) > 0n).toBe(true)
        return
      }
      expect(left(price) <= 0n).toBe(true)
      const before = position.qty > 0 ? price + 1 : price - 1
      if (before >= 1) expect(left(before) > 0n).toBe(true)
    }),
  )
  expect(bankruptcyPrice(1n, { qty: 0, entryQuote: 0n }, cents)).toBeNull()
})
