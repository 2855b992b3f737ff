import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('a guest reads how orders were filled, what was void and when the house was away, month by month', async () => {
  const { run } = house.server.database
  await run(`
    insert into statistic_day (site_id, day, book, fills, better, worse, better_ppb, worse_ppb, liquidations, rounds, voids) values
      (1, '2026-09-03', 'futures', 1200, 300, 500, 1500000, 12500000, 4, 0, '{}'),
      (1, '2026-09-03', 'rounds', 0, 0, 0, 0, 0, 0, 2880, '{"FEED_STALE": 3}'),
      (1, '2026-08-03', 'oversea', 7, 0, 7, 0, 7, 0, 0, '{}');
    insert into outage (site_group, from_at, until_at) values
      ('main', ${Date.UTC(2026, 8, 5)}, ${Date.UTC(2026, 8, 5, 1, 2)}), ('main', ${Date.UTC(2026, 8, 6)}, ${Date.UTC(2026, 8, 6, 0, 0, 20)})`)
  const visitor = await house.visit()
  const { page } = visitor
  await visitor.open('/statistics')
  await page.getByRole('button', { name: '2026년 9월' }).click()
  const shown = async (name: string) =>
    (await page.getByRole('term').filter({ hasText: name }).locator('+ dd').allInnerTexts())[0]
  await expect.poll(() => shown('호가보다 유리')).toBe('300건 · 평균 0.0005%')
  expect(await shown('호가와 같음')).toBe('400건')
  expect(await shown('호가보다 불리')).toBe('500건 · 평균 0.0025%')
  expect(await shown('강제 청산된 포지션')).toBe('4개')
  expect(await shown('결과가 정해진 회차')).toBe('2,880회')
  expect(await shown('시세가 끊겨')).toBe('3회')
  expect(await shown('횟수')).toBe('2회')
  expect(await shown('합계')).toBe('1시간 2분')
  expect(await shown('가장 긴 중단')).toBe('1시간 2분')
  await expectAccessible(page)
  await page.getByRole('button', { name: '2026년 8월' }).click()
  await expect.poll(() => page.getByText('이 달에는 10초 넘는 중단이 없었습니다.').count()).toBe(1)
})
