import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exitFault } from './exits.ts'
import { fundingByIndex, fundingIndexStep, fundingPayment } from './funding.ts'
import { feeOf, initialMargin, openLoss, orderCost, releasedMargin, removableMargin } from './margin.ts'
import { type Position, unrealizedPnl } from './position.ts'
import { notionalOf, quoteOf, quoteScale, type Side } from './scale.ts'

Decimal.set({ precision: 80 })
const scale = quoteScale(2, 3)
const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const side = fc.constantFrom<Side>(1, -1)
const qty = fc.integer({ min: 1, max: 5_000_000 })
const price = fc.integer({ min: 1, max: 20_000_000 })
const leverage = fc.integer({ min: 1, max: 125 })
const amount = fc.bigInt({ min: 0n, max: 10n ** 18n })
const big = (value: bigint | number) => new Decimal(value.toString())
/** Rounded up, by less than a unit. */
const isCeil = (found: bigint, exact: Decimal) => big(found).eq(exact.ceil())

describe('margin', () => {
  test('and fees round up', () => {
    fc.assert(
      fc.property(amount, leverage, fc.integer({ min: 0, max: 10_000 }), (notional, times, rate) => {
        expect(isCeil(initialMargin(notional, times), big(notional).div(times))).toBe(true)
        expect(isCeil(feeOf(notional, rate), big(notional).mul(rate).div(1e6))).toBe(true)
      }),
    )
  })

  test('of an order is notional ÷ L + reserve + open loss', () => {
    // 0.1 at 60,600 with 10x against a mark of 60,000: 606 + 4.848 + 60.
    const cost = orderCost({
      side: 1,
      qty: 100,
      price: 6_060_000,
      mark: 6_000_000,
      leverage: 10,
      reservePpm: 800,
      scale,
    })
    expect(cost).toEqual({
      notional: usdt(6_060),
      margin: usdt(606),
      feeReserve: 484_800_000n,
      openLoss: usdt(60),
      cost: 67_084_800_000n,
    })
    fc.assert(
      fc.property(side, qty, price, price, (way, steps, at, mark) => {
        const exact = big(Math.max(0, way * (at - mark)))
          .mul(steps)
          .mul(1000)
        expect(big(openLoss(way, steps, at, mark, scale)).eq(exact)).toBe(true)
      }),
    )
  })

  test('removable leaves the initial margin at the mark, and never counts a profit', () => {
    const long: Position = { qty: 100, entryQuote: quoteOf(6_000_000, 100, scale) }
    expect(removableMargin(usdt(700), long, 6_000_000, 10, scale)).toBe(usdt(100))
    expect(removableMargin(usdt(700), long, 6_100_000, 10, scale)).toBe(usdt(90)) // the profit of 100 stays
    expect(removableMargin(usdt(700), long, 5_900_000, 10, scale)).toBe(usdt(10)) // 700 - 100 - 590
    expect(removableMargin(usdt(600), long, 5_900_000, 10, scale)).toBe(0n)
    fc.assert(
      fc.property(amount, side, qty, price, price, leverage, (margin, way, steps, entry, mark, times) => {
        const position: Position = { qty: way * steps, entryQuote: quoteOf(entry, way * steps, scale) }
        const taken = removableMargin(margin, position, mark, times, scale)
        const left = big(margin - taken + unrealizedPnl(position, mark, scale))
        if (taken > 0n) expect(left.gte(big(notionalOf(mark, steps, scale)).div(times))).toBe(true)
      }),
    )
  })

  test('leaves with a partial close in proportion, floored, and wholly with the last', () => {
    fc.assert(
      fc.property(amount, qty, qty, (margin, held, part) => {
        const closing = 1 + (part % held)
        expect(big(releasedMargin(margin, closing, -held)).eq(big(margin).mul(closing).div(held).floor())).toBe(true)
        expect(releasedMargin(margin, held, held)).toBe(margin)
      }),
    )
  })
})

describe('funding', () => {
  const rate = fc.bigInt({ min: -3_000_000n, max: 3_000_000n })
  test('pays -side × qty × mark × rate: credits floor, debits ceil', () => {
    fc.assert(
      fc.property(side, qty, price, rate, (way, steps, mark, per) => {
        const exact = big(per).mul(mark).mul(1000).mul(steps).mul(-way).div(1e8)
        expect(big(fundingPayment(way * steps, mark, per, scale)).eq(exact.floor())).toBe(true)
      }),
    )
    expect(fundingPayment(100, 6_000_000, 10_000n, scale)).toBe(-60_000_000n) // 0.6 of 6,000 at 0.01 %
  })

  test('by a cumulative index is the exact sum of its instants, rounded once', () => {
    fc.assert(
      fc.property(side, qty, fc.array(fc.tuple(price, rate), { maxLength: 10 }), (way, steps, instants) => {
        const index = instants.reduce((sum, [mark, per]) => sum + fundingIndexStep(mark, per, scale), 0n)
        const exact = instants.reduce((sum, [mark, per]) => sum.plus(big(per).mul(mark).mul(1000)), big(0n))
        const found = fundingByIndex(way * steps, index)
        expect(
          big(found).eq(
            exact
              .mul(-way * steps)
              .div(1e8)
              .floor(),
          ),
        ).toBe(true)
        const single = instants.reduce((sum, [mark, per]) => sum + fundingPayment(way * steps, mark, per, scale), 0n)
        expect(found - single >= 0n && found - single <= BigInt(instants.length)).toBe(true)
      }),
    )
  })
})

describe('take profit and stop loss', () => {
  const long = { side: 1, mark: 100, liquidationPrice: 50 } as const
  const short = { side: -1, mark: 100, liquidationPrice: 150 } as const
  test.each([
    [{ ...long, takeProfit: 101, stopLoss: 99 }, null],
    [{ ...long, takeProfit: 100 }, 'TAKE_PROFIT_WRONG_SIDE'],
    [{ ...long, stopLoss: 100 }, 'STOP_LOSS_WRONG_SIDE'],
    [{ ...long, stopLoss: 51 }, null],
    [{ ...long, stopLoss: 50 }, 'STOP_LOSS_BEYOND_LIQUIDATION'],
    [{ ...long, liquidationPrice: null, stopLoss: 1 }, null],
    [{ ...short, takeProfit: 99, stopLoss: 149 }, null],
    [{ ...short, takeProfit: 101 }, 'TAKE_PROFIT_WRONG_SIDE'],
    [{ ...short, stopLoss: 99 }, 'STOP_LOSS_WRONG_SIDE'],
    [{ ...short, stopLoss: 150 }, 'STOP_LOSS_BEYOND_LIQUIDATION'],
    [{ ...long, takeProfit: null, stopLoss: null }, null],
  ] as const)('%o: %s', (check, fault) => {
    expect(exitFault(check)).toBe(fault)
  })
})
