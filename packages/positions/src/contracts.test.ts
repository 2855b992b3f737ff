import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ContractTerms,
  contractFee,
  contractFill,
  contractMargin,
  contractPrice,
  contractScale,
  financingKrw,
  openingContracts,
  pnlKrw,
  tickSizesBetween,
  tickValueKrw,
  triggerAtDistance,
} from './contracts.ts'
import { formatRational } from './decimal.ts'
import { addFill, entryPriceText, flat, type Position, unrealizedPnl } from './position.ts'
import { quoteOf, type Side } from './scale.ts'

Decimal.set({ precision: 80 })
/** EUR/USD of rules C: tick size 0.0001 at 5 decimals, tick value 1.25 USD. */
const eur: ContractTerms = { precision: 5, tickUnits: 10, tickValue: 12_500n, margin: 4_000_000n, fee: 10_000n }
const scale = contractScale(5)
const rate = fc.bigInt({ min: 100_000n, max: 200_000n })
const side = fc.constantFrom<Side>(1, -1)
const count = fc.integer({ min: 1, max: 30 })
const price = fc.integer({ min: 100_000, max: 200_000 })
const big = (value: bigint | number) => new Decimal(value.toString())

describe('contracts', () => {
  test('make tick sizes × tick value × rate in won: credits floor, debits ceil', () => {
    const long: Position = { qty: 3, entryQuote: quoteOf(108_500, 3, scale) }
    expect(pnlKrw(unrealizedPnl(long, 108_540, scale), eur, 140_025n)).toBe(21_003n) // 4 × 3 × 1.25 × 1,400.25 = 21,003.75
    expect(pnlKrw(unrealizedPnl(long, 108_460, scale), eur, 140_025n)).toBe(-21_004n)
    fc.assert(
      fc.property(side, count, price, price, rate, (way, held, entry, last, fx) => {
        const position: Position = { qty: way * held, entryQuote: quoteOf(entry, way * held, scale) }
        const won = big(way * held)
          .mul(last - entry)
          .div(10)
          .mul('1.25')
          .mul(big(fx).div(100))
        expect(big(pnlKrw(unrealizedPnl(position, last, scale), eur, fx)).eq(won.floor())).toBe(true)
      }),
    )
  })

  test('closed in parts pay less than the exact result by less than a won each', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 15 }), price, rate, (entries, exit, fx) => {
        const opened = entries.reduce((held, entry) => addFill(held, 1, quoteOf(entry, 1, scale)).position, flat)
        const average = big(entries.reduce((sum, entry) => sum + entry, 0)).div(entries.length)
        let position = opened
        for (const _ of entries) {
          const effect = addFill(position, -1, quoteOf(exit, 1, scale))
          position = effect.position
          const exact = big(exit).minus(average).div(10).mul('1.25').mul(big(fx).div(100))
          const off = exact.minus(big(pnlKrw(effect.realizedPnl, eur, fx)))
          // The average itself is kept to 10^-8 of a price unit.
          expect(off.gte('-1e-4') && off.lt('1.0001')).toBe(true)
        }
        expect(position).toEqual(flat)
      }),
    )
  })

  test('reserve a rounded margin each and pay a rounded fee a side', () => {
    expect(contractMargin(3, eur, 140_025n)).toBe(1_680_300n)
    expect(contractMargin(3, { ...eur, margin: 4_000_100n }, 140_025n)).toBe(3n * 560_115n) // 560,114.0025 each
    expect(contractFee(3, eur, 140_025n)).toBe(4_201n) // 4,200.75
    expect(contractFee(1, { ...eur, fee: 15_000n }, 140_025n)).toBe(2_101n) // 2,100.375
    expect(tickValueKrw(1, eur, 140_025n)).toBe(1_750n) // 1,750.3125
  })

  test('are financed in one division: a notional rounded up before would pay a won too much', () => {
    // 10,850 ticks × 1,750.3125 won = 18,990,890.625; × 2 % ÷ 365 = 1,040.5967…
    const quote = quoteOf(108_500, 1, scale)
    expect([20_000, -20_000].map((ppm) => financingKrw(quote, ppm, eur, 140_025n))).toEqual([1_040n, -1_041n])
    // 4,699 × 1,400.5 won = 6,580,949.5; × 10 % ÷ 365 = 1,802.99986…
    const terms: ContractTerms = { ...eur, precision: 0, tickUnits: 1, tickValue: 10_000n }
    const paid = financingKrw(quoteOf(4_699, 1, contractScale(0)), 100_000, terms, 140_050n)
    expect(paid).toBe(1_802n)
  })

  test('open what working orders leave after closing what is held, which only one side can', () => {
    expect(openingContracts(0, 2, 3)).toBe(5)
    expect(openingContracts(3, 2, 5)).toBe(4) // 2 more, and 5 sold close 3 and open 2
    expect(openingContracts(-3, 2, 5)).toBe(5)
    expect(openingContracts(-3, 4, 0)).toBe(1)
  })

  test('fill contract k at best + floor((k - 1) ÷ lotsPerTick) tick sizes', () => {
    expect([1, 10, 11, 20, 21].map((k) => contractPrice(1, 108_500, k, 10, 10))).toEqual([
      108_500, 108_500, 108_510, 108_510, 108_520,
    ])
    expect(contractFill(-1, 108_500, 5, 8, 10, 10)).toEqual({
      quote: (2n * 108_500n + 3n * 108_490n) * 100_000_000n,
      worst: 108_490,
    })
    fc.assert(
      fc.property(side, count, count, fc.integer({ min: 1, max: 10 }), (way, first, second, lots) => {
        const whole = contractFill(way, 108_500, first + second, 0, lots, 10)
        const one = contractFill(way, 108_500, first, 0, lots, 10)
        const two = contractFill(way, 108_500, second, first, lots, 10)
        expect(one.quote + two.quote).toBe(whole.quote)
        expect(two.worst).toBe(whole.worst)
      }),
    )
  })

  test('fire TP and SL at the first price so many tick sizes from the average entry', () => {
    const average = { qty: 2, entryQuote: quoteOf(108_500, 1, scale) + quoteOf(108_511, 1, scale) } // 108,505.5
    expect(triggerAtDistance(average, 10, 10, scale)).toBe(108_606)
    expect(triggerAtDistance(average, -10, 10, scale)).toBe(108_405)
    const short = { qty: -2, entryQuote: -average.entryQuote }
    expect(triggerAtDistance(short, 10, 10, scale)).toBe(108_405)
    expect(triggerAtDistance(short, -10, 10, scale)).toBe(108_606)
    expect(triggerAtDistance(flat, 10, 10, scale)).toBeNull()
  })

  test('show an average of their fills, and distances that may be half a tick size', () => {
    expect(entryPriceText({ qty: 2, entryQuote: quoteOf(217_011, 1, scale) }, scale, 6)).toBe('1.085055')
    expect(formatRational(tickSizesBetween(108_500, 108_505, 10), 1)).toBe('0.5')
    expect(formatRational(tickSizesBetween(108_505, 108_480, 10), 1)).toBe('-2.5')
  })
})
