import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let admin: Visitor
let member: Visitor
let admin2: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await openHouse()
  member = await house.visit({ as: 'demo1' })
  admin2 = await staff(house.server, 'admin2')
  admin = await openConsole(house, 'admin', '/site/list')
})
afterAll(() => house.close())

/** The second SUPER agrees to the newest change that waits. */
async function agree() {
  const { content } = (await admin2.get('/api/console/approvals')).body
  expect((await admin2.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '동의' })).status).toBe(200)
}

/** The page has heard of what was agreed. */
async function heard() {
  const { version } = (await admin2.get('/api/console/site')).body
  await admin.page.getByText(`버전 ${version}`).waitFor()
}

async function send(reason: string) {
  const { page } = admin
  await page.getByLabel('사유').fill(reason)
  await page.getByRole('button', { name: '승인 요청', exact: true }).click()
  await page.getByRole('button', { name: '변경한 내용이 없습니다' }).waitFor()
}

test('the keyboard goes through the list without changing the site; Enter changes it', async () => {
  const { page } = admin
  const open = () => page.locator('tr').filter({ hasText: '지금 보는 사이트' }).textContent()
  await page.getByText('지금 보는 사이트').waitFor()
  expect(await open()).toContain('maru')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.locator('tr[aria-selected="true"]').waitFor()
  expect(await open()).toContain('maru')
  const other = (await page.locator('tr[aria-selected="true"] b').textContent()) as string
  await page.keyboard.press('Enter')
  await page.locator('tr').filter({ hasText: '지금 보는 사이트' }).getByText(other, { exact: true }).waitFor()
  await page.locator('tr').filter({ hasText: 'maru · 1' }).click()
  await page.locator('tr').filter({ hasText: 'maru · 1' }).getByText('지금 보는 사이트').waitFor()
})

test('two SUPERs create a site; it is in their list, and a member signs up on it', async () => {
  const { page } = admin
  await page.getByText('maru-global').waitFor()
  await page.getByRole('button', { name: '사이트 만들기' }).click()
  await page.getByLabel('코드 (바꿀 수 없음)').fill('dal')
  await page.getByLabel('이름', { exact: true }).fill('달마루')
  await page.getByLabel('도메인 (쉼표로 구분)').fill('dal.example.com')
  await page.getByText('무기한선물').last().click()
  await page.getByRole('dialog').getByLabel('사유').fill('새 사이트를 엽니다')
  await expectAccessible(page)
  await page.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  await agree()
  await page.getByText('dal.example.com').waitFor()

  const guest = await house.visit({})
  await guest.open('/signin?site=dal')
  await guest.page.getByText('달마루').first().waitFor()
  const { server } = house
  const { id } = (await server.call('/api/site_info/code?site=dal', { siteInfoId: null })).body
  const person = { username: 'dal1', password: 'lantern-orbit-7', name: '홍길동', phone: '010-8888-0001', nick: '달님' }
  expect((await server.call('/api/player', { siteInfoId: id, body: person })).status).toBe(200)
  await guest.page.getByLabel('아이디').fill('dal1')
  await guest.page.getByLabel('비밀번호', { exact: true }).fill(person.password)
  await guest.page.keyboard.press('Enter')
  await guest.page.waitForURL(/\/(exchange|future|wallet)/)
})

test('a coin that is off goes from the picker of a member who looks at it', async () => {
  const { page } = admin
  await member.open('/balances/deposit?of=coin')
  await member.page.getByRole('button', { name: /USDT/ }).first().tap()
  const bitcoin = member.page.getByText('비트코인').first()
  await bitcoin.waitFor()
  await page.getByRole('link', { name: '지갑 · 코인' }).click()
  await page.getByRole('switch', { name: '비트코인 입금' }).click()
  await send('비트코인 입금 점검')
  await agree()
  await bitcoin.waitFor({ state: 'detached' })
  await heard()
  expect(await member.page.getByText('이더리움').count()).toBeGreaterThan(0)
})

test('an account that is added stands on the deposit page, and banks that are off cannot be chosen', async () => {
  const { page } = admin
  await page.getByRole('link', { name: '은행 · 계좌' }).click()
  await page.getByText('990-0142-480001').waitFor()
  await page.getByRole('button', { name: '국민은행', exact: true }).click()
  await send('국민은행을 끕니다')
  await agree()
  const codes = async () => (await house.server.call('/api/banklist')).body.map(({ code }: { code: string }) => code)
  await expect.poll(codes).not.toContain('004')
  await heard()
  await page.getByRole('button', { name: '계좌 추가' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('은행').selectOption('088')
  await dialog.getByLabel('계좌번호').fill('110-555-123456')
  await dialog.getByLabel('예금주').fill('마루 주식회사')
  await dialog.getByLabel('원장 이름').fill('shinhan-2')
  await dialog.getByLabel('사유').fill('새 입금 계좌')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await dialog.waitFor({ state: 'detached' })
  await agree()
  await page.getByText('110-555-123456').waitFor()
  await member.open('/balances/deposit')
  await member.page.getByText('990-0142-480001').first().waitFor()
  await page.getByRole('button', { name: 'demo-bank 변경' }).click()
  await dialog.getByText('회원에게 보이기').click()
  await dialog.getByLabel('사유').fill('계좌를 닫습니다')
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await dialog.waitFor({ state: 'detached' })
  await agree()
  // The page that he looks at shows the other one.
  await member.page.getByText('110-555-123456').first().waitFor()
})

test('real money stays shut, and says what it lacks', async () => {
  const { page } = admin
  await page.getByRole('link', { name: '운영 방식' }).click()
  await page.getByText('라이선스 기록이 없습니다').waitFor()
  expect(await page.getByRole('button', { name: /가지가 남았습니다/ }).isDisabled()).toBe(true)
  await page.getByLabel('허가 기관').fill('금융위원회')
  await page.getByLabel('허가 번호').fill('제2026-11호')
  await page.getByLabel('유효한 날까지').fill('2030-12-31')
  await page.getByText('금융위원회 제2026-11호 2030-12-31까지').waitFor()
  await page.getByRole('link', { name: '주소 · 언어' }).click()
  await page.getByLabel('도메인 (쉼표로 구분)').waitFor()
  await page.getByRole('link', { name: '브랜드' }).click()
  await page.getByText('하우스 로고를 씁니다').waitFor()
})

test('a provider is set with keys of which each of two persons sees one half, once', async () => {
  const { page } = admin
  await page.getByRole('navigation', { name: '설정 항목' }).getByRole('link', { name: '제공사' }).click()
  await page.getByRole('button', { name: '문자 문자 게이트 설정' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('주소').fill('https://sms.example.com/maru')
  for (const [name, id] of [
    ['호출', 'call-1'],
    ['알림', 'hook-1'],
  ] as const)
    await dialog.getByLabel(`${name} 키 이름`).fill(id)
  await dialog.getByLabel('사유').fill('새 계약')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('문자 게이트 · call-1, hook-1 · 앞 절반').waitFor()
  await page.getByRole('button', { name: '내 몫 보기' }).click()
  const shown = page.getByRole('dialog', { name: '새 비밀값의 내 몫: 앞 절반' })
  await expectAccessible(page)
  const [first] = await shown.locator('code').allTextContents()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  await shown.getByRole('button', { name: '안전하게 기록했습니다' }).click()
  await page.getByRole('button', { name: '내 몫 보기' }).waitFor({ state: 'detached' })
  const { halves } = (await admin2.get('/api/console/site/provider')).body
  const second = (await admin2.post('/api/console/site/provider/half', { draft: halves[0].draft })).body.call.secret
  await agree()
  await page.getByText(`call-1 ····${second.slice(-4)}`).waitFor()
  for (const half of [first as string, second]) expect(await page.content()).not.toContain(half)
})

test('a merchant is added by two, and blocked by one', async () => {
  const { page } = admin
  await page.getByRole('link', { name: 'P2P 상인' }).click()
  await page.getByText('모의상인 하늘').waitFor()
  await page.getByRole('button', { name: '상인 추가' }).click()
  const dialog = page.getByRole('dialog')
  for (const [name, value] of [
    ['이름', '모의상인 별'],
    ['회원이 살 때 더하기 (%)', '0.05'],
    ['1회 최소 (원)', '10000'],
    ['1회 최대 (원)', '5000000'],
    ['가상 USDT (모의투자 사이트만)', '100000'],
    ['사유', '새 상인'],
  ] as const)
    await dialog.getByLabel(name).fill(value)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await dialog.waitFor({ state: 'detached' })
  await agree()
  const row = page.getByRole('row', { name: /모의상인 별/ })
  await row.waitFor()
  const offered = async () => {
    const { accessToken: token } = await house.server.login('demo2')
    const { body } = await house.server.call('/api/p2p/merchant', { token })
    return body.map(({ name }: { name: string }) => name)
  }
  expect(await offered()).toContain('모의상인 별')
  await row.getByRole('button', { name: '차단' }).click()
  await dialog.getByLabel('사유').fill('답이 없습니다')
  await dialog.getByRole('button', { name: '지금 차단' }).click()
  await row.getByText('차단됨').waitFor()
  expect(await offered()).not.toContain('모의상인 별')
})
