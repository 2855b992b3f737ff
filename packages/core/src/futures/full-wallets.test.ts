import { expect, test } from 'vitest'
import { futuresKeys } from '../configuration/keys.ts'
import { shippedFutures } from '../configuration/shipped.ts'
import { endsOf, named } from '../configuration/test/ends-of.ts'
import { codeOf, operator, SITE } from '../testing.ts'
import type { FuturesOption } from '../types.ts'
import { Desk, perpetual, usdt } from './testing.ts'

// Every number of a perpetual, changed from and to both ends of its range under wallets that hold not a unit that nothing is set aside of.

const ends = endsOf(futuresKeys)
const fees: readonly Partial<FuturesOption>[] = [
  { takerPpm: 0 },
  { makerPpm: 0 },
  { takerPpm: 0, makerPpm: 0 },
  { takerPpm: 0, makerPpm: 100_000 },
  { takerPpm: 100_000, makerPpm: 0 },
]

/** A house whose traders have everything in orders and positions: resting both ways, with exits, triggered, isolated and across. */
function fullHouse(parts: Partial<FuturesOption>): Desk {
  const h = new Desk([perpetual(parts)])
  h.price(60_000)
  for (const [memberId, side] of [
    [1, 'LONG'],
    [2, 'SHORT'],
    [3, 'LONG'],
    [4, 'SHORT'],
  ] as const) {
    h.trader(memberId, usdt(1_000))
    if (memberId > 2) {
      h.order(memberId, { side, qty: '0.05' })
      h.execute(60_000)
      h.at += 2_000
      h.tpsl(memberId, side === 'LONG' ? '61000' : '59000', side === 'LONG' ? '58500' : '61500')
    }
    const price = side === 'LONG' ? 59_900 : 60_100
    for (let qty = 200; qty > 0; qty = Math.floor(qty / 2))
      while (h.limit(memberId, side, (qty / 1_000).toFixed(3), String(price)).status === 200) {}
    h.order(memberId, {
      side,
      qty: '0.001',
      marketType: 'STOPMARKET',
      triggerPrice: side === 'LONG' ? '60300' : '59700',
    })
  }
  return h
}

/** The market goes through all that rests, both ways, until everybody is out of it. */
function play(h: Desk): void {
  for (const price of [59_850, 60_150, 60_600, 58_000, 66_000, 40_000]) {
    h.at += 3_000
    h.price(price)
    h.execute(price)
  }
}

test.each([...ends, ...fees].map((parts) => [named(parts), parts] as const))(
  'B: full wallets live through a change to %s',
  (_, parts) => {
    const h = fullHouse({})
    for (const memberId of [1, 2, 3, 4]) expect(h.openOrders(memberId).length).toBeGreaterThan(1)
    const before = h.ask('futures.option', { siteId: SITE, optionId: 1 })!
    const reply = h.do({ kind: 'configureFutures', ...operator, option: { ...before, ...parts } })
    h.settle()
    play(h)
    expect(reply.status === 200 || codeOf(reply)).toBeOneOf([true, 'INVALID_REQUEST'])
  },
)

test.each(fees.map((parts) => [named(parts), parts] as const))(
  'B: full wallets live through a change from %s',
  (_, parts) => {
    const h = fullHouse(parts)
    const option = h.ask('futures.option', { siteId: SITE, optionId: 1 })!
    const reply = h.do({
      kind: 'configureFutures',
      ...operator,
      option: { ...option, ...shippedFutures, brackets: option.brackets },
    })
    h.settle()
    play(h)
    expect(reply.status).toBe(200)
  },
)
