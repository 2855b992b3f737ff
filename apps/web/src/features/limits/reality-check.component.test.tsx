import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openPage } from '../../../test/open-page.tsx'
import { stretchKey } from './reality.ts'

test('after an hour of use a dialog shows the time and the result, and going on begins a new hour', async () => {
  const { me } = await openPage('/more/alerts', {
    server: (server) => {
      server.reply('GET /api/public/loss_share', () => ({ accounts: 0, losing: 0, percent: null }))
    },
  })
  const key = stretchKey(me.id)
  // The stretch is kept over a reload; the page looks at it whenever it is shown again, once it has the results of before.
  await expect.poll(() => JSON.parse(localStorage.getItem(key) ?? '{}').base).toBe('0')
  const hour = { since: Date.now() - 75 * 60_000, seenAt: Date.now() - 60_000, base: '50000' }
  localStorage.setItem(key, JSON.stringify(hour))
  document.dispatchEvent(new Event('visibilitychange'))
  const check = page.getByRole('dialog', { name: '잠시 확인해 주세요', exact: true })
  await expect.element(check.getByText('75분 동안 이용했습니다.')).toBeVisible()
  await expect.element(check.getByText('−50,000원')).toBeVisible()
  await expectAccessible()
  await check.getByRole('button', { name: '계속하기' }).click()
  await expect.element(check).not.toBeInTheDocument()
  const kept = JSON.parse(localStorage.getItem(key)!)
  expect(Date.now() - kept.since).toBeLessThan(60_000)
})
