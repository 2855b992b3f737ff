import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { arrives, dialog, type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('J 6: a member excludes himself in two steps; the trade page says why it takes no stake, and a new sign-in too', async () => {
  const visitor = await house.visit({ as: 'demo4' })
  const { page } = visitor
  await visitor.open('/more/limits')
  await page.getByRole('button', { name: '1년', exact: true }).tap()
  await page.getByRole('button', { name: '자가 이용 제한 신청' }).tap()
  const asked = dialog(page, '1년 동안 이용을 제한할까요?')
  await asked.getByText('되돌리거나 줄일 수 없습니다.').waitFor()
  await asked.getByText('1336').waitFor()
  const start = asked.getByRole('button', { name: '이용 제한 시작' })
  expect(await start.isDisabled()).toBe(true)
  await asked.getByText('되돌릴 수 없다는 것을 이해했습니다.').tap()
  expect(await violations(page)).toEqual([])
  for (const s of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: s })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `/tmp/shots-protect/ask-${s}.png` })
  }
  await start.tap()
  await page.getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d까지 이용이 제한됩니다\./).waitFor()
  await asked.waitFor({ state: 'hidden' })
  for (const s of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: s })
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `/tmp/shots-protect/limits-${s}.png`, fullPage: true })
  }

  await page.getByRole('button', { name: '6개월', exact: true }).tap()
  await page.getByRole('button', { name: '기간 늘리기' }).tap()
  const shorter = dialog(page, '6개월 동안 이용을 제한할까요?')
  await shorter.getByText('되돌릴 수 없다는 것을 이해했습니다.').tap()
  visitor.allow(/403/)
  await shorter.getByRole('button', { name: '이용 제한 시작' }).tap()
  await shorter.getByText('자가 이용 제한 중인 계정입니다.').waitFor()

  await visitor.open('/exchange/1')
  await page.getByText(/자가 이용 제한 중입니다 · \d{4}-\d\d-\d\d \d\d:\d\d까지/).waitFor()
  expect(await page.getByRole('button', { name: /▲ 매수/ }).count()).toBe(0)
  for (const s of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: s })
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/shots-protect/trade-${s}.png` })
  }
  await visitor.leave()

  const again = await house.visit()
  await again.open('/signin')
  await again.page.getByLabel('아이디').first().fill('demo4')
  await again.page.getByLabel('비밀번호', { exact: true }).fill('demo-pass-2026')
  await again.page.getByRole('button', { name: '로그인', exact: true }).tap()
  await arrives(again.page, /^\/exchange\//)
  await again.page.getByText(/자가 이용 제한 중입니다/).waitFor()
  await again.leave()
})
