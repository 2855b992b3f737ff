import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let admin: Visitor
let admin2: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await openConsole(house, 'admin', '/staff')
  admin2 = await openConsole(house, 'admin2', '/approvals')
})
afterAll(() => house.close())

test('a cap is asked for by one SUPER, read as before → after by the other, and stands on the page', async () => {
  const { page } = admin
  await page.getByRole('button', { name: '재무 역할 한도 바꾸기' }).click()
  const dialog = page.getByRole('dialog', { name: /한 번 한도/ })
  await dialog.getByLabel('한 번 한도(원)').fill('5000000')
  await dialog.getByLabel('사유').fill('담당자 한도를 정합니다')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()

  await admin2.open('/console/approvals')
  await admin2.page.getByRole('row').filter({ hasText: '직원 한도 변경' }).click()
  const change = admin2.page.getByRole('table', { name: '바뀌는 것' })
  await change.getByText('5,000,000원').waitFor()
  await change.getByText('없음').waitFor()
  await admin2.page.getByText('만료까지').first().waitFor()
  await expectAccessible(admin2.page)
  if (process.env['SHOTS']) await admin2.page.screenshot({ path: `${process.env['SHOTS']}/approvals.png` })
  await admin2.page.getByRole('button', { name: '두 번째 승인 A' }).click()
  const second = admin2.page.getByRole('dialog')
  await second.getByLabel('사유').fill('같은 값입니다')
  await second.getByRole('button', { name: '승인', exact: true }).click()
  await admin2.page.getByText('승인했습니다').first().waitFor()

  await admin.open('/console/staff')
  await page.getByRole('table', { name: '한 번 한도' }).getByText('5,000,000').waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/staff.png` })
})

test('who asked sees that another one has to agree, and is given no button', async () => {
  const { page } = admin
  await page.getByRole('button', { name: '승인 시간 바꾸기…' }).click()
  const dialog = page.getByRole('dialog', { name: '승인 유효 시간' })
  await dialog.getByLabel('종류').selectOption('ROUND_VOID')
  await dialog.getByLabel('기다리는 시간(분)').fill('30')
  await dialog.getByLabel('사유').fill('회차는 곧 시작합니다')
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  await admin.open('/console/approvals')
  await page.getByRole('row').filter({ hasText: '승인 유효 시간 변경' }).click()
  await page.getByText('내가 요청한 일입니다').waitFor()
  expect(await page.getByRole('button', { name: '두 번째 승인 A' }).count()).toBe(0)
})
