import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { arrives, dialog, type House, memberPassword, sharedHouse, type Visitor } from './house.ts'
import { told } from './toasts.ts'
import { newMember } from './traders.ts'

/** The rounds were the last page of an earlier visit: a member lands there again. */
const roundsWereOpen = { 'maru:maru:lastOpened': '/exchange' }

let house: House
beforeAll(async () => {
  house = await sharedHouse()
})
afterAll(() => house.close())

async function signInOnPage(username: string): Promise<Visitor> {
  const visitor = await house.visit({ stored: roundsWereOpen })
  await visitor.open('/signin')
  await visitor.page.getByLabel('아이디').first().fill(username)
  await visitor.page.getByLabel('비밀번호', { exact: true }).fill(memberPassword)
  await visitor.page.getByRole('button', { name: '로그인', exact: true }).tap()
  await arrives(visitor.page, /^\/exchange\//)
  return visitor
}

test('J 6: a member excludes himself in two steps; the trade page says why it takes no stake, and a new sign-in too', async () => {
  const { username } = await newMember(house)
  const visitor = await house.visit({ as: username })
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
  await expectAccessible(page)
  await start.tap()
  await page.getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d까지 이용이 제한됩니다\./).waitFor()
  await asked.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: '6개월', exact: true }).tap()
  await page.getByRole('button', { name: '기간 늘리기' }).tap()
  const shorter = dialog(page, '6개월 동안 이용을 제한할까요?')
  await shorter.getByText('되돌릴 수 없다는 것을 이해했습니다.').tap()
  visitor.allow(/403/)
  await shorter.getByRole('button', { name: '이용 제한 시작' }).tap()
  await shorter.getByText('자가 이용 제한 중인 계정입니다.').waitFor()

  await visitor.open('/exchange/1')
  await page.getByText(/자가 이용 제한 중 · \d{4}-\d\d-\d\d까지/).waitFor()
  expect(await page.getByRole('button', { name: /▲ 매수/ }).count()).toBe(0)
  await visitor.leave()

  const again = await signInOnPage(username)
  await again.page.getByText(/자가 이용 제한 중 ·/).waitFor()
  await again.leave()
})

test('J 2: the first stake is preceded by the risk warning with the losing share; read once, it holds on other devices', async () => {
  const { id, username } = await newMember(house)
  const buy = (page: Page) => page.getByRole('button', { name: /▲ 매수/ })
  const first = await signInOnPage(username)
  await buy(first.page).tap()
  const warning = dialog(first.page, '참여하기 전에 읽어 주세요')
  await warning.getByText('손실 계정 비율을 낼 수 없습니다.').waitFor()
  await expectAccessible(first.page)
  await warning.getByRole('button', { name: '취소' }).tap()
  await buy(first.page).tap()
  await warning.getByRole('button', { name: '이해했습니다' }).tap()
  await warning.waitFor({ state: 'hidden' })
  const { value: wallets } = await house.server.runner.reads.ask('members.wallets', { siteId: 1, memberId: id })
  expect(wallets.every(({ reserved }) => reserved === 0n)).toBe(true)
  await first.leave()

  const second = await signInOnPage(username)
  await buy(second.page).tap()
  await told(second.page, '접수되었습니다')
  await second.leave()
})
