import { afterAll, beforeAll, expect, test } from 'vitest'
import { kstDay } from '../../apps/server/src/http/filters.ts'
import { storeStatement } from '../../apps/server/src/statements/store.ts'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let finance: Visitor
let finance2: Awaited<ReturnType<typeof staff>>
const today = kstDay(Date.now())

/** The statement of today has a deposit that nobody knows of. */
async function stray(): Promise<void> {
  const { db } = house.server.deps
  const line = { kind: 'deposit', providerRef: 'OP-88213', reference: '홍길동', amount: '200000', fee: '0' } as const
  const lines = [{ ...line, at: Date.now(), valueDate: today }]
  const told = { account: 'KRW', currency: 'KRW', day: today, opening: '0', closing: '200000', isFinal: false, lines }
  const place = { siteId: 1, provider: 'bank', currency: 'KRW' } as const
  expect(await db.system((tx) => storeStatement(tx, place, told, Date.now()))).toBeNull()
  await house.server.database.run(`update statement_line set is_late = true`)
}

beforeAll(async () => {
  house = await openHouse()
  await stray()
  finance = await openConsole(house, 'finance', '/reconcile')
  finance2 = await staff(house.server, 'finance2')
})
afterAll(() => house.close())

test('a run finds a line that the ledger lacks and pauses withdrawals; two persons open them once it is sound', async () => {
  const { page } = finance
  await page.getByRole('heading', { name: '대사' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'OP-88213' }).waitFor()
  const run = async () => {
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '바로잡은 뒤 다시 확인합니다' }).click()
    await dialog.getByRole('button', { name: '실행', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await run()
  await page.getByRole('heading', { name: '출금을 중단했습니다' }).waitFor()
  await page.getByText('명세의 줄이 원장에: 1건').waitFor()
  expect(await page.getByRole('button', { name: '출금 다시 열기…' }).count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: '명세의 줄' }).getByText('원장에 없음').waitFor()
  await page.keyboard.press('Escape')

  await house.server.database.run(`delete from statement_line`)
  await run()
  await page.getByText('대사가 다시 일치합니다').waitFor()
  await page.getByRole('button', { name: '출금 다시 열기…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill('명세를 바로잡았습니다')
  await dialog.getByRole('button', { name: '승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  const other = await staff(house.server, 'operator')
  const { content } = (await other.get('/api/console/approvals')).body
  expect(content[0]).toMatchObject({ kind: 'PAUSE_OPEN' })
  await other.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '함께 보았습니다' })
  await page.getByRole('heading', { name: '출금을 중단했습니다' }).waitFor({ state: 'detached' })
})

test('coins of a merchant are booked on his account: only merchants with real coins can be chosen, in USDT', async () => {
  const { page } = finance
  await house.server.database.run(`update site set money_mode = 'LICENSED' where id = 1`)
  await house.server.app.sites.load()
  const [admin, admin2] = [await staff(house.server, 'admin'), await staff(house.server, 'admin2')]
  const terms = { name: '진짜상인', version: 0, buyPpm: 1_000, minWon: '50000', maxWon: '2000000', reason: '계약' }
  const asked = await admin.post('/api/console/merchant', terms)
  await admin2.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: '동의' })
  await house.server.database.run(`update site set money_mode = 'DEMO' where id = 1`)
  await house.server.app.sites.load()
  await page.goto('/console/treasury')
  await page.getByRole('heading', { name: '하우스 자금' }).waitFor()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('구분').selectOption('FLOAT_IN')
  const merchant = dialog.getByLabel('상인', { exact: true })
  await merchant.getByRole('option', { name: '진짜상인' }).waitFor({ state: 'attached' })
  expect(await merchant.getByRole('option').count()).toBe(2)
  await dialog.getByLabel('입금 계정', { exact: true }).selectOption('COIN_HOT')
  await dialog.getByLabel('입금 계정의 이름').fill('TRC20')
  await dialog.getByRole('button', { name: '상인을 선택해 주세요' }).waitFor()
  await merchant.selectOption({ index: 1 })
  await dialog.getByLabel('금액').fill('250')
  await dialog.getByLabel('사유').fill('상인이 코인을 보냈습니다')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  const { content } = (await finance2.get('/api/console/approvals')).body
  await finance2.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '확인' })
  await page.reload()
  await page.getByRole('row').filter({ hasText: 'P2P 상인 예치금 수령' }).getByText('250').first().waitFor()
  const rows = (await finance2.get('/api/console/merchant')).body
  expect(rows.find(({ name }: { name: string }) => name === '진짜상인')).toMatchObject({ float: '250' })
})

test('FINANCE moves money of the house: a second person agrees, and the accounts and the list show it', async () => {
  const { page } = finance
  await page.goto('/console/treasury')
  await page.getByRole('heading', { name: '하우스 자금' }).waitFor()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('구분').selectOption('CAPITAL_IN')
  await dialog.getByRole('button', { name: '계정을 선택해 주세요' }).waitFor()
  await dialog.getByLabel('입금 계정', { exact: true }).selectOption('BANK_KRW')
  await dialog.getByLabel('입금 계정의 이름').fill('demo-bank')
  await dialog.getByLabel('금액').fill('700000')
  await dialog.getByLabel('사유').fill('자본금을 넣었습니다')
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  const { content } = (await finance2.get('/api/console/approvals')).body
  expect(content[0]).toMatchObject({ kind: 'HOUSE_MOVE' })
  await finance2.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '확인' })
  await page.reload()
  await page.getByRole('row').filter({ hasText: '자본금 납입' }).getByText('700,000').waitFor()
  await page.getByRole('region', { name: '보유자산' }).getByText('demo-bank').waitFor()
})
