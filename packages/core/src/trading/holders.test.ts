import { expect, test } from 'vitest'
import { Desk, perpetual } from '../futures/testing.ts'
import { codeOf, SITE } from '../testing.ts'

test('a member of a site that is not configured yet has wallets, and trades nothing', () => {
  const h = new Desk([perpetual()], { sites: [] })
  h.trader(1)
  const of = { siteId: SITE, memberId: 1 }
  expect(h.core.ask('members.wallets', of, h.at)).toHaveLength(1)
  expect(h.core.ask('futures.cross', of, h.at)).toBeNull()
  expect(h.core.ask('oversea.cross', of, h.at)).toBeNull()
  expect(codeOf(h.place(1, { side: 'LONG', qty: '0.1' }))).toBe('WALLET_NOT_FOUND')
})
