import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import { contract, Floor, gold } from './testing.ts'

/** A member with a contract of each stock, started anew; only gold has a price since. */
function startedAnew(): Floor {
  const floor = new Floor([contract(), gold()])
  floor.member(7, 20_000_000n)
  floor.price(1.1)
  floor.prices(200_000, 200_000, 'XAUUSD')
  floor.trade(7, 'LONG', 2)
  floor.trade(7, 'LONG', 1, 3)
  floor.restart(5_000)
  for (const symbol of floor.symbols) {
    floor.trading(symbol)
    floor.live(symbol)
  }
  floor.rate(140_000)
  floor.prices(200_000, 200_000, 'XAUUSD')
  return floor
}

test('C: a position without a price since the start is unknown: nothing opens, leaves or is kept over night until it has one', () => {
  const floor = startedAnew()
  const leaves = () =>
    floor.ask('members.withdrawable', { siteId: SITE, memberId: 7, wall: floor.wall })[0]!.withdrawable
  expect(leaves()).toBe(0n)
  const pair = { from: 'BINARY', to: 'FUTURES', point: 10_000n, quote: null } as const
  const convert = { kind: 'convert', ...byMember({ siteId: SITE, memberId: 7 }, floor.key()), ...pair } as const
  expect(codeOf(floor.do(convert))).toBe('BALANCE_INSUFFICIENT')
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1, optionId: 3 }))).toBe('BALANCE_INSUFFICIENT')
  expect(codeOf(floor.overnight(7, true, 3))).toBe('PRICE_FEED_STALE')
  floor.price(1.1)
  expect(floor.order(7, { side: 'LONG', count: 1, optionId: 3 }).status).toBe(200)
  expect(floor.overnight(7, true, 3).status).toBe(200)
  expect(leaves()).toBeGreaterThan(0n)
})

test('C: what is unknown can be closed all the same', () => {
  const floor = startedAnew()
  expect(floor.order(7, { side: 'SHORT', count: 1, optionId: 3, isReduceOnly: true }).status).toBe(200)
  floor.pass(300)
  floor.prices(200_000, 200_000, 'XAUUSD')
  expect(floor.position(7, 3)).toBeUndefined()
})
