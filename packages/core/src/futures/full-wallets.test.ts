import { expect, test } from 'vitest'
import { futuresKeys } from '../configuration/keys.ts'
import { shippedFutures } from '../configuration/shipped.ts'
import { endsOf, named } from '../configuration/test/ends-of.ts'
import { fullDesk, playDesk } from '../configuration/test/full-houses.ts'
import { codeOf, operator, SITE } from '../testing.ts'
import type { FuturesOption } from '../types.ts'

// Every number of a perpetual, changed from and to both ends of its range under wallets that hold not a unit that nothing is set aside of.

/** One bracket for everything at the most and at the least leverage, as tight as a rate can be. */
const only = (maxLeverage: number, mmrPpm: number) => [{ notionalCap: 2n ** 62n, maxLeverage, mmrPpm, cum: 0n }]
const ends = endsOf(futuresKeys, { brackets: [only(100, 4_000), only(1, 999_999)] })
const fees: readonly Partial<FuturesOption>[] = [
  { takerPpm: 0 },
  { makerPpm: 0 },
  { takerPpm: 0, makerPpm: 0 },
  { takerPpm: 0, makerPpm: 100_000 },
  { takerPpm: 100_000, makerPpm: 0 },
]

test.each([...ends, ...fees].map((parts) => [named(parts), parts] as const))(
  'B: full wallets live through a change to %s',
  (_, parts) => {
    const h = fullDesk()
    for (const memberId of [1, 2, 3, 4]) expect(h.openOrders(memberId).length).toBeGreaterThan(1)
    const before = h.ask('futures.option', { siteId: SITE, optionId: 1 })!
    const reply = h.do({ kind: 'configureFutures', ...operator, option: { ...before, ...parts } })
    h.settle()
    playDesk(h)
    expect(reply.status === 200 || codeOf(reply)).toBeOneOf([true, 'INVALID_REQUEST', 'LEVERAGE_LOCKED_POSITION'])
  },
)

test.each(fees.map((parts) => [named(parts), parts] as const))(
  'B: full wallets live through a change from %s',
  (_, parts) => {
    const h = fullDesk(parts)
    const option = h.ask('futures.option', { siteId: SITE, optionId: 1 })!
    const reply = h.do({
      kind: 'configureFutures',
      ...operator,
      option: { ...option, ...shippedFutures, brackets: option.brackets },
    })
    h.settle()
    playDesk(h)
    expect(reply.status).toBe(200)
  },
)
