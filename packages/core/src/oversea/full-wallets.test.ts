import { expect, test } from 'vitest'
import { overseaKeys } from '../configuration/keys.ts'
import { endsOf, named } from '../configuration/test/ends-of.ts'
import { codeOf, operator } from '../testing.ts'
import { contract, Floor } from './testing.ts'

// Every number of a contract, changed to both ends of its range under wallets that hold hardly a unit that nothing is set aside of.

/** A house whose traders have everything in orders and positions: resting both ways, with exits, with one kept over night. */
function fullHouse(): Floor {
  const h = new Floor()
  h.price(1.1)
  for (const [memberId, side] of [
    [1, 'LONG'],
    [2, 'SHORT'],
    [3, 'LONG'],
    [4, 'SHORT'],
  ] as const) {
    h.member(memberId, 3_000_000n)
    if (memberId > 2) {
      h.order(memberId, { side, count: 1 })
      h.pass(300)
      h.pass(2_000)
      h.price(1.1)
      h.tpsl(memberId, 40, 60)
      if (memberId === 3) h.overnight(memberId)
    }
    const price = side === 'LONG' ? '1.09950' : '1.10060'
    while (h.order(memberId, { side, count: 1, marketType: 'LIMIT', price }).status === 200) {}
  }
  return h
}

/** The market goes through all that rests, both ways, until everybody is out of it. */
function play(h: Floor): void {
  for (const price of [1.0992, 1.1008, 1.095, 1.12, 1.03]) {
    h.at += 3_000
    h.price(price)
    h.pass(300)
    h.price(price)
  }
}

test.each(endsOf(overseaKeys).map((parts) => [named(parts), parts] as const))(
  'C: full wallets live through a change to %s',
  (_, parts) => {
    const h = fullHouse()
    for (const memberId of [1, 2, 3, 4]) expect(h.openOrders(memberId).length).toBeGreaterThan(1)
    const reply = h.do({ kind: 'configureOversea', ...operator, option: contract(parts) })
    h.settle()
    play(h)
    expect(reply.status === 200 || codeOf(reply)).toBeOneOf([true, 'INVALID_REQUEST'])
  },
)
