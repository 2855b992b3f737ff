import { expect, test } from 'vitest'
import { bySystem } from './envelope.ts'
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
