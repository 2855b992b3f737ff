import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, pathOf, type Visitor } from './house.ts'
import { newMember } from './traders.ts'

let house: House
let support: Visitor
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  support = await openConsole(house, 'cs', '/members')
})
afterAll(() => house.close())

/** Finds a member by the list's search and opens him. */
async function find({ page }: Visitor, username: string, id: number) {
  await page.keyboard.press('/')
  await page.keyboard.type(username)
  await page.keyboard.press('Enter')
  await page
    .getByRole('row')
    .filter({ hasText: String(id) })
    .click()
  await page.getByRole('heading', { name: '지갑' }).waitFor()
}

test('support finds a member, reads what tells who he is with a reason, and writes a note', async () => {
  const { id, username } = await newMember(house)
  const { page } = support
  await support.open('/console/members')
  await page.getByRole('row').nth(1).waitFor()
  await expectAccessible(page)
  await find(support, username, id)
  await expectAccessible(page)
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill('문의를 확인합니다')
  await dialog.getByRole('button', { name: '보기', exact: true }).click()
  await dialog.getByText(username).waitFor()
  await dialog.getByRole('button', { name: '닫기' }).last().click()
  // Support reads no ledger: its first tab is money in and out.
  expect(await page.getByRole('tab', { name: '원장' }).count()).toBe(0)
  await page.keyboard.press('3')
  await page.getByRole('button', { name: '메모 남기기…' }).click()
  await dialog.getByLabel('메모').fill('=HYPERLINK("x")<b>전화로 확인함</b>')
  await dialog.getByLabel('사유').fill('상담 내용')
  await dialog.getByRole('button', { name: '남기기', exact: true }).click()
  // What was written is text, whatever it looks like.
  await page.getByRole('article').filter({ hasText: '=HYPERLINK("x")<b>전화로 확인함</b>' }).waitFor()
  const acts = await house.server.database.run(
    `select action from staff_act where subject_id = ${id} and action not like 'GET%' order by id`,
  )
  expect(acts).toHaveLength(2)
})

test('a member who is shut out is out on his phone within five seconds', async () => {
  const { id, username } = await newMember(house)
  const phone = await house.visit({ as: username })
  phone.allow(/status of 40[13]/)
  await phone.open('/wallet/asset')
  await phone.page.getByText('총 보유자산').waitFor()
  const { page } = support
  await support.open(`/console/members/${id}`)
  await page.getByRole('button', { name: '이용 정지…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '명의 도용 의심' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '이용 정지', exact: true }).click()
  await phone.page.waitForURL(/\/signin/, { timeout: 5_000 })
  expect(pathOf(phone.page)).toBe('/signin')
  await page.getByRole('button', { name: '정지 해제…' }).waitFor()
  await phone.leave()
})

test('a grant waits for the second person, and support may not make one', async () => {
  const { id } = await newMember(house)
  expect(await support.page.getByRole('button', { name: /지급 · 차감/ }).count()).toBe(0)
  finance = await openConsole(house, 'finance', `/members/${id}`)
  const { page } = finance
  await page.getByRole('heading', { name: '지갑' }).waitFor()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('금액(원)').fill('50000')
  await dialog.getByText('50,000원').waitFor()
  await dialog.getByRole('button', { name: '이벤트 당첨' }).click()
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  expect(await house.server.database.run(`select kind, state from approval where subject_id = ${id}`)).toEqual([
    { kind: 'BONUS_GRANT', state: 'PENDING' },
  ])
})

test('finance opens a transaction in the ledger of a member: its postings, and what it came from', async () => {
  const { id } = await newMember(house)
  finance ??= await openConsole(house, 'finance', `/members/${id}`)
  await finance.open(`/console/members/${id}`)
  const { page } = finance
  const ledger = page.getByRole('grid', { name: '원장' })
  await ledger.getByRole('row').nth(1).waitFor()
  await expectAccessible(page)
  await ledger.getByRole('row').nth(1).click()
  const side = page.getByRole('complementary', { name: '거래' })
  await side.getByRole('table').first().waitFor()
  await side.getByText('MEMBER').first().waitFor()
  await expectAccessible(page)
  await page.getByLabel('유형').selectOption('ROUND_WIN')
  await page.getByText('기록이 없습니다').waitFor()
})
