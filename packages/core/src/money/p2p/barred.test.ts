import { expect, test } from 'vitest'
import { byMember, bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Command } from '../../types.ts'
import { DAY } from '../testing.ts'
import { float, Market } from './testing.ts'

const held = 100_00000000n
const who = { siteId: SITE, memberId: 8 } as const

const bars: [string, (market: Market) => Command][] = [
  ['SELF_EXCLUDED', (market) => ({ kind: 'selfExclude', ...byMember(who, market.key()), months: 6 })],
  ['COOL_OFF_ACTIVE', (market) => ({ kind: 'coolOff', ...byMember(who, market.key()), until: market.wall + DAY })],
  ['ACCOUNT_DENIED', () => ({ kind: 'setMemberStatus', ...bySystem(SITE), ...who, status: 'DENY' })],
]

/** How a purchase completes: by its merchant, late, or by a decision. */
const ends: [string, (market: Market, id: number) => void][] = [
  ['its merchant releases it', (market, id) => market.tell('RELEASED', id)],
  [
    'staff decide a dispute over it',
    (market, id) => {
      market.paid(id)
      market.argue(id)
      market.decide(id, 'RELEASE')
    },
  ],
  [
    'staff decide a late payment that holds no coins',
    (market, id) => {
      market.pass(20 * 60_000)
      market.paid(id)
      market.decide(id, 'RELEASE')
    },
  ],
]

test.each(bars.flatMap(([bar, command]) => ends.map(([end, work]) => [bar, end, command, work] as const)))(
  'J 5–6: %s: a purchase is not credited when %s, but lies in suspense',
  (bar, _end, command, work) => {
    const market = new Market()
    const id = market.taken()
    expect(market.do(command(market)).status).toBe(200)
    work(market, id)
    const order = market.of(id)
    expect(order).toMatchObject({ state: 'RELEASED', reason: 'SUSPENDED', escrow: 0n })
    expect([market.has, market.float(), market.escrow()]).toEqual([1_000_00000000n, float - held, 0n])
    expect(market.balance('DEPOSIT_SUSPENSE', '', 'USDT')).toBe(held)
    const [row] = market.core.snapshot().suspenses
    const where = { houseAccount: 'PROVIDER_CLEARING', houseSub: 'p2p-1', provider: 'p2p', reference: `P${id}` }
    expect(row).toMatchObject({ ...where, cause: 'LIMIT', memberId: 8, currency: 'USDT', amount: held, state: 'OPEN' })
    expect(market.row(order.dnwId).status).toBe('CANCELED')
    expect(market.core.snapshot().depositLocks).toEqual([])
    const give = { ...market.byTwo(), suspenseId: row!.id, ...who, walletType: 'FUTURES' } as const
    expect(codeOf(market.do({ kind: 'assignSuspense', ...give }))).toBe(bar)
    const back = { ...market.byTwo(), suspenseId: row!.id, statementLine: '1' }
    expect(market.do({ kind: 'returnSuspense', ...back }).status).toBe(200)
    expect([market.float(), market.balance('DEPOSIT_SUSPENSE', '', 'USDT')]).toEqual([float, 0n])
  },
)

test('J 5–6: what a break kept in suspense is given to its member when it is over', () => {
  const market = new Market()
  const id = market.taken()
  market.do({ kind: 'coolOff', ...byMember(who, market.key()), until: market.wall + DAY })
  market.tell('RELEASED', id)
  const [row] = market.core.snapshot().suspenses
  market.pass(DAY)
  const give = { ...market.byTwo(), suspenseId: row!.id, ...who, walletType: 'FUTURES' } as const
  expect(market.do({ kind: 'assignSuspense', ...give }).status).toBe(200)
  expect([market.has, market.balance('DEPOSIT_SUSPENSE', '', 'USDT')]).toEqual([1_000_00000000n + held, 0n])
})
