import type { consoleOptionEndpoints } from '@maru/contract/console-option'
import type { ResponseOf } from '@maru/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../apps/server/test/book-calls.ts'
import { enrolled, staff } from '../../apps/server/test/money-house.ts'
import { until } from '../../apps/server/test/until.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

type Touched = ResponseOf<typeof consoleOptionEndpoints.optionDryRun>

let house: House
let member: Awaited<ReturnType<typeof enrolled>>
let second: Awaited<ReturnType<typeof staff>>
let operator: Visitor
let name: string
beforeAll(async () => {
  house = await openHouse()
  const { feed } = house.server
  feed.setPrice('BTCUSDT', 600_000)
  feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
  feed.trade('BTCUSDT', 600_000)
  member = await enrolled(house.server, 'demo1')
  second = await staff(house.server, 'operator2')
  const { rows } = (await second.get('/api/console/option?scope=futures')).body
  name = rows.find(({ optionId }: { optionId: number }) => optionId === 1).name.ko
  operator = await openConsole(house, 'operator', '/options')
})
afterAll(() => house.close())

const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.01' }
const buy = () => member.post('/api/futures/order', order)
const row = () => operator.page.getByRole('row').filter({ hasText: name })
/** The second person's yes to what waits. */
async function agree(): Promise<void> {
  const { content } = (await second.get('/api/console/approvals')).body
  const { status } = await second.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '동의합니다' })
  expect(status).toBe(200)
}
async function send(reason: string): Promise<void> {
  const { page } = operator
  const set = page.getByRole('complementary', { name: '변경 묶음' })
  await set.getByLabel('사유').fill(reason)
  await set.getByRole('button', { name: '승인 요청' }).click()
  await set.getByText('바꾼 값은 여기에 모이고').waitFor()
}

test('an option that two persons stop refuses orders until two start it again', async () => {
  await until('an order is taken', async () => (await buy()).status === 200)
  const { page } = operator
  // All of them are drawn before anything is pressed.
  await page.getByRole('row').nth(3).waitFor()
  await page.getByRole('radio', { name: '무기한' }).click()
  await row().getByRole('button', { name: /정지$/ }).click()
  const set = page.getByRole('complementary', { name: '변경 묶음' })
  await set.getByText('꺼짐 → 켜짐').waitFor()
  // The server counts on a copy of the house, in a thread that loads the core anew: that it counts right is proven there.
  const cut = [{ memberId: 1004, username: 'demo4' }]
  const touched: Touched = { at: Date.now(), rounds: 0, bets: 0, orders: 2, positions: 41, members: 37, cut }
  await page.route('**/api/console/option/dry-run*', (route) => route.fulfill({ json: touched }))
  const counting = page.waitForRequest(/dry-run/)
  await set.getByRole('button', { name: '영향 범위 조회' }).click()
  const { items } = (await counting).postDataJSON()
  expect(items).toMatchObject([{ scope: 'futures', optionId: 1, changes: { isStop: true } }])
  for (const count of ['2', '41', '37', 'demo4 (1004)'])
    await set.getByRole('definition').getByText(count, { exact: true }).waitFor()
  await page.unroute('**/api/console/option/dry-run*')
  await expectAccessible(page)
  await send('시세 점검')
  expect((await buy()).status).toBe(200)
  await agree()
  expect(refusal(await buy())).toEqual([409, 'OPTION_STOPPED'])
  await row().getByText('정지', { exact: true }).waitFor()
  await row().getByRole('button', { name: /시작$/ }).click()
  await send('점검이 끝났습니다')
  await agree()
  await until('an order is taken again', async () => (await buy()).status === 200)
})

test('a number outside its range is not sent, one inside waits for its time and can be taken back', async () => {
  const { page } = operator
  await page.getByRole('radio', { name: '한도 · 수수료' }).click()
  const set = page.getByRole('complementary', { name: '변경 묶음' })
  const field = page.getByRole('textbox', { name: '이용 시간 알림' })
  await field.fill('5')
  await set.getByRole('button', { name: '이용 시간 알림: 값을 확인해 주세요' }).waitFor()
  await field.fill('1800')
  await set.getByText('→ 1,800 초').waitFor()
  await set.getByRole('radio', { name: '예약' }).click()
  await send('알림을 앞당깁니다')
  await agree()
  await page.getByRole('radio', { name: '변경 이력' }).click()
  await page.getByRole('row').filter({ hasText: '이용 시간 알림' }).click()
  const panel = page.getByRole('complementary', { name: /^버전/ })
  await panel.getByText('알림을 앞당깁니다').waitFor()
  await panel.getByRole('button', { name: '변경 철회…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill('다음 달에 합니다')
  await dialog.getByRole('button', { name: '변경 철회' }).click()
  await panel.getByText('철회').first().waitFor()
})

test('an option pauses by its week: overlapping pauses are refused in words, one that holds now refuses orders', async () => {
  const { page } = operator
  await page.getByRole('radio', { name: '종목' }).click()
  await page.getByRole('radio', { name: '무기한' }).click()
  await row().getByText(name).click()
  const form = page.getByRole('region', { name: '휴장 시간' })
  const set = page.getByRole('complementary', { name: '변경 묶음' })
  await form.getByRole('button', { name: '줄 추가' }).click()
  await form.getByRole('button', { name: '줄 추가' }).click()
  await set.getByText('매일 02:00–02:30 / 매일 02:00–02:30').waitFor()
  operator.allow(/422 .*dry-run/)
  await set.getByRole('button', { name: '영향 범위 조회' }).click()
  await set.getByText('휴장 시간: 휴장 시간이 겹치거나').waitFor()
  await form.getByRole('button', { name: '2번째 줄 삭제' }).click()
  await form.getByLabel('까지 1').fill('25:00')
  await set.getByRole('button', { name: '휴장 시간: 값을 확인해 주세요' }).waitFor()
  await form.getByLabel('부터 1').fill('00:00')
  await form.getByLabel('까지 1').fill('24:00')
  await expectAccessible(page)
  await send('하루 점검')
  expect((await buy()).status).toBe(200)
  await agree()
  expect(refusal(await buy())).toEqual([409, 'OPTION_STOPPED'])
  await row().getByText('휴장').waitFor()
  const { body } = await member.get('/api/futures/option?futuresOptionId=1')
  expect(body.isStop).toBe(true)
})
