import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, memberPassword, sharedHouse } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await sharedHouse()
})
afterAll(() => house.close())

test('a member takes back his consent, downloads what is known of him, and leaves for good', async () => {
  const { username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/more/mypage')
  await page.getByRole('link', { name: '회원 정보 관리' }).click()
  const consent = page.getByRole('switch', { name: /혜택·이벤트 알림/ })
  const before = await consent.isChecked()
  await consent.click()
  await expect.poll(() => consent.isChecked()).toBe(!before)

  const password = page.getByLabel('비밀번호', { exact: true })
  await password.fill('not-my-password')
  visitor.allow(/status of 401/)
  await page.getByRole('button', { name: '내려받기' }).click()
  await page.getByText('비밀번호가 맞지 않습니다').waitFor()
  await password.fill(memberPassword)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '내려받기' }).click(),
  ])
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data.personal).toMatchObject({ username, marketing: [{ agreed: !before }] })
  expect(data.wallets.length).toBeGreaterThan(0)
  expect(data.sessions.length).toBe(1)

  await page.getByRole('link', { name: /회원 탈퇴/ }).click()
  await page.getByText('탈퇴하기 전에 확인해 주세요').waitFor()
  const leave = page.getByRole('button', { name: '회원 탈퇴' })
  expect(await leave.isDisabled()).toBe(true)
  await password.fill(memberPassword)
  await page.getByText('위 내용을 모두 확인했습니다').click()
  await leave.click()
  await page.getByRole('button', { name: '탈퇴하기' }).click()
  await page.getByText('탈퇴가 완료되었습니다').waitFor()
  await page.getByRole('button', { name: '확인' }).click()
  await page.waitForURL(/\/signin/)
  const [row] = await house.server.database.run(`select status, left_at from member where username = '${username}'`)
  expect(row).toMatchObject({ status: 'DENY', left_at: expect.any(String) })
})
