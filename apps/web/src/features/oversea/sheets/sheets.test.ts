import { contractScale } from '@maru/positions'
import { describe, expect, test } from 'vitest'
import { heldOf, type Terms } from '../../../books/oversea/terms.ts'
import { closeBody, closeOutcome, sharesOf } from './close-form.ts'
import { exitChanges, isDistance } from './exits-form.ts'
import { long, short } from './testing.ts'

/** EUR/USD of rules C at 1,400 won: a tick is 1,750, a fee 1,400. */
const terms: Terms = {
  precision: 5,
  scale: contractScale(5),
  tickUnits: 10,
  tickValue: 12_500n,
  margin: 4_000_000n,
  fee: 10_000n,
  rate: 140_000n,
  maxCount: 30,
  lotsPerTick: 10,
  maxOpenOrders: 50,
  bandPpm: 100_000,
  maxExitTicks: 1_000,
}
const quotes = { limit: null, bid: 110_110, ask: 110_120 }

describe('closing', () => {
  test('only ever reduces, at the market or at a price', () => {
    expect(closeBody(long, 2)).toEqual({
      overseaOptionId: 1,
      tradeType: 'SHORT',
      marketType: 'MARKET',
      count: 2,
      isReduceOnly: true,
    })
    expect(closeBody(short, 3, '1.1000')).toMatchObject({ tradeType: 'LONG', marketType: 'LIMIT', price: '1.1000' })
  })

  test('meets the other side of the quote, at a price its limit', () => {
    const held = heldOf(long, terms)
    expect(closeOutcome(held, 3, quotes, terms)).toEqual({
      price: '1.10110',
      pnl: 52_500n,
      fee: 4_200n,
      net: 48_300n,
    })
    expect(closeOutcome(heldOf(short, terms), 3, quotes, terms)).toMatchObject({ price: '1.10120', pnl: -57_750n })
    expect(closeOutcome(held, 1, { ...quotes, limit: 110_210 }, terms)).toMatchObject({
      price: '1.10210',
      pnl: 35_000n,
    })
  })

  test('costs a tick more for each ten contracts', () => {
    const many = heldOf({ ...long, count: 20, entrySum: '22.00200' }, terms)
    expect(closeOutcome(many, 20, quotes, terms)).toMatchObject({
      price: '1.10105',
      pnl: 10n * 17_500n + 10n * 15_750n,
    })
  })

  test('is not guessed without a quote, a rate or a count', () => {
    const held = heldOf(long, terms)
    expect(closeOutcome(held, 1, { ...quotes, bid: null }, terms)).toBeNull()
    expect(closeOutcome(held, 1, quotes, { ...terms, rate: null })).toBeNull()
    expect(closeOutcome(held, 0, quotes, terms)).toBeNull()
  })

  test('offers shares that are whole contracts apart', () => {
    expect(sharesOf(8)).toEqual([
      { percent: 25, count: 2 },
      { percent: 50, count: 4 },
      { percent: 75, count: 6 },
      { percent: 100, count: 8 },
    ])
    expect(sharesOf(2)).toEqual([
      { percent: 50, count: 1 },
      { percent: 100, count: 2 },
    ])
    expect(sharesOf(1)).toEqual([{ percent: 100, count: 1 }])
  })
})

describe('TP and SL', () => {
  const guarded = { ...long, tpTick: 200, slTick: 150 }

  test('send what changed and nothing else', () => {
    expect(exitChanges(guarded, { takeProfit: 200, stopLoss: 150 })).toEqual({ set: null, clear: [] })
    expect(exitChanges(guarded, { takeProfit: 210, stopLoss: 150 })).toEqual({
      set: { overseaPositionId: 7, overseaOptionId: 1, tpTick: 210 },
      clear: [],
    })
    expect(exitChanges(long, { takeProfit: 10, stopLoss: 20 }).set).toMatchObject({ tpTick: 10, slTick: 20 })
  })

  test('are deleted one by one', () => {
    expect(exitChanges(guarded, { takeProfit: null, stopLoss: 100 })).toEqual({
      set: { overseaPositionId: 7, overseaOptionId: 1, slTick: 100 },
      clear: [{ id: 7, overseaOptionId: 1, value: 'TP' }],
    })
    expect(exitChanges(guarded, { takeProfit: null, stopLoss: null }).clear.map(({ value }) => value)).toEqual([
      'TP',
      'SL',
    ])
    expect(exitChanges(long, { takeProfit: null, stopLoss: null })).toEqual({ set: null, clear: [] })
  })

  test('lie 1 to 1,000 whole ticks away', () => {
    expect([0, 1, 1_000, 1_001, 1.5].map((ticks) => isDistance(ticks, { maxExitTicks: 1_000 }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})
