import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let admin: Visitor
let member: Visitor
let guest: Visitor
let admin2: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await openHouse()
  member = await house.visit({ as: 'demo1' })
  guest = await house.visit({})
  admin2 = await staff(house.server, 'admin2')
  admin = await openConsole(house, 'admin', '/site/maintenance')
})
afterAll(() => house.close())

async function agree() {
  const { content } = (await admin2.get('/api/console/approvals')).body
  expect((await admin2.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '동의' })).status).toBe(200)
}

test('two SUPERs close the site: a phone that is open sees until when, one that comes too, and both open again', async () => {
  for (const visitor of [member, guest]) visitor.allow(/503/)
  await member.open('/wallet/asset')
  await member.page.getByRole('navigation', { name: '주 메뉴' }).waitFor()
  const { page } = admin
  await page.getByText('점검이 없습니다').first().waitFor()
  await page.getByRole('button', { name: '점검 걸기' }).click()
  await page.getByLabel('회원에게 보일 안내').fill('서버를 바꿉니다')
  await page.getByLabel('사유').fill('정기 점검')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await member.page.getByText('점검 중입니다').count()).toBe(0)

  await agree()
  const closed = member.page.getByRole('heading', { name: '점검 중입니다' })
  await closed.waitFor()
  await member.page.getByText('서버를 바꿉니다').waitFor()
  await member.page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d에 다시 열립니다$/).waitFor()
  expect(await member.page.getByRole('navigation', { name: '주 메뉴' }).count()).toBe(0)
  await expectAccessible(member.page)
  await guest.open('/signin')
  await guest.page.getByRole('heading', { name: '점검 중입니다' }).waitFor()
  // A reload of a member who is signed in.
  await member.open('/wallet/asset')
  await closed.waitFor()
  await page.getByText('점검 중', { exact: true }).waitFor()

  await page.getByRole('button', { name: '점검 풀기' }).click()
  await page.getByLabel('사유').fill('일찍 끝났습니다')
  await page.getByRole('dialog').getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await agree()
  await member.page.getByRole('navigation', { name: '주 메뉴' }).waitFor()
  await guest.page.getByLabel('아이디').waitFor()
})
