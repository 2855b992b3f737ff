import type { EconomicEvent } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { layoutFaults } from '../../../test/layout.ts'
import { openPage } from '../../../test/open-page.tsx'

const dayMs = 86_400_000
/** Midnight of today in Korea. */
const midnight = Math.floor((Date.now() + 9 * 3_600_000) / dayMs) * dayMs - 9 * 3_600_000

const release = (parts: Partial<EconomicEvent>): EconomicEvent => ({
  id: 1,
  at: midnight + dayMs - 1,
  country: 'US',
  name: '소비자물가지수 (전년비)',
  importance: 3,
  previous: '3.0%',
  forecast: '2.9%',
  actual: null,
  source: '각국 통계 기관',
  ...parts,
})
const releases = [
  release({
    id: 2,
    at: midnight,
    country: 'JP',
    name: '핵심기계수주',
    importance: 2,
    forecast: '1.2%',
    actual: '1.9%',
  }),
  release({}),
]

const rows = () => page.elementLocator(document.body).getByRole('button', { name: /소비자물가지수|핵심기계수주/ })
const count = () => rows().elements().length

test('the calendar is cut to a country and to what is important, and shows another week', async () => {
  await openPage('/more/economic', {
    server: (server) =>
      server.reply('GET /api/content/economic/list', ({ query }) =>
        releases.filter(({ at }) => at >= Number(query.from) && at < Number(query.to)),
      ),
  })
  await expect.poll(count).toBe(2)
  await expect.element(page.getByRole('button', { name: /핵심기계수주/ })).toHaveTextContent('예상보다 높음')
  expect(layoutFaults()).toEqual([])
  await page.getByRole('button', { name: '매우 중요', exact: true }).click()
  await expect.poll(count).toBe(1)
  await page.getByRole('button', { name: '모두', exact: true }).click()
  await page.getByRole('button', { name: '국가 전체' }).click()
  const countries = page.getByRole('dialog', { name: '국가' })
  await countries.getByText('일본').click()
  await countries.getByRole('button', { name: '확인' }).click()
  await expect.element(page.getByRole('button', { name: '국가 1' })).toBeVisible()
  await expect.poll(count).toBe(1)
  await expect.element(rows()).toHaveTextContent('핵심기계수주')
  await page.getByRole('button', { name: '다음 주' }).click()
  await expect.element(page.getByText('예정된 발표가 없습니다.')).toBeVisible()
  await page.getByRole('button', { name: '오늘', exact: true }).click()
  await expect.poll(count).toBe(1)
})
