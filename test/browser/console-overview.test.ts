import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrolled } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse } from './house.ts'
import { stakeOn } from './stake.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

async function price(units: number) {
  house.server.feed.setPrice('BTCUSDT', units)
  house.server.feed.setBook('BTCUSDT', { bid: units - 1, ask: units + 1, mark: units })
  house.server.feed.trade('BTCUSDT', units)
}

test('the overview follows: a deposit, a position and who is here show without a reload, and the result has its chart', async () => {
  const { page, leave } = await openConsole(house, 'operator', '/overview', { polls: false })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/console/exposure')) asked.push(request.url())
  })
  const figure = (name: string) => page.locator('.kpi > div').filter({ hasText: name })
  await figure('입금 대기').getByText('0건').waitFor()
  const trend = page.getByRole('region', { name: '추이' })
  await trend.locator('figure canvas').first().waitFor()
  await trend.getByText('회차', { exact: false }).first().waitFor()

  const member = await enrolled(house.server, 'demo1')
  await figure('접속 회원').getByText('1명').waitFor()
  await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '1000000' })
  await figure('입금 대기').getByText('1건').waitFor()

  await price(600_000)
  const order = (side: string) =>
    member.post('/api/futures/order', { futuresOptionId: 1, side, marketType: 'MARKET', qty: '0.1' })
  await expect.poll(async () => (await order('LONG')).status).toBe(200)
  const exposure = page.getByRole('region', { name: '미결제 노출' })
  const row = exposure.getByRole('row').filter({ hasText: '6,000' })
  await row.filter({ hasText: '무기한' }).waitFor()
  await price(590_000)
  expect((await order('SHORT')).status).toBe(200)
  await exposure.getByText('열린 포지션이 없습니다').waitFor()
  // All of this was told: nobody asked for the exposure.
  expect(asked).toEqual([])
  await page.reload()
  // The member bought at 60,000.1 and sold at 58,999.9.
  await trend.getByText('+100.0200 USDT').waitFor()
  await figure('오늘 하우스 손익').getByText('+').waitFor()
  expect(await figure('오늘 하우스 손익').locator('svg.spark').count()).toBe(1)
  await stakeOn(member, 4, '5000')
  const rounds = page.getByRole('region', { name: '회차 노출' })
  await rounds.getByText('1회차', { exact: false }).waitFor()
  expect(await rounds.locator('.heat').count()).toBe(2)
  await trend.getByRole('radio', { name: '7일' }).click()
  await trend.getByRole('radio', { name: '입출금' }).click()
  await trend.getByText('출금', { exact: true }).waitFor()
  await trend.getByRole('radio', { name: '순노출' }).click()
  await trend.getByText('현재 순노출').waitFor()
  await expectAccessible(page)
  await leave()
})

test('support sees what needs a person, and neither results nor exposure', async () => {
  const { page, leave } = await openConsole(house, 'cs', '/overview')
  await page.getByRole('heading', { name: '현황' }).waitFor()
  await page.getByText('데이터베이스').waitFor()
  expect(await page.getByRole('region', { name: '추이' }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: '미결제 노출' }).count()).toBe(0)
  await leave()
})

test('who works on several sites sees what waits on each, and goes to one', async () => {
  const { page, leave } = await openConsole(house, 'admin', '/overview')
  const sites = page.getByRole('region', { name: '내 사이트' }).first()
  const row = (name: string) => sites.getByRole('row').filter({ hasText: name })
  await row('마루').first().waitFor()
  expect(await sites.getByRole('row').count()).toBe(5)
  const other = sites.getByRole('button').nth(1)
  const name = await other.textContent()
  await other.click()
  await expect
    .poll(() =>
      page
        .getByRole('combobox')
        .first()
        .evaluate(
          (select) =>
            (select as unknown as { selectedOptions: { textContent: string }[] }).selectedOptions[0]?.textContent,
        ),
    )
    .toBe(name)
  await leave()
})
