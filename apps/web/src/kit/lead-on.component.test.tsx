import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFutures } from '../../test/open-futures.ts'
import { painted } from '../../test/shifts.ts'

test('a trade page whose list comes late leads to an instrument, but nobody back who has gone elsewhere since', async () => {
  const lists: (() => void)[] = []
  const open = () =>
    openFutures(
      {
        server(server) {
          const options = server.answer('GET /api/futures/option/list')
          server.reply('GET /api/futures/option/list', async () => {
            await new Promise<void>((come) => lists.push(come))
            return options
          })
        },
      },
      '/future',
    )
  await open()
  await expect.poll(() => lists).toHaveLength(1)
  lists.pop()!()
  await expect.poll(() => location.pathname).toBe('/future/1')

  await open()
  await expect.poll(() => lists).toHaveLength(1)
  // No other test opens this page: its code takes its time.
  history.pushState({}, '', '/more/coupon')
  dispatchEvent(new PopStateEvent('popstate'))
  lists.pop()!()
  await expect.element(page.getByRole('heading', { level: 1, name: '쿠폰' })).toBeVisible()
  await painted()
  expect(location.pathname).toBe('/more/coupon')
})
