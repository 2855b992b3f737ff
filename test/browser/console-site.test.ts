import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../apps/server/test/book-calls.ts'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { callAs, openConsole } from './console-visit.ts'
import { type House, openHouse, signIn, type Visitor } from './house.ts'

let house: House
let admin: Visitor
let member: Visitor
let admin2: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await openHouse()
  member = await house.visit({ as: 'demo1' })
  admin2 = await staff(house.server, 'admin2')
  admin = await openConsole(house, 'admin', '/site')
})
afterAll(() => house.close())

/** The second SUPER agrees to the newest change that waits. */
async function agree() {
  const { content } = (await admin2.get('/api/console/approvals')).body
  expect((await admin2.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '동의' })).status).toBe(200)
}

/** The entry of futures in the menu of the member. */
const futuresOfMember = () =>
  member.page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '선물', exact: true })

async function send(reason: string) {
  const { page } = admin
  await page.getByLabel('사유').fill(reason)
  // The toast of the request before may still stand: only the answer tells that this one is there.
  const answered = page.waitForResponse(
    (one) => one.request().method() === 'POST' && new URL(one.url()).pathname === '/api/console/site',
  )
  await page.getByRole('button', { name: '승인 요청' }).click()
  expect((await answered).status()).toBe(202)
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
}

test('what two SUPERs turn off leaves the menu of a member who is there, without a reload, and is refused', async () => {
  await member.open('/wallet/asset')
  const futures = futuresOfMember()
  await futures.waitFor()
  await member.page.evaluate('globalThis.stayed = true')
  const { page } = admin
  await page.getByRole('switch', { name: '무기한선물' }).waitFor()
  await page.getByRole('switch', { name: '무기한선물' }).click()
  await page.getByText('켜짐 → 꺼짐').first().waitFor()
  await page.getByRole('button', { name: '사유를 입력해 주세요' }).waitFor()
  await expectAccessible(page)
  await send('시세 제공사 점검')
  expect(await futures.count()).toBe(1)

  await agree()
  await futures.waitFor({ state: 'detached' })
  expect(await member.page.evaluate('globalThis.stayed')).toBe(true)
  const { accessToken: token } = await signIn(house.server, 'demo1')
  const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.01' }
  const refused = await house.server.call('/api/futures/order', { token, key: true, body: order })
  expect(refusal(refused)).toEqual([403, 'FEATURE_DISABLED'])
  // The page of the console learns of it, too.
  await page.getByRole('switch', { name: '무기한선물', checked: false }).waitFor()
})

test('a colour near buy or sell cannot be sent; another one is shown on phones first, and then to members', async () => {
  const { page } = admin
  await page.getByRole('link', { name: '브랜드' }).click()
  const colour = page.getByRole('textbox', { name: '강조색' })
  await colour.fill('#f04452')
  await page.getByText('매수·매도 색과 너무 가깝습니다').first().waitFor()
  await colour.fill('#6B3FA0')
  await page.getByText('밝은 화면 · 버튼 글자').waitFor()
  await expectAccessible(page)
  const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()"
  expect(await member.page.evaluate(accent)).toMatch(/^#(62d0bc|08705f)$/)
  await send('새 이름으로 엽니다')
  await agree()
  // The colour of the dark page is a lighter one of the same hue.
  await member.page.waitForFunction(`${accent} !== '#62d0bc' && ${accent} !== '#08705f'`)
})

test('the footer of phones is ordered at the console: the preview shows it first, members get it without a reload', async () => {
  const { page } = admin
  await page.getByRole('link', { name: '하단 메뉴' }).click()
  await page.getByRole('radio', { name: '직접 선택' }).click()
  await page.getByRole('button', { name: '지갑 위로' }).click()
  await page.getByRole('switch', { name: '고객센터 보이기' }).click()
  // Futures were turned off: they stay in the form and lead nowhere.
  await page.getByRole('switch', { name: '선물 보이기', exact: true }).click()
  await page.getByText('이 사이트에서 쓰지 않는 메뉴입니다').waitFor()
  await expectAccessible(page)
  const shown = () => member.page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link').allTextContents()
  const before = await shown()
  await send('메뉴 순서를 바꿉니다')
  expect(await shown()).toEqual(before)
  await agree()
  await member.page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '고객센터' }).waitFor()
  expect(await shown()).toEqual(['회차', '지갑', '해외선물', '더보기', '고객센터'])
  for (const name of ['회차', '해외선물', '더보기', '고객센터', '선물'])
    await page.getByRole('switch', { name: `${name} 보이기`, exact: true }).click()
  await page.getByText('회원에게 2–7개가 보여야 합니다').first().waitFor()
  await page.getByRole('radio', { name: '기본' }).click()
})

test('the order of an account is what was typed, or refused with a sentence: never another number', async () => {
  const { page } = admin
  await page.getByRole('link', { name: '은행 · 계좌' }).click()
  const change = page.getByRole('button', { name: / 변경$/ }).first()
  await change.click()
  const dialog = page.getByRole('dialog')
  const order = dialog.getByLabel(/^순서/)
  await dialog.getByLabel('사유').fill('순서 변경')
  for (const text of ['1a', '-1', '1.5', '1001', '']) {
    await order.fill(text)
    expect(await order.inputValue()).toBe(text)
    await dialog.getByRole('button', { name: '순서를 0~1,000 사이의 숫자로 입력해 주세요' }).waitFor()
  }
  await order.fill('12')
  const sent = page.waitForRequest(
    (one) => one.method() === 'POST' && new URL(one.url()).pathname === '/api/console/site/bank',
  )
  await dialog.getByRole('button', { name: '승인 요청' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ after: { rank: 12 } })
})

test('of two who change one setting of a site the later one sees the newer value, and decides between both', async () => {
  const { page } = admin
  await page.getByRole('link', { name: '브랜드' }).click()
  const name = page.getByLabel('이름 (2–12자)')
  const before = await name.inputValue()
  await name.fill('내 이름')
  const change = async (to: string) => {
    const { version } = (await admin2.get('/api/console/site')).body
    const asked = await admin2.post('/api/console/site', { version, reason: '다른 직원', changes: { name: to } })
    expect(asked.status).toBe(202)
    const yes = await callAs(house, admin, `/api/console/approvals/${asked.body.approvalId}/approve`, {
      reason: '동의',
    })
    expect(yes.status).toBe(200)
  }
  await change('새 이름')
  const set = page.getByRole('complementary', { name: '변경 묶음' })
  const newer = set.getByRole('alert').filter({ hasText: '그사이 다른 직원이 변경했습니다' })
  await newer.getByText('새 이름').waitFor()
  expect(await newer.textContent()).toContain(before)
  await set.getByLabel('사유').fill('이름을 바꿉니다')
  await set.getByRole('button', { name: '그사이 바뀐 값을 먼저 정해 주세요' }).waitFor()
  await expectAccessible(page)
  await newer.getByRole('button', { name: /내 값 유지$/ }).click()
  await newer.waitFor({ state: 'detached' })
  await send('이름을 바꿉니다')
  await agree()
  await page.getByText('새 이름').first().waitFor({ state: 'detached' })

  await name.fill('둘째 이름')
  await change('셋째 이름')
  await newer.getByRole('button', { name: /새 값 사용$/ }).click()
  await newer.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('셋째 이름')
})

test('what was changed while a page heard nothing is there when it is back', async () => {
  // A start that takes longer than the page tries: it says so, and loads itself anew.
  const dialog = member.page.getByRole('dialog').filter({ hasText: '다시 연결하지 못했습니다' })
  await member.page.addLocatorHandler(dialog, () => dialog.getByRole('button', { name: '확인' }).click())
  expect(await futuresOfMember().count()).toBe(0)
  await house.restart(async () => {
    await house.server.database.run(`update site set flags = overlay(flags placing '1' from 4) where id = 1`)
  })
  await futuresOfMember().waitFor()
})
