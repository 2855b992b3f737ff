import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFill, averageEntry, entryPriceText, flat, type Position, roeBp, unrealizedPnl } from './position.ts'
import { notionalOf, quoteOf, quoteScale } from './scale.ts'

const scale = quoteScale(2, 3)
const side = fc.constantFrom(1, -1)
const qty = fc.integer({ min: 1, max: 5_000_000 })
const price = fc.integer({ min: 1, max: 20_000_000 })
const quote = fc.bigInt({ min: 1n, max: 10n ** 18n })
const big = (value: bigint | number) => new Decimal(value.toString())
Decimal.set({ precision: 80 })

describe('a position', () => {
  test('closed in parts realises to the last unit what one close realises', () => {
    fc.assert(
      fc.property(side, quote, fc.array(fc.tuple(qty, quote), { minLength: 1, maxLength: 8 }), (way, entry, parts) => {
        const total = parts.reduce((sum, [part]) => sum + part, 0)
        const opened: Position = { qty: way * total, entryQuote: BigInt(way) * entry }
        const proceeds = parts.reduce((sum, [, amount]) => sum + amount, 0n)
        const whole = addFill(opened, -way * total, proceeds)
        let position = opened
        let realized = 0n
        for (const [part, amount] of parts) {
          const effect = addFill(position, -way * part, amount)
          position = effect.position
          realized += effect.realizedPnl
        }
        expect(position).toEqual(flat)
        expect(realized).toBe(whole.realizedPnl)
        expect(realized).toBe(BigInt(way) * (proceeds - entry))
      }),
    )
  })

  test('conserves money over any fills: realised + value - paid stays 0', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(side, qty, quote), { maxLength: 30 }), (fills) => {
        let position = flat
        let realized = 0n
        let paid = 0n
        let net = 0
        for (const [way, amount, notional] of fills) {
          const effect = addFill(position, way * amount, notional)
          position = effect.position
          realized += effect.realizedPnl
          paid += BigInt(way) * notional
          net += way * amount
          expect(effect.closedQty + effect.openedQty).toBe(amount)
          expect(effect.closedQuote + effect.openedQuote).toBe(notional)
          expect(position.qty).toBe(net)
          expect(position.entryQuote === 0n || position.entryQuote > 0n === position.qty > 0).toBe(true)
          expect(realized).toBe(position.entryQuote - paid)
        }
      }),
    )
  })

  test('realises a partial close below the exact result by less than one unit, and never above it', () => {
    fc.assert(
      fc.property(side, qty, qty, quote, quote, (way, held, more, entry, notional) => {
        const closing = 1 + (more % held)
        const { realizedPnl } = addFill({ qty: way * held, entryQuote: BigInt(way) * entry }, -way * closing, notional)
        const exact = big(notional).minus(big(entry).mul(closing).div(held)).mul(way)
        const off = exact.minus(big(realizedPnl))
        expect(off.gte('-1e-30') && off.lt(1)).toBe(true)
      }),
    )
  })

  test('flips by closing all of it and opening the rest, split against the member by less than one unit', () => {
    fc.assert(
      fc.property(side, qty, qty, quote, quote, (way, held, beyond, entry, notional) => {
        const effect = addFill({ qty: way * held, entryQuote: BigInt(way) * entry }, -way * (held + beyond), notional)
        expect(effect.flipped).toBe(true)
        expect(effect.closedEntry).toBe(entry)
        expect(effect.position).toEqual({ qty: -way * beyond, entryQuote: BigInt(-way) * effect.openedQuote })
        const exact = big(notional)
          .mul(held)
          .div(held + beyond)
          .minus(big(entry))
          .mul(way)
        const off = exact.minus(big(effect.realizedPnl))
        expect(off.gte('-1e-30') && off.lt(1)).toBe(true)
      }),
    )
  })

  test('is worth the difference to its entry, and its average is the entry by quantity', () => {
    fc.assert(
      fc.property(side, qty, price, price, fc.integer({ min: 1, max: 125 }), (way, amount, entry, mark, leverage) => {
        const position: Position = { qty: way * amount, entryQuote: quoteOf(entry, way * amount, scale) }
        const exact = big(mark - entry)
          .mul(way * amount)
          .mul('1e-5')
        expect(
          big(unrealizedPnl(position, mark, scale))
            .div('1e8')
            .eq(exact),
        ).toBe(true)
        expect(entryPriceText(position, scale)).toBe(big(entry).div(100).toFixed(2))
        const invested = big(entry).mul(amount).mul('1e-5').div(leverage)
        const roe = exact.div(invested).mul(10_000)
        const off = roe.minus(big(roeBp(position, mark, leverage, scale)!))
        expect(off.gte('-1e-30') && off.lt(1)).toBe(true)
      }),
    )
  })

  test('rounds the shown average half to even', () => {
    expect(entryPriceText({ qty: 2, entryQuote: quoteOf(201, 1, scale) }, scale)).toBe('1.00')
    expect(entryPriceText({ qty: 2, entryQuote: quoteOf(203, 1, scale) }, scale)).toBe('1.02')
    expect(entryPriceText({ qty: -3, entryQuote: -notionalOf(200, 1, scale) }, scale, 4)).toBe('0.6667')
    expect(averageEntry(flat, scale)).toBeNull()
    expect(roeBp(flat, 100, 10, scale)).toBeNull()
  })

  test('refuses a fill of nothing, of a part of a step, of a negative notional, or beyond a safe integer', () => {
    for (const amount of [0, 1.5, Number.NaN]) expect(() => addFill(flat, amount, 1n)).toThrow(RangeError)
    expect(() => addFill(flat, 1, -1n)).toThrow(RangeError)
    const huge: Position = { qty: Number.MAX_SAFE_INTEGER, entryQuote: 1n }
    expect(() => addFill(huge, 1, 1n)).toThrow(RangeError)
  })

  test('needs a scale in which a unit of price and quantity is whole money', () => {
    expect(quoteScale(5, 3).unit).toBe(1n)
    expect(() => quoteScale(6, 3)).toThrow(RangeError)
    expect(() => quoteScale(-1, 3)).toThrow(RangeError)
    expect(() => quoteScale(1.5, 3)).toThrow(RangeError)
  })
})
