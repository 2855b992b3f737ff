import { expect, test } from 'vitest'
import { byMember, bySystem } from './envelope.ts'
import { codeOf, House, NOON, SITE } from './testing.ts'
import type { Command } from './types.ts'

type Grants = Extract<Command, { kind: 'openMember' }>['grants']
const krw = (amount: bigint) => ({ type: 'BINARY', currency: 'KRW', amount }) as const

test.each([
  ['below zero', [krw(-1n)]],
  ['twice of one wallet', [krw(1n), krw(2n)]],
] as [string, Grants][])('0: an account with a grant %s is not opened', (_what, grants) => {
  const h = new House()
  const open = (of: Grants) => h.do({ kind: 'openMember', ...bySystem(SITE), memberId: 7, grants: of })
  expect(codeOf(open(grants))).toBe('INVALID_REQUEST')
  expect(h.ask('members.wallets', { siteId: SITE, memberId: 7 })).toEqual([])
  expect(h.postings).toEqual([])
  expect(open([krw(0n), { type: 'FUTURES', currency: 'USDT', amount: 5n }]).body).toMatchObject({
    wallets: [{ currency: 'KRW' }, { currency: 'USDT' }],
  })
  expect(h.ask('members.wallets', { siteId: SITE, memberId: 7 }).map(({ posted }) => posted)).toEqual([0n, 5n])
})

test('0: where the clock is set back the core’s time stands still', () => {
  const h = new House()
  h.live()
  h.until(NOON + 10_000, 100_00)
  h.member(1)
  const first = h.betOf(h.bet(1, 'B', 5_000n))
  h.at -= 5_000
  h.member(2)
  const second = h.betOf(h.bet(2, 'B', 5_000n))
  expect([first, second].map(({ acceptedAt }) => acceptedAt)).toEqual([NOON + 10_000, NOON + 10_000])
  h.at += 6_000
  expect(codeOf(h.bet(2, 'B', 5_000n))).toBe(200)
})

test('J 17: the core takes no command of a member of staff, also after a restart, and grants him nothing', () => {
  const h = new House()
  h.live()
  h.tick(100_00)
  h.settle()
  const staff = (grants: Grants) =>
    codeOf(h.do({ kind: 'openMember', ...bySystem(SITE), memberId: 7, grants, isStaff: true }))
  expect([staff([krw(5n)]), staff([]), staff([])]).toEqual(['INVALID_REQUEST', 200, 200])
  const who = { siteId: SITE, memberId: 7 }
  const codes = () => [
    codeOf(h.bet(7, 'B', 5_000n)),
    codeOf(h.do({ kind: 'cancelOrders', ...byMember(who, h.key()), book: 'futures', optionId: null })),
    codeOf(h.do({ kind: 'useCoupon', ...byMember(who, h.key()), code: 'A', walletType: 'BINARY', deposits: 0 })),
  ]
  expect(codes()).toEqual(Array(3).fill('STAFF_NO_TRADING'))
  h.restart(1_000)
  expect(codes()).toEqual(Array(3).fill('STAFF_NO_TRADING'))
  expect(h.ask('members.wallets', who)).toEqual([])
})
