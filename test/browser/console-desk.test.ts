import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeStatement } from '../../apps/server/src/statements/store.ts'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { configureMoney, enrolled, staffSecret } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { wrongCode } from './codes.ts'
import { enterCode, freshCode, openConsole } from './console-visit.ts'
import { eventually, type House, openHouse, type Visitor } from './house.ts'

const atOnce = { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, withdrawDayMax: '1000000000' }

let house: House
let member: Awaited<ReturnType<typeof enrolled>>
let finance: Visitor
let finance2: Visitor
beforeAll(async () => {
  house = await openHouse()
  await configureMoney(house.server, atOnce)
  member = await enrolled(house.server, 'demo1')
  finance = await openConsole(house, 'finance', '/deposits')
  finance2 = await openConsole(house, 'finance2', '/withdrawals')
})
afterAll(() => house.close())

const ask = async (type: 'D' | 'W', point: string, by = member): Promise<number> => {
  const answer = await by.post('/api/dnw/apply', { type, point, ...(type === 'W' ? { otp: by.otp() } : {}) })
  expect(answer.status).toBe(200)
  return answer.body.id
}
const stateOf = async (id: number): Promise<string> => {
  const { body } = await member.get(`/api/dnw/list?size=50&resultType=Page`)
  return body.content.find((row: { id: number }) => row.id === id).status
}
const row = ({ page }: Visitor, id: number) => page.getByRole('row').filter({ hasText: String(id) })
const panel = ({ page }: Visitor) => page.getByRole('complementary')
const open = async (visitor: Visitor, area: string, id: number) => {
  await visitor.open(`/console/${area}/${id}`)
  await panel(visitor).getByText(String(id)).first().waitFor()
}
const because = (visitor: Visitor, reason: string) => panel(visitor).getByLabel('사유').fill(reason)

test('a deposit is confirmed by keyboard alone, and the member has it on his phone', async () => {
  const phone = await house.visit({ as: { ...(await sessionOf()) } })
  const id = await ask('D', '300000')
  const { page } = finance
  await finance.open('/console/deposits')
  await row(finance, id).waitFor()
  await page.keyboard.press('j')
  await panel(finance).getByText('300,000원').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('t')
  await panel(finance).getByText('내가 담당').waitFor()
  await page.keyboard.press('e')
  await page.keyboard.type('입금자 이름이 같습니다')
  // Out of the field: what is written in it is no shortcut.
  await page.keyboard.press('Tab')
  await page.keyboard.press('a')
  await page.getByText('승인했습니다').first().waitFor()
  expect(
    await eventually(
      () => stateOf(id),
      (state) => state === 'COMPLETED',
    ),
  ).toBe('COMPLETED')
  await page.getByText('처리할 입금이 없습니다').waitFor()
  await phone.open('/wallet/dnw_history')
  await phone.page.getByText('300,000').first().waitFor()
  await phone.leave()
})

test('ten million leaves with two operators: the second reads the first one’s reason, then it is paid and closed', async () => {
  await fund('40000000')
  const id = await ask('W', '12500000')
  await open(finance, 'withdrawals', id)
  await because(finance, '연결 기기 회원과 통화했습니다')
  await panel(finance).getByRole('button', { name: '1차 승인(1/2)' }).click()
  await finance.page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  await panel(finance).getByText('내가 1차 승인했습니다').waitFor()

  await finance2.open('/console/approvals')
  await finance2.page.getByRole('row').filter({ hasText: '12,500,000' }).waitFor()
  await open(finance2, 'withdrawals', id)
  await panel(finance2).getByText('“연결 기기 회원과 통화했습니다”').first().waitFor()
  await expectAccessible(finance2.page)
  await because(finance2, '예금주와 금액을 다시 보았습니다')
  await panel(finance2).getByRole('button', { name: '2차 승인(2/2)' }).click()
  await finance2.page.getByText('승인했습니다').first().waitFor()
  await bringStatement('S-20261123-1', '-12499000')
  await panel(finance2).getByLabel('거래 내역 번호').fill('S-20261123-1')
  await because(finance2, '은행 거래 내역에서 확인했습니다')
  await panel(finance2).getByRole('button', { name: '송금 확인' }).click()
  expect(
    await eventually(
      () => stateOf(id),
      (state) => state === 'COMPLETED',
    ),
  ).toBe('COMPLETED')
})

test('a member who cancels first is told from the operator who approves after him', async () => {
  finance.allow(/409 .*\/api\/console/)
  const id = await ask('D', '520000')
  await finance.open('/console/overview')
  await finance.page.getByRole('button', { name: String(id) }).click()
  await because(finance, '입금자를 확인했습니다')
  expect((await member.post('/api/dnw/cancel', { dnwHistoryId: id })).status).toBe(200)
  await panel(finance).getByRole('button', { name: '입금 확인' }).click()
  await panel(finance).getByRole('alert').getByText('그사이에 신청이 바뀌었습니다').waitFor()
  expect(await stateOf(id)).toBe('CANCELED')
})

test('a role that may only read sees the queue with what it lacks', async () => {
  const id = await ask('D', '530000')
  const audit = await openConsole(house, 'audit', '/deposits')
  await open(audit, 'deposits', id)
  await panel(audit).getByText('재무 권한이 필요합니다').waitFor()
  expect(await panel(audit).getByLabel('사유').count()).toBe(0)
  await audit.leave()
  await member.post('/api/dnw/cancel', { dnwHistoryId: id })
})

test('a coupon that SITE makes opens when FINANCE agrees, and is revoked at once', async () => {
  const operator = await openConsole(house, 'operator', '/coupons')
  const { page } = operator
  // The key is known once the page is there.
  await page.getByRole('button', { name: /^새 쿠폰/ }).waitFor()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: '새 쿠폰' })
  await form.getByLabel('코드').fill('SPRING-2027')
  await form.getByLabel('이름').fill('봄맞이')
  await form.getByLabel('보너스(원)').fill('5000')
  await form.getByLabel('총 사용 횟수').fill('100')
  await form.getByText('500,000원').waitFor()
  await form.getByLabel('사유').fill('봄 행사')
  await expectAccessible(page)
  await form.getByRole('button', { name: '재무에 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()

  await finance2.open('/console/approvals')
  await finance2.page.getByRole('row').filter({ hasText: '쿠폰 만들기' }).click()
  await panel(finance2).getByText('“봄 행사”').waitFor()
  await panel(finance2).getByRole('button', { name: '두 번째 승인' }).click()
  const yes = finance2.page.getByRole('dialog')
  await yes.getByLabel('사유').fill('예산 안입니다')
  await yes.getByRole('button', { name: '승인', exact: true }).click()
  await finance2.page.getByText('승인했습니다').first().waitFor()

  await operator.open('/console/coupons')
  await page.getByRole('row').filter({ hasText: 'SPRING-2027' }).click()
  await panel(operator).getByRole('button', { name: '쿠폰 회수' }).click()
  const end = page.getByRole('dialog', { name: '쿠폰을 회수합니다' })
  await end.getByLabel('사유').fill('행사를 미룹니다')
  await end.getByRole('button', { name: '회수' }).click()
  await panel(operator).getByText('회수').first().waitFor()
  await operator.leave()
})

test('ten minutes after the last code an operator gives a new one, and what he wrote goes through', async () => {
  finance.allow(/403 .*\/api\/console\/dnw/, /400 .*\/api\/console\/step-up/)
  const id = await ask('D', '460000')
  await open(finance, 'deposits', id)
  await because(finance, '입금자 이름이 같습니다')
  await house.server.database.run(
    `update login_session set created_at = created_at - 600001
       where site_id = 1 and member_id = (select id from member where site_id = 1 and username = 'finance')`,
  )
  await panel(finance).getByRole('button', { name: '입금 확인' }).click()
  const { page } = finance
  const asked = page.getByRole('dialog', { name: '본인인지 다시 확인합니다' })
  await asked.waitFor()
  await expectAccessible(page)
  await enterCode(page, wrongCode(appCode(staffSecret, Date.now())))
  await asked.getByText('인증번호가 일치하지 않습니다.').waitFor()
  expect(await stateOf(id)).toBe('REQUESTED')
  await enterCode(page, await freshCode(house, 'finance'))
  await page.getByText('승인했습니다').first().waitFor()
  expect(
    await eventually(
      () => stateOf(id),
      (state) => state === 'COMPLETED',
    ),
  ).toBe('COMPLETED')
})

test('of two operators on one request the second hears who was first, and his reason stays', async () => {
  finance2.allow(/409 .*\/api\/console/)
  const id = await ask('D', '450000')
  await open(finance, 'deposits', id)
  await open(finance2, 'deposits', id)
  await because(finance2, '내가 먼저 보았습니다')
  await asOn(finance, `/api/console/dnw/${id}/reject`, { reason: '입금자가 다릅니다', version: 1 })
  await panel(finance2).getByRole('button', { name: '입금 확인' }).click()
  const note = panel(finance2).getByRole('alert')
  await note.getByText('방금 재무담당 님이 먼저 처리했습니다').waitFor()
  expect(await note.textContent()).toMatch(/“입금자가 다릅니다”.*적용 안 됨/)
  expect(await stateOf(id)).toBe('REJECTED')
})

const sessionOf = async () => {
  const { body } = await house.server.call('/api/login', {
    body: { username: 'demo1', password: 'demo-pass-2026', otp: member.otp(), siteInfoId: 1 },
  })
  return body
}

/** Calls of the operator who is signed in on a page. */
const asOn = async ({ page }: Visitor, path: string, body: object) => {
  const token = await page.evaluate<string>(`localStorage.getItem('maru:/console:accessToken')`)
  const answer = await house.server.call(path, { token, key: true, body })
  expect([200, 202]).toContain(answer.status)
  return answer.body
}

/** The bank's statement of a day with one line: what was paid out. */
const bringStatement = (providerRef: string, amount: string) =>
  house.server.deps.db.system((tx) =>
    storeStatement(
      tx,
      { siteId: 1, provider: 'bank', currency: 'KRW' },
      {
        account: 'KRW',
        currency: 'KRW',
        opening: '0',
        closing: '0',
        isFinal: true,
        day: '2026-01-02',
        lines: [
          { providerRef, reference: null, kind: 'payout', amount, fee: '0', at: Date.now(), valueDate: '2026-01-02' },
        ],
      },
      Date.now(),
    ),
  )

/** Money of the member's own, which two persons confirm. */
async function fund(point: string) {
  const id = await ask('D', point)
  await asOn(finance, `/api/console/dnw/${id}/approve`, { reason: '입금', version: 1 })
  await asOn(finance2, `/api/console/approvals/${id}/approve`, { reason: '입금' })
}

test('a request stands on every desk without a poll, and who takes it shows on the other one', async () => {
  const visitors = [
    await openConsole(house, 'finance', '/deposits', { polls: false }),
    await openConsole(house, 'finance2', '/deposits', { polls: false }),
  ]
  const [finance, finance2] = visitors as [Visitor, Visitor]
  // What comes from here on the channel has brought.
  for (const { page } of visitors) await page.getByText('실시간', { exact: true }).first().waitFor()
  const id = await ask('D', '770000')
  await Promise.all(visitors.map((visitor) => row(visitor, id).waitFor()))
  await row(finance, id).click()
  await panel(finance).getByText('770,000원').first().waitFor()
  await finance.page.keyboard.press('t')
  await panel(finance).getByText('내가 담당').waitFor()
  await row(finance2, id).getByText('재무담당').waitFor()
  for (const { leave } of visitors) await leave()
})

test('a note stands in the panel and the row, and a request goes to the colleague who is named', async () => {
  // One member asks for money five times a minute at most.
  const id = await ask('D', '310000', await enrolled(house.server, 'demo2'))
  const { page } = finance
  await open(finance, 'deposits', id)
  await panel(finance).getByRole('button', { name: '메모 남기기…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('메모', { exact: true }).fill('은행에 확인 중입니다')
  await dialog.getByRole('button', { name: '진행 상황 공유' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '남기기', exact: true }).click()
  await panel(finance).getByRole('region', { name: '메모' }).getByText('은행에 확인 중입니다').waitFor()
  await row(finance, id).getByText('메모: 은행에 확인 중입니다').waitFor()
  await panel(finance)
    .getByRole('button', { name: /^담당하기/ })
    .click()
  await panel(finance).getByText('내가 담당').waitFor()
  await panel(finance).getByRole('button', { name: '담당 넘기기…' }).click()
  await dialog.getByLabel('넘겨받을 직원').selectOption({ label: '재무담당2 · 1108' })
  await dialog.getByRole('button', { name: '근무 교대' }).click()
  await dialog.getByRole('button', { name: '넘기기', exact: true }).click()
  await row(finance, id).getByText('재무담당2 확인 중').waitFor()
  await open(finance2, 'deposits', id)
  await panel(finance2).getByText('내가 담당').waitFor()
})
