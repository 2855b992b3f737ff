import { describe, expect, test } from 'vitest'
import { type MarginAccount, summariseMargin } from './margin-change.ts'
import { long, short, terms } from './testing.ts'

const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const account: MarginAccount = {
  position: long,
  terms,
  mark: 600_000,
  isLive: true,
  available: usdt(1_000),
  hasOrders: false,
}

test('added margin moves the liquidation price away and lowers the ratio', () => {
  const { before, after, problem, max } = summariseMargin('ADD', usdt(300), account)
  expect(problem).toBeNull()
  expect(max).toBe(usdt(1_000))
  // (600 − 6,000) ÷ (0.1 × 0.004 − 0.1), and with 900; a price that is not whole is reached a tick before.
  expect([before.liquidation, after.liquidation]).toEqual([542_168, 512_048])
  expect([before.ratioPpm, after.ratioPpm]).toEqual([40_000, 26_666])
  expect([after.margin, after.available]).toEqual([usdt(900), usdt(700)])
  const other = summariseMargin('ADD', usdt(300), { ...account, position: short })
  expect(other.after.liquidation! > other.before.liquidation!).toBe(true)
})

describe('margin can be taken out', () => {
  const rich = { ...account, position: { ...long, margin: '900' } }
  test('as far as the position does not need it', () => {
    expect(summariseMargin('REMOVE', usdt(300), rich)).toMatchObject({ max: usdt(300), problem: null })
    expect(summariseMargin('REMOVE', usdt(301), rich).problem).toBe('ISOLATED_MARGIN_INSUFFICIENT')
    // What it loses at the mark, and what the mark's notional needs, stays.
    expect(summariseMargin('REMOVE', 0n, { ...rich, mark: 590_000 }).max).toBe(usdt(210))
  })
  test('not beside open orders, and not without a live price', () => {
    expect(summariseMargin('REMOVE', usdt(1), { ...rich, hasOrders: true })).toMatchObject({
      max: 0n,
      problem: 'MARGIN_LOCKED_ORDER',
    })
    expect(summariseMargin('REMOVE', usdt(1), { ...rich, isLive: false })).toMatchObject({
      max: 0n,
      problem: 'PRICE_FEED_STALE',
    })
  })
})

test('no more can be added than is available, also without a price', () => {
  expect(summariseMargin('ADD', usdt(1_001), account).problem).toBe('BALANCE_INSUFFICIENT')
  expect(summariseMargin('ADD', 0n, { ...account, available: -usdt(5) })).toMatchObject({
    max: 0n,
    problem: 'AMOUNT_MISSING',
  })
  expect(summariseMargin('ADD', usdt(1), { ...account, mark: null, isLive: false })).toMatchObject({
    problem: null,
    after: { ratioPpm: null },
  })
})
