import type { FillStatistics, MonthStatistics } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openPage } from '../../../test/open-page.tsx'

const none: FillStatistics = { fills: 0, better: 0, worse: 0, betterBy: null, worseBy: null, liquidations: 0 }
const august: MonthStatistics = {
  month: '2026-08',
  isComplete: true,
  futures: none,
  oversea: { ...none, fills: 7, worse: 7, worseBy: '0.0000', liquidations: 7 },
  rounds: { decided: 0, voids: [] },
  heldPrices: { count: 0, wrong: 0 },
  outages: { count: 0, totalMs: 0, longestMs: 0, newestAt: null },
}
const september: MonthStatistics = {
  ...august,
  month: '2026-09',
  futures: { fills: 1_200, better: 300, worse: 500, betterBy: '0.0005', worseBy: '0.0025', liquidations: 4 },
  oversea: none,
  rounds: { decided: 2_880, voids: [{ reason: 'FEED_STALE', count: 3 }] },
  heldPrices: { count: 12, wrong: 9 },
  outages: { count: 2, totalMs: 3_740_000, longestMs: 3_720_000, newestAt: Date.UTC(2026, 8, 6) },
}

/** The figure beside a term. */
const figure = (name: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent.includes(name))?.nextElementSibling
    ?.textContent

test('a guest reads how orders were filled, what was void and when the house was away, month by month', async () => {
  await openPage('/statistics', {
    isGuest: true,
    server(server) {
      server.reply('GET /api/public/statistics', () => [september, august])
      server.reply('GET /api/public/loss_share', () => ({ accounts: 0, losing: 0, percent: null }))
    },
  })
  await page.getByRole('button', { name: '2026년 9월' }).click()
  await expect.poll(() => figure('호가보다 유리')).toBe('300건 · 평균 0.0005%')
  expect(figure('호가와 같음')).toBe('400건')
  expect(figure('호가보다 불리')).toBe('500건 · 평균 0.0025%')
  expect(figure('강제청산된 포지션')).toBe('4개')
  expect(figure('결과가 정해진 회차')).toBe('2,880회')
  expect(figure('시세가 끊겨')).toBe('3회')
  expect(figure('급변해 보류')).toBe('12건')
  expect(figure('잘못된 시세')).toBe('9건')
  expect(figure('횟수')).toBe('2회')
  expect(figure('합계')).toBe('1시간 2분')
  expect(figure('가장 긴 중단')).toBe('1시간 2분')
  await expectAccessible()
  await page.getByRole('button', { name: '2026년 8월' }).click()
  await expect.element(page.getByText('이 달에는 10초 넘는 중단이 없었습니다.')).toBeVisible()
})
