import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import { Counter, DAY, HOUR, paramsOf, Teller } from './testing.ts'

test('D: a hold that was made longer stands until its later end', () => {
  const house = new Teller()
  house.hold('PASSWORD')
  house.pass(12 * HOUR)
  house.hold('PASSWORD')
  const until = house.wall + DAY
  house.pass(13 * HOUR)
  const refused = house.withdraw(50_000n)
  expect([codeOf(refused), paramsOf(refused)]).toEqual(['WITHDRAW_HOLD', { until }])
  house.pass(11 * HOUR)
  expect(house.withdraw(50_000n).status).toBe(200)
})

test('D: coins that the network may still forget are locked wherever their member moves them', () => {
  const house = new Counter()
  house.configureMoney({ firstHoldMs: 0 })
  const coins = { coin: 'USDT', network: 'TRC20', walletType: 'FUTURES', amount: 100_00000000n } as const
  house.coins(20, coins)
  const own = { from: 'FUTURES', to: 'USDT', point: 60_00000000n } as const
  house.do({ kind: 'transferOwn', ...byMember({ siteId: SITE, memberId: 7 }, house.key()), ...own })
  const locked = house.holds().filter(({ cause }) => cause === 'DEPOSIT')
  expect(locked.map(({ walletType, amount }) => [walletType, amount])).toEqual([
    ['FUTURES', '40'],
    ['USDT', '60'],
  ])
})
