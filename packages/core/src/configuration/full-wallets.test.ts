import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { defaultMoney } from '../money/default-money.ts'
import { codeOf, type House, operator } from '../testing.ts'
import { moneyKeys, roundKeys, siteKeys } from './keys.ts'
import type { ConfigScope } from './tables.ts'
import { endsOf, named } from './test/ends-of.ts'
import { fullDesk, fullFloor, fullRounds, playDesk, playFloor, playRounds } from './test/full-houses.ts'

// Every number of a site, of its money and of its rounds, changed to both ends of its range while everything is at stake.

/** As a request has it: amounts are strings of digits. */
const jsonOf = (changes: object): Record<string, unknown> => JSON.parse(named(changes)) as Record<string, unknown>

/** Changes a house under way; it lives on, its books balance, nobody owes anything, and a restart gives the same. */
function survives<H extends House>(h: H, play: (h: H) => void, scope: ConfigScope, changes: object): void {
  const optionId = scope === 'round' ? 100 : null
  const command = {
    kind: 'configure',
    ...operator,
    scope,
    optionId,
    changes: jsonOf(changes),
    effectiveFrom: null,
  } as const
  expect(codeOf(h.do(command))).toBeOneOf([200, 'INVALID_REQUEST', 'SETTING_INVALID'])
  h.settle()
  play(h)
  const sums = new Map<string, bigint>()
  for (const { currency, amount } of h.postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([])
  for (const { posted, reserved } of h.core.snapshot().wallets)
    expect([posted >= 0n, reserved >= 0n]).toEqual([true, true])
  expect(createCore(h.core.snapshot()).stateHash()).toBe(h.core.stateHash())
}

const trades = (change: object) =>
  Object.keys(change).some((key) => /^(futures|oversea|young|isYoung|halving|is\w+Halved)/.test(key))
const ofSite = endsOf(siteKeys)
const ofTrading = ofSite.filter(trades)
const ofMoney = endsOf(moneyKeys, { coins: [[], defaultMoney.coins] })
const cases = (changes: readonly object[]) => changes.map((change) => [named(change), change] as const)

test.each(cases(ofSite))(
  'A: rounds in which everything is at stake live through a change of their site to %s',
  (_, change) => {
    survives(fullRounds(), playRounds, 'site', change)
  },
)
test.each(cases(ofTrading))('B: full wallets live through a change of their site to %s', (_, change) => {
  survives(fullDesk(), playDesk, 'site', change)
})
test.each(cases(ofTrading))('C: full wallets live through a change of their site to %s', (_, change) => {
  survives(fullFloor(), playFloor, 'site', change)
})
test.each(cases(ofMoney))(
  'D: rounds in which everything is at stake live through a change of money to %s',
  (_, change) => {
    survives(fullRounds(), playRounds, 'money', change)
  },
)
test.each(cases(endsOf(roundKeys)))(
  'A: rounds in which everything is at stake live through a change to %s',
  (_, change) => {
    survives(fullRounds(), playRounds, 'round', change)
  },
)
