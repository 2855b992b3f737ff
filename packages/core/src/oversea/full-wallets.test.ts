import { expect, test } from 'vitest'
import { overseaKeys } from '../configuration/keys.ts'
import { endsOf, named } from '../configuration/test/ends-of.ts'
import { fullFloor, playFloor } from '../configuration/test/full-houses.ts'
import { codeOf, operator } from '../testing.ts'
import { contract } from './testing.ts'

// Every number of a contract, changed to both ends of its range under wallets that hold hardly a unit that nothing is set aside of.

test.each(endsOf(overseaKeys).map((parts) => [named(parts), parts] as const))(
  'C: full wallets live through a change to %s',
  (_, parts) => {
    const h = fullFloor()
    for (const memberId of [1, 2, 3, 4]) expect(h.openOrders(memberId).length).toBeGreaterThan(1)
    const reply = h.do({ kind: 'configureOversea', ...operator, option: contract(parts) })
    h.settle()
    playFloor(h)
    expect(reply.status === 200 || codeOf(reply)).toBeOneOf([true, 'INVALID_REQUEST'])
  },
)
