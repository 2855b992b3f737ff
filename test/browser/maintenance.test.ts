import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { eventually, type House, openHouse, type Visitor } from './house.ts'
import { btc, perpetualTrader, setMark } from './perpetuals.ts'
import type { Trader } from './traders.ts'

let house: House
let admin: Visitor
let member: Trader
let guest: Visitor
let admin2: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await openHouse({ prices: { [btc.symbol]: btc.start } })
  setMark(house, btc.start)
  member = await perpetualTrader(house)
  guest = await house.visit({})
  admin2 = await staff(house.server, 'admin2')
  admin = await openConsole(house, 'admin', '/site/maintenance')
})
afterAll(() => house.close())

async function agree() {
  const { content } = (await admin2.get('/api/console/approvals')).body
  expect((await admin2.post(`/api/console/approvals/${content[0].id}/approve`, { reason: '동의' })).status).toBe(200)
}

test('in maintenance an open phone keeps its page under a banner that says until when, and a member still closes', async () => {
  await member.ask('order', { futuresOptionId: btc.id, side: 'LONG', marketType: 'MARKET', qty: '0.01' })
  for (const visitor of [member, guest]) visitor.allow(/503/)
  const { page } = admin
  await page.getByText('점검이 없습니다').first().waitFor()
  await page.getByRole('button', { name: '점검 시작' }).click()
  await page.getByLabel('회원에게 보일 안내').fill('서버를 바꿉니다')
  await page.getByLabel('사유').fill('정기 점검')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await member.page.getByText(bannerText).count()).toBe(0)

  await agree()
  const banner = member.page.getByText(bannerText)
  await banner.click()
  await member.page.getByText('서버를 바꿉니다').waitFor()
  await member.page.getByText(/^보유 포지션 청산, 주문 취소/).waitFor()
  await banner.click()
  await expectAccessible(member.page)
  await guest.open('/signin')
  await guest.page.getByText(bannerText).waitFor()
  await guest.page.getByLabel('아이디').waitFor()
  // A reload of a member who is signed in.
  await member.open(`/future/${btc.id}`)
  await banner.waitFor()
  await member.page.getByRole('tab', { name: /포지션 1/ }).tap()
  await member.page.getByRole('button', { name: '시장가 청산' }).tap()
  await member.page.getByRole('dialog').getByRole('button', { name: '롱 청산 주문' }).tap()
  await eventually(
    () => member.ask<unknown[]>('history/open_position'),
    (held) => held.length === 0,
  )
  await page.getByText('점검 중', { exact: true }).waitFor()

  await page.getByRole('button', { name: '점검 종료' }).click()
  await page.getByLabel('사유').fill('일찍 끝났습니다')
  await page.getByRole('dialog').getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await agree()
  await banner.waitFor({ state: 'detached' })
  await guest.page.getByText(bannerText).waitFor({ state: 'detached' })
})

const bannerText = /^점검 중 · \d\d-\d\d \d\d:\d\d까지$/
