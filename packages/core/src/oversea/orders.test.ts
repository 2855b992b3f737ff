import { expect, test } from 'vitest'
import { codeOf } from '../testing.ts'
import { eur, Floor } from './testing.ts'

const MILLION = 1_000_000n

test('C: a market order fills 300 ms later at the ask, margin and fee are won at the session’s rate, and a close pays ticks', () => {
  const floor = new Floor()
  const member = floor.member(7, 10n * MILLION)
  floor.price(1.1)
  const reply = floor.order(member, { side: 'LONG', count: 2 })
  expect(floor.orderOf(reply)).toMatchObject({ status: 'NEW', executeAt: floor.at + 300 })
  expect(floor.wallet(member)).toEqual({ posted: 10n * MILLION, reserved: 2n * 561_400n })
  floor.pass(299)
  expect(floor.position(member)).toBeUndefined()
  floor.pass(1)
  expect(floor.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQty: 2, fee: 2_800n })
  expect(floor.position(member)).toMatchObject({
    qty: 2,
    margin: 1_120_000n,
    fxRate: 140_000,
    tradingDay: '2026-03-02',
  })
  expect(floor.wallet(member)).toEqual({ posted: 10n * MILLION - 2_800n, reserved: 1_120_000n })
  // Ten ticks up: bought at 1.1001, sold at 1.1011, two contracts of 1,750 won a tick.
  floor.prices(eur(1.1011), eur(1.1012))
  expect(floor.money(member).lastPnl).toBe(2n * 10n * 1_750n + 1_750n)
  floor.pass(2_000)
  floor.trade(member, 'SHORT', 2)
  expect(floor.position(member)).toBeUndefined()
  expect(floor.wallet(member)).toEqual({ posted: 10n * MILLION - 5_600n + 35_000n, reserved: 0n })
  expect(floor.house('PNL_OVERSEA')).toBe(-35_000n)
  expect(floor.house('FEE_OVERSEA')).toBe(5_600n)
  expect(floor.fills.map(({ tradingDay, fxRate, realizedPnl }) => [tradingDay, fxRate, realizedPnl])).toEqual([
    ['2026-03-02', 140_000, 0n],
    ['2026-03-02', 140_000, 35_000n],
  ])
})

test('C: a count is whole and above 0', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  for (const count of [0, -1, 1.5, Number.NaN]) {
    expect(codeOf(floor.order(7, { side: 'LONG', count }))).toBe('COUNT_INVALID')
  }
})
