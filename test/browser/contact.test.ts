import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, sharedHouse, signIn, type Visitor } from './house.ts'
import { newMember, verifiedMember } from './traders.ts'
import { expectTree } from './tree.ts'

let house: House
let member: Visitor
beforeAll(async () => {
  house = await sharedHouse()
  const { username } = await newMember(house)
  member = await house.visit({ as: await signIn(house.server, username) })
})
afterAll(() => house.close())

test('a member asks, staff answer at the desk, and he reads it on the open page; all of it outlives a restart', async () => {
  const { page } = member
  await member.open('/service/contact')
  await page.getByText('문의가 없습니다.').waitFor()
  await page.getByRole('link', { name: '문의하기' }).click()
  await page.getByLabel('내용').fill('<b>출금</b>은 언제 오나요?')
  await expectTree(page.locator('main'), 'contact-write')
  await page.getByRole('button', { name: /보내기/ }).click()
  await page.getByText('<b>출금</b>은 언제 오나요?').waitFor()
  await page.getByText('접수', { exact: true }).waitFor()

  const { page: desk } = await openConsole(house, 'cs', '/support')
  await desk.getByText('<b>출금</b>은 언제 오나요?').click()
  const panel = desk.getByRole('complementary', { name: '문의' })
  await panel.getByRole('button', { name: /메모 남기기/ }).waitFor()
  await desk.keyboard.press('m')
  await panel.getByLabel('메모 · 직원만 봅니다').fill('재무에 <i>물어봄</i>')
  await desk.reload()
  await expectTree(panel.locator('.sp-note-form'), 'console-support-note')
  // What is not saved yet is there again.
  await panel.getByRole('button', { name: '남기기', exact: true }).click()
  await panel.getByText('메모 · 직원만 · ').waitFor()
  await panel.getByText('재무에 <i>물어봄</i>').waitFor()
  await panel.getByRole('button', { name: /담당하기/ }).click()
  await panel.getByRole('button', { name: /담당 해제/ }).waitFor()
  await panel.getByLabel('답변', { exact: true }).fill('보통 40분 걸립니다.')
  await expectAccessible(desk)
  await expectTree(desk.locator('main'), 'console-support')
  await panel.getByRole('button', { name: /답변하기/ }).click()

  await page.getByText('답변 완료').waitFor()
  await page.locator('main').getByText('보통 40분 걸립니다.').waitFor()
  expect(await page.content()).not.toContain('물어봄')
  await expectAccessible(page)
  await expectTree(page.locator('main'), 'contact-answered')
  expect(member.problems).toEqual([])
  await house.restart()
  await member.open('/service/contact')
  await page.getByRole('link', { name: /언제 오나요/ }).click()
  await page.locator('main').getByText('보통 40분 걸립니다.').waitFor()
  await page.getByRole('button', { name: '해결되었습니다' }).click()
  await page.getByText('종료', { exact: true }).waitFor()
})

test('what is half written is there again, a deposit can be named, and the desk sees it; the way to the live chat says the wait', async () => {
  const { username } = await verifiedMember(house)
  const session = await signIn(house.server, username)
  const asking = await house.visit({ as: session })
  const token = session.accessToken
  const body = { walletType: 'BINARY', point: '70000' }
  const { body: deposit } = await house.server.call('/api/dnw/deposit/apply', { token, key: true, body })
  const { page } = asking
  await asking.open('/service/contact')
  await page.getByRole('link', { name: /실시간 상담 · 대기 0명/ }).waitFor()
  await page.getByRole('link', { name: '문의하기' }).click()
  await page.getByLabel('내용').fill('입금이 언제 되나요?')
  await page.reload()
  await expect.poll(() => page.getByLabel('내용').inputValue()).toBe('입금이 언제 되나요?')
  await page.getByLabel(/관련 내역/).selectOption(String(deposit.id))
  await page.getByRole('button', { name: /보내기/ }).click()
  const about = page.getByRole('link', { name: /입금 70,000원/ })
  await about.waitFor()

  const { page: desk } = await openConsole(house, 'operator2', '/support')
  await desk.getByText('입금이 언제 되나요?').last().click()
  const panel = desk.getByRole('complementary', { name: '문의' })
  await panel.getByRole('link', { name: /입금 70,000원/ }).waitFor()
  await panel.getByRole('link', { name: /입금 70,000원/ }).click()
  await desk.getByRole('complementary').getByText(String(deposit.id)).first().waitFor()

  await about.click()
  await page.waitForURL(/dnw_history/)
  // What was sent is kept no more.
  await asking.open('/service/contact/write')
  expect(await page.getByLabel('내용').inputValue()).toBe('')
  expect(asking.problems).toEqual([])
  await asking.leave()
})

test('what a colleague took and left is taken over with a reason, and he sees in whose hands it is', async () => {
  const { page } = member
  await member.open('/service/contact/write')
  await page.getByLabel('내용').fill('누가 답하나요?')
  await page.getByRole('button', { name: /보내기/ }).click()
  await page.getByText('접수', { exact: true }).waitFor()
  const open = async (as: string) => {
    const { page } = await openConsole(house, as, '/support')
    await page.getByText('누가 답하나요?').last().click()
    return { page, panel: page.getByRole('complementary', { name: '문의' }) }
  }
  const holder = await open('cs')
  await holder.panel.getByRole('button', { name: /담당하기/ }).click()
  await holder.panel.getByRole('button', { name: /담당 해제/ }).waitFor()

  const { page: desk, panel } = await open('operator')
  await panel.getByText('담당하는 문의입니다').waitFor()
  expect(await panel.getByRole('button', { name: /답변하기/ }).count()).toBe(0)
  await panel.getByRole('button', { name: '넘겨받기…' }).click()
  const dialog = desk.getByRole('dialog', { name: '다른 직원이 담당하는 문의를 넘겨받습니다' })
  await expectAccessible(desk)
  await expectTree(dialog, 'console-support-take-over')
  expect(await dialog.getByRole('button', { name: /사유/ }).isDisabled()).toBe(true)
  await dialog.getByLabel('사유').fill('담당하는 직원이 퇴근했습니다')
  await dialog.getByRole('button', { name: '넘겨받기', exact: true }).click()
  await panel.getByRole('button', { name: /담당 해제/ }).waitFor()
  await holder.panel.getByText('담당하는 문의입니다').waitFor()
  await panel.getByLabel('답변', { exact: true }).fill('제가 답합니다.')
  await panel.getByRole('button', { name: /답변하기/ }).click()
  await page.locator('main').getByText('제가 답합니다.').waitFor()
})
