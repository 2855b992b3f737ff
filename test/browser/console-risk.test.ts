import type { Exposure, RoundExposure } from '@maru/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../apps/server/test/book-calls.ts'
import { enrolled, staff } from '../../apps/server/test/money-house.ts'
import { until } from '../../apps/server/test/until.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { eventually, type House, openHouse, type Visitor } from './house.ts'

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
  feed.setPrice('ETHUSDT', 300_000)
  feed.setBook('ETHUSDT', { bid: 299_999, ask: 300_001, mark: 300_000 })
  feed.trade('ETHUSDT', 300_000)
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
  await page.getByRole('button', { name: '종목 정지…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '종목을 선택해 주세요' }).waitFor()
  await dialog.getByRole('combobox', { name: '종목' }).selectOption('BTCUSDT')
  await dialog.getByRole('button', { name: '확인을 위해 “정지”라고 입력해 주세요' }).waitFor()
  await dialog.getByLabel('확인을 위해').fill('정지')
  await dialog.getByRole('button', { name: '시세 이상' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '지금 정지' }).click()
  await page.getByText('BTCUSDT 무기한').first().waitFor()
  // Every page says it, and leads to where it is opened again.
  await operator2.open('/console/members')
  const bar = operator2.page.getByRole('status', { name: '중단 중' })
  await bar.getByText(/BTCUSDT 무기한 정지.*운영.*확인 대기/).waitFor()
  await expectAccessible(operator2.page)
  await bar.getByRole('link', { name: '확인하거나 다시 열기' }).click()
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
  await page.getByText('모두 운영').first().waitFor()
  await until('an order is taken again', async () => (await buy()).status === 200)
})

test('the page says what members hold', async () => {
  const { page } = operator
  await page.getByRole('row').filter({ hasText: '무기한' }).first().waitFor()
  await page.getByText('대형 포지션').waitFor()
  await page.getByText('1% 움직이면 하우스').waitFor()
})

test('the hour of a market, its sparkline and the insurance fund stand there; keys choose, stop and void', async () => {
  const { page } = operator
  const row = (nth: number) => page.getByRole('region', { name: '종목별 순노출' }).getByRole('row').nth(nth)
  const nameOf = async (nth: number) => (await row(nth).getByRole('button').textContent()) ?? ''
  await page.keyboard.press('2')
  await page.getByRole('heading', { name: `${await nameOf(2)} 순노출` }).waitFor()
  await page.keyboard.press('1')
  await page.getByRole('heading', { name: `${await nameOf(1)} 순노출` }).waitFor()
  await page.getByRole('figure', { name: /한 시간 순노출과 현재가$/ }).waitFor()
  await page.getByText(/보험기금/).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('dialog', { name: '지금 정지합니다' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('v')
  await page.getByRole('dialog', { name: /무효로 합니다$/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a round that has not begun is void where two persons say so, and members read why', async () => {
  const { page } = operator
  const second = await staff(house.server, 'admin2')
  // The open round that begins last. Even it may begin in a moment: the next one does not.
  const marginMs = 40_000
  const isOpen = ({ type, phase }: RoundExposure) => type.startsWith('R') && phase === 'OPEN'
  const last = async () =>
    ((await second.get('/api/console/exposure')).body as Exposure).rounds
      .filter(isOpen)
      .toSorted((one, other) => other.startAt - one.startAt)[0]
  const isFar = (one: RoundExposure | undefined) => one !== undefined && one.startAt > Date.now() + marginMs
  const round = (await eventually(last, isFar, 2 * marginMs))!
  const bet = await member.post('/api/trade/history/betting', { tradeRoundId: round.id, type: 'B', point: '5000' })
  expect(bet.status).toBe(200)
  const name = `${round.koName} ${round.type} ${round.roundNo}회차`
  await page.getByRole('button', { name: `${name} 무효…` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${name}를 무효로 합니다`).waitFor()
  await dialog.getByLabel('사유').fill('시세 점검으로 열지 않습니다')
  await dialog.getByRole('button', { name: '승인 요청' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { content } = (await second.get('/api/console/approvals')).body
  expect(content[0]).toMatchObject({ kind: 'ROUND_VOID', subjectId: round.id })
  const voided = await second.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '동의' })
  expect(voided.status).toBe(200)
  const { body } = await member.get(`/api/trade/game/round?tradeRoundId=${round.id}`)
  expect(body).toMatchObject({ phase: 'VOID', voidReason: 'OPERATOR', voidNote: '시세 점검으로 열지 않습니다' })
})
