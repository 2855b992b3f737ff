import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, until } from '../../apps/server/test/book-calls.ts'
import { enrolled, staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let member: Awaited<ReturnType<typeof enrolled>>
let operator: Visitor
let operator2: Visitor
beforeAll(async () => {
  house = await openHouse()
  const { feed } = house.server
  feed.setPrice('BTCUSDT', 600_000)
  feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
  feed.trade('BTCUSDT', 600_000)
  member = await enrolled(house.server, 'demo1')
  operator = await openConsole(house, 'operator', '/risk')
  operator2 = await openConsole(house, 'operator2', '/risk')
})
afterAll(() => house.close())

const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.01' }
const buy = () => member.post('/api/futures/order', order)

test('an operator stops an instrument, another one confirms it, and two open it again: orders are refused meanwhile', async () => {
  await until('an order is taken', async () => (await buy()).status === 200)
  const { page } = operator
  await page.getByRole('heading', { name: '종목별 순노출' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '정지…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '종목 이름을 적어 주세요' }).waitFor()
  await dialog.getByLabel('종목 이름').fill('btcusdt')
  await dialog.getByRole('button', { name: '시세 이상' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '지금 정지' }).click()
  await page.getByText('BTCUSDT 무기한').first().waitFor()
  expect(refusal(await buy())).toEqual([409, 'OPTION_STOPPED'])
  // Nobody confirms a stop of his own.
  expect(await page.getByRole('button', { name: '확인…' }).count()).toBe(0)

  await operator2.page.getByRole('button', { name: '확인…' }).click()
  const second = operator2.page.getByRole('dialog')
  await second.getByLabel('사유').fill('시세를 함께 보았습니다')
  await second.getByRole('button', { name: '정지 확인' }).click()
  await operator2.page.getByText('두 번째 확인').waitFor({ state: 'detached' })
  await expectAccessible(operator2.page)

  await page.getByRole('button', { name: '다시 열기…' }).click()
  await dialog.getByLabel('사유').fill('시세가 돌아왔습니다')
  await dialog.getByRole('button', { name: '승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  expect(refusal(await buy())).toEqual([409, 'OPTION_STOPPED'])
  const other = await staff(house.server, 'admin')
  const { content } = (await other.get('/api/console/approvals')).body
  await other.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '동의' })
  await page.getByText('서 있는 정지가 없습니다').waitFor()
  await until('an order is taken again', async () => (await buy()).status === 200)
})

test('the page says what members hold, in both themes', async () => {
  const { page } = operator
  await page.getByRole('row').filter({ hasText: '무기한' }).first().waitFor()
  await page.getByText('큰 포지션').waitFor()
  await expectAccessible(page)
})
