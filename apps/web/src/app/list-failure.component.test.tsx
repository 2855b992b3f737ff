import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeFutures } from '../../test/fake-futures.ts'
import { fakeOversea } from '../../test/fake-oversea.ts'
import { fakeRounds } from '../../test/fake-rounds.ts'
import { type FakeServer, Refusal } from '../../test/fake-server.ts'
import { openPage } from '../../test/open-page.tsx'

test.each([
  ['exchange', 'GET /api/trade/option/list', fakeRounds],
  ['future', 'GET /api/futures/option/list', fakeFutures],
  ['oversea', 'GET /api/oversea/option/list', fakeOversea],
] as const)('/%s whose list cannot be loaded says so, and asks again by 다시 시도', async (path, list, fake) => {
  let works = () => undefined
  await openPage(`/${path}View/1`, {
    isGuest: true,
    server: (server: FakeServer) => {
      fake(server)
      const options = server.answer(list)
      works = () => void server.reply(list, () => options as never)
      server.reply(list, () => {
        throw new Refusal(403, 'FEATURE_DISABLED')
      })
    },
  })
  await expect.element(page.getByText('불러오지 못했습니다').first()).toBeVisible()
  works()
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect.poll(() => document.querySelector('main.trade .price, main.desk')).not.toBeNull()
  await expect.element(page.getByText('불러오지 못했습니다')).not.toBeInTheDocument()
})
