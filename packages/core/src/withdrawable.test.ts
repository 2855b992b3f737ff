import { expect, test } from 'vitest'
import { byMember } from './envelope.ts'
import { Desk, usdt } from './futures/testing.ts'
import { Floor } from './oversea/testing.ts'
import { SITE } from './testing.ts'

/** What may leave the only wallet of a member. */
const withdrawable = (house: Desk | Floor, memberId: number) =>
  house.core.ask('members.withdrawable', { siteId: SITE, memberId, wall: house.wall }, house.at)[0]!.withdrawable

function desk(marginType: 'CROSS' | 'ISOLATED'): Desk {
  const h = new Desk()
  h.trader(1)
  h.price(60_000)
  h.do({ kind: 'setMarginType', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, marginType })
  h.trade(1, 'LONG', '0.1', 60_000)
  return h
}

test('D: a member with nothing open may take out all that he has', () => {
  const h = new Desk()
  h.trader(1)
  expect(withdrawable(h, 1)).toBe(usdt(10_000))
})

test('D: margin, orders and losses of CROSS positions stay; a profit does not leave', () => {
  const h = desk('CROSS')
  h.limit(1, 'LONG', '0.1', '59000')
  const { available } = h.money(1)
  expect(withdrawable(h, 1)).toBe(available)
  h.price(59_500)
  expect(withdrawable(h, 1)).toBe(available - usdt(50))
  h.price(62_000)
  expect(withdrawable(h, 1)).toBe(available + usdt(0.1))
})

test('D: while the price of a CROSS position is not live nothing leaves; an isolated one holds back its margin alone', () => {
  const [cross, isolated] = [desk('CROSS'), desk('ISOLATED')]
  for (const h of [cross, isolated]) {
    expect(withdrawable(h, 1)).toBe(h.money(1).available)
    h.stale()
  }
  expect(withdrawable(cross, 1)).toBe(0n)
  expect(withdrawable(isolated, 1)).toBe(isolated.money(1).available)
  cross.live()
  cross.price(60_000)
  expect(withdrawable(cross, 1)).toBe(cross.money(1).available)
})

test('D: after a start nothing leaves until the price of a CROSS position is known and live', () => {
  const h = desk('CROSS')
  h.restart()
  h.live()
  expect(withdrawable(h, 1)).toBe(0n)
  h.price(60_000)
  expect(withdrawable(h, 1)).toBe(h.money(1).available)
})

test('D: while the price of an overseas position is not live nothing leaves', () => {
  const floor = new Floor()
  floor.member(7, 1_001_400n)
  floor.price(1.1)
  expect(withdrawable(floor, 7)).toBe(1_001_400n)
  floor.trade(7, 'LONG', 1)
  const { playerPoint, lastPnl } = floor.money(7)
  const free = playerPoint + (lastPnl < 0n ? lastPnl : 0n)
  expect(withdrawable(floor, 7)).toBe(free)
  floor.stale('EURUSD')
  expect(withdrawable(floor, 7)).toBe(0n)
  floor.restart()
  floor.live('EURUSD')
  expect(withdrawable(floor, 7)).toBe(0n)
})
