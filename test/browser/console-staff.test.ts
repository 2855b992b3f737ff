import type { ListedApproval } from '@maru/contract'
import { type Wording, wordingIn } from '@maru/contract/language'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { inbox } from '../../apps/server/test/inbox.ts'
import { expectAccessible } from './axe.ts'
import { colleague, desk, enterCode, openConsole } from './console-visit.ts'
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

/** Every field of the newest approval is on the panel of whoever may agree to it, as its server words it. */
async function seesEveryField({ page }: Visitor) {
  const second = await colleague(house, 'operator')
  const { content } = (await second.get('/api/console/approvals')).body as { content: ListedApproval[] }
  const { fields } = content[0]!
  const ko = (words: Wording | null) => (words === null ? null : wordingIn(words, 'ko'))
  expect(fields.map(({ after }) => ko(after))).toContain('newcs@maru.example')
  const rows = page.locator('.side .rcpt tr')
  expect(await rows.count()).toBe(fields.length)
  for (const [at, { label, before, after }] of fields.entries()) {
    const text = await rows.nth(at).textContent()
    for (const part of [ko(label), ko(before), ko(after)]) if (part !== null) expect(text).toContain(part)
  }
}

test('a new member of staff is asked for by one, agreed to by another, and starts from the link of his mail: password, app, console', async () => {
  const { page } = admin
  await page.getByRole('row').filter({ hasText: 'operator2' }).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('아이디').fill('newcs')
  await dialog.getByLabel('이름').fill('새직원')
  await dialog.getByLabel('이메일').fill('newcs@maru.example')
  await dialog.getByLabel('사유').fill('새로 입사했습니다')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()

  await admin2.open('/console/approvals')
  await admin2.page.getByRole('row').filter({ hasText: '직원 만들기' }).click()
  await seesEveryField(admin2)
  await admin2.page.getByRole('button', { name: '두 번째 승인… A' }).click()
  const second = admin2.page.getByRole('dialog')
  await second.getByLabel('사유').fill('입사를 확인했습니다')
  await second.getByRole('button', { name: '승인', exact: true }).click()
  await admin2.page.getByText('승인했습니다').first().waitFor()
  await admin.open('/console/staff')
  await page.getByRole('row').filter({ hasText: 'newcs' }).getByText('없음').waitFor()

  const mails = await inbox(house.server.database)
  const { text } = mails.findLast(({ to }) => to === 'newcs@maru.example')!
  const link = new URL(text.split('\n').find((line) => line.includes('://'))!)
  const newcomer = await house.visit({ context: desk })
  newcomer.allow(/status of 40[0-9]/)
  await newcomer.open(link.pathname + link.search + link.hash)
  await expect.poll(() => new URL(newcomer.page.url()).hash).toBe('')
  await newcomer.page.getByLabel('새 비밀번호').fill('harbor lantern 7')
  await expectAccessible(newcomer.page)
  await newcomer.page.getByRole('button', { name: '비밀번호 설정' }).click()
  await newcomer.page.getByRole('button', { name: '등록 시작' }).click()
  await newcomer.page.getByRole('img', { name: '인증 앱에 등록할 QR 코드' }).waitFor()
  await expectAccessible(newcomer.page)
  const secret = await newcomer.page.locator('.enrol-k .num').textContent()
  await enterCode(newcomer.page, appCode(secret!, Date.now()))
  await newcomer.page.getByRole('button', { name: '보관했습니다. 시작하기' }).click()
  await newcomer.page.locator('.rail').waitFor()
  await newcomer.leave()
})

test('the log of staff says who did what, and what it changed', async () => {
  const { page } = admin
  await admin.open('/console/audit')
  await page.getByRole('row').nth(1).waitFor()
  await page.getByLabel('작업').fill('두 번째 승인')
  await page.getByRole('button', { name: '찾기', exact: true }).click()
  // What was done stands first; who looked at what is asked for.
  await page.getByRole('row').filter({ hasText: '감사 기록 보기' }).first().waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: '두 번째 승인' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByText('입사를 확인했습니다').waitFor()
  await panel.getByText('+ CS').waitFor()
  // What was looked at has words, too.
  await page.getByLabel('작업').fill('')
  await page.getByRole('button', { name: '찾기', exact: true }).click()
  await page.getByRole('radio', { name: '조회' }).click()
  await page.getByRole('row').filter({ hasText: '직원 목록 보기' }).first().waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'GET /' }).count()).toBe(0)
  await admin.open('/console/staff')
  await page.getByRole('row').filter({ hasText: 'operator2' }).click()
  await panel.waitFor()
  expect(await panel.getByRole('button', { name: '인증 앱 초기화…' }).count()).toBe(1)
})

test('SUPER sees where somebody is signed in, and ends it: his page goes to the sign-in', async () => {
  const cs = await openConsole(house, 'cs', '/support')
  cs.allow(/status of 401/)
  const { page } = admin
  await admin.open('/console/staff')
  await page.getByRole('row').filter({ hasText: 'cs' }).first().click()
  const sessions = page.getByRole('complementary').getByRole('region', { name: '로그인한 곳' })
  await sessions.getByText('127.0.0.1').waitFor()
  await sessions.getByText(/^마지막 사용 20/).waitFor()
  await sessions.getByRole('button', { name: / 로그아웃$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1곳').waitFor()
  await dialog.getByLabel('사유').fill('자리를 비웠습니다')
  await dialog.getByRole('button', { name: '로그아웃', exact: true }).click()
  await sessions.getByText('지금 로그인한 곳이 없습니다').waitFor()
  await cs.page.getByLabel('비밀번호', { exact: true }).waitFor()
  expect(await cs.page.locator('.rail').count()).toBe(0)
  await cs.leave()
})

test('a cap is asked for by one SUPER, read as before → after by the other, and stands on the page', async () => {
  const { page } = admin
  await admin.open('/console/staff')
  await page.getByRole('button', { name: '재무 역할 한도 변경' }).click()
  const dialog = page.getByRole('dialog', { name: /1회 한도/ })
  await dialog.getByLabel('1회 한도(원)').fill('5000000')
  await dialog.getByLabel('사유').fill('담당자 한도를 정합니다')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()

  await admin2.open('/console/approvals')
  await admin2.page.getByRole('row').filter({ hasText: '직원 한도 변경' }).click()
  const change = admin2.page.getByRole('table', { name: '변경 내용' })
  await change.getByText('5,000,000원').waitFor()
  await change.getByText('없음').waitFor()
  await admin2.page.getByText('만료까지').first().waitFor()
  await admin2.page.getByRole('button', { name: '두 번째 승인… A' }).click()
  const second = admin2.page.getByRole('dialog')
  await second.getByLabel('사유').fill('같은 값입니다')
  await second.getByRole('button', { name: '승인', exact: true }).click()
  await admin2.page.getByText('승인했습니다').first().waitFor()

  await admin.open('/console/staff')
  await page.getByRole('table', { name: '1회 한도' }).getByText('5,000,000').waitFor()
})

test('who asked sees that another one has to agree, and is given no button', async () => {
  const { page } = admin
  await admin.open('/console/staff')
  await page.getByRole('button', { name: '승인 시간 변경…' }).click()
  const dialog = page.getByRole('dialog', { name: '승인 유효 시간' })
  await dialog.getByLabel('종류').selectOption('ROUND_VOID')
  await dialog.getByLabel('유효 시간(분)').fill('30')
  await dialog.getByLabel('사유').fill('회차는 곧 시작합니다')
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  await admin.open('/console/approvals')
  await page.getByRole('row').filter({ hasText: '승인 유효 시간 변경' }).click()
  await page.getByText('내가 요청한 건입니다').waitFor()
  expect(await page.getByRole('button', { name: '두 번째 승인… A' }).count()).toBe(0)
})
