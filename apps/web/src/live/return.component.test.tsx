import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { btcRounds, fakeRounds } from '../../test/fake-rounds.ts'
import { wallets } from '../../test/fixtures.ts'
import { openPage } from '../../test/open-page.tsx'
import { useLink } from './live.ts'

test.each([
  ['is thawed', () => document.dispatchEvent(new Event('resume'))],
  ['comes out of the cache of pages', () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))],
  ['becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page that %s shows the balance of now, though nothing came meanwhile', async (_, come) => {
  let point = '1111000'
  const now = () => [{ ...wallets[0]!, point, withdrawable: point }, ...wallets.slice(1)]
  await openPage(`/exchange/${btcRounds.id}`, {
    server(server) {
      fakeRounds(server)
      server.reply('GET /api/wallet/my', now)
      server.snapshot('/user/queue/point', now)
    },
  })
  await expect.element(page.getByText('1,111,000원').first()).toBeVisible()
  await expect.poll(() => useLink.getState().link.kind).toBe('up')
  point = '2222000'
  come()
  await expect.element(page.getByText('2,222,000원').first()).toBeVisible()
  await expect.poll(() => page.getByText('1,111,000원').elements()).toEqual([])
})
