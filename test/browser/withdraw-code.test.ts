import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMoney } from '../../apps/server/test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../apps/server/test/sandbox.ts'
import { expectAccessible } from './axe.ts'
import { codeTo, wrongCode } from './codes.ts'
import { type House, openHouse } from './house.ts'

/** Withdrawals by members without an app, whose codes the sandbox's phone gets. */
let sandbox: TestSandbox
let house: House
beforeAll(async () => {
  sandbox = await startTestSandbox()
  house = await openHouse({ sandbox: sandbox.sandbox })
  sandbox.tell(house.server.url)
  await configureMoney(house.server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 60_000 })
})
afterAll(async () => {
  await house.close()
  sandbox.stop()
})

test('a member without an app withdraws with the code that his phone gets', async () => {
  const visitor = await house.visit({ as: 'demo2' })
  visitor.allow(/status of 40[03]/)
  const { page } = visitor
  await visitor.open('/balances/withdraw')
  await page.getByLabel('얼마를 출금할까요?').fill('20000')
  await page.getByRole('button', { name: '출금 내용 확인' }).tap()
  await page.getByRole('button', { name: '출금하기', exact: true }).tap()
  await page.getByText('번호로 인증번호를 보냅니다.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByText('010-****-1002 번호로 인증번호를 보냈습니다.').waitFor()
  await page.getByText('모의 문자함').waitFor()
  await page.getByText(/^남은 시간 0[23]:\d\d$/).waitFor()
  expect(await page.getByRole('button', { name: /뒤에 다시 보내기$/ }).isDisabled()).toBe(true)
  const code = await codeTo(sandbox, '010-0000-1002')
  const field = page.getByLabel('문자로 받은 숫자 6자리')
  const apply = page.getByRole('button', { name: '20,000원 출금 신청' })
  await field.fill(wrongCode(code))
  await apply.tap()
  await page.getByText('인증번호가 일치하지 않습니다.').waitFor()
  // What was sent counts also when the sheet is opened again.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '출금 내용 확인' }).tap()
  await field.fill(code)
  await apply.tap()
  await page.getByText('신청이 완료되었습니다.').waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('출금 대기 (회사 보관)').waitFor()
  await visitor.leave()
})

test('a code that is over is told and sent again; a number that is not verified is verified first', async () => {
  await house.server.database.run("update member set phone_verified_at = null where username = 'demo5'")
  await house.server.database.run('delete from code_sent')
  const visitor = await house.visit({ as: 'demo5' })
  const { page } = visitor
  const times = await codesEnd(page)
  const begin = async () => {
    await visitor.open('/balances/withdraw')
    await page.getByLabel('얼마를 출금할까요?').fill('20000')
    await page.getByRole('button', { name: '출금 내용 확인' }).tap()
    await page.getByRole('button', { name: '출금하기', exact: true }).tap()
  }
  await begin()
  await page.getByRole('link', { name: '인증 앱 등록' }).waitFor()
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  const code = await codeTo(sandbox, '010-0000-1005')
  await page.getByLabel('문자로 받은 숫자 6자리').fill(code)
  await page.getByRole('button', { name: '번호 인증', exact: true }).tap()
  await page.getByText('문자로 받은 숫자를 입력하면 출금이 신청됩니다.').waitFor()
  expect(await page.getByRole('button', { name: /뒤에 다시 보내기$/ }).isDisabled()).toBe(true)
  // The minute is over, of the server and of a page that is opened anew.
  await house.server.database.run('delete from code_sent')
  times.expiresMs = 1_000
  await begin()
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByText('시간이 지나 쓸 수 없는 번호입니다.').waitFor()
  expect(await page.getByRole('button', { name: '20,000원 출금 신청' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /뒤에 다시 보내기$/ }).isDisabled()).toBe(true)
  await visitor.leave()
})

/** Lets codes end sooner than the server says: pages count by its clock, which no test can move on. */
async function codesEnd(page: Page): Promise<{ expiresMs: number }> {
  const times = { expiresMs: 180_000 }
  await page.route('**/api/certi/certificate_phone*', async (route) => {
    const response = await route.fetch()
    const sent = await response.json()
    await route.fulfill({ response, json: { ...sent, expiresAt: Date.now() + times.expiresMs } })
  })
  return times
}
