import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMoney, enrolled } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, pathOf, type Visitor } from './house.ts'

let house: House
let operator: Visitor
beforeAll(async () => {
  house = await openHouse()
  operator = await openConsole(house, 'operator', '/members')
})
afterAll(() => house.close())

/** Opens the palette, whose field takes what is typed next. */
async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: '신청 번호' })
  await field.and(page.locator(':focus')).waitFor()
  return field
}

test('Ctrl K finds a page and a member and opens them by the keyboard alone', async () => {
  const { page } = operator
  const field = await openPalette(page)
  await page.keyboard.type('위험')
  const options = page.getByRole('dialog').getByRole('option')
  await expect.poll(() => options.first().textContent()).toContain('위험')
  await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  await page.keyboard.press('Enter')
  await expect.poll(() => pathOf(page)).toBe('/console/risk')

  await openPalette(page)
  await page.keyboard.type('demo1')
  const member = options.filter({ hasText: '회원' }).first()
  await member.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const id = /회원 (\d+)/.exec((await options.first().textContent()) ?? '')?.[1]
  await page.keyboard.press('Enter')
  await expect.poll(() => pathOf(page)).toBe(`/console/members/${id}`)

  await openPalette(page)
  await page.keyboard.type('없는 화면 <b>')
  await page.getByText('검색 결과가 없습니다').waitFor()
  await page.keyboard.press('Enter')
  expect(await field.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
})

test('the palette finds a request by its number and opens it where its kind is worked off', async () => {
  const { page } = operator
  await configureMoney(house.server, { holdMs: 0, firstHoldMs: 0, changeHoldMs: 0 })
  const member = await enrolled(house.server, 'demo2')
  const deposit = (await member.post('/api/dnw/apply', { type: 'D', point: '300000' })).body.id
  const withdrawal = (await member.post('/api/dnw/apply', { type: 'W', point: '200000', otp: member.otp() })).body.id
  const options = page.getByRole('dialog').getByRole('option')
  for (const [id, title, path] of [
    [deposit, `입금 ${deposit}`, `/console/deposits/${deposit}`],
    [withdrawal, `출금 ${withdrawal}`, `/console/withdrawals/${withdrawal}`],
  ] as const) {
    await openPalette(page)
    await page.keyboard.type(String(id))
    await options.filter({ hasText: title }).waitFor()
    // What tells who asked is masked here, too.
    expect(await options.first().textContent()).not.toContain('demo2')
    await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe(path)
    await page.getByRole('complementary').getByText(String(id)).first().waitFor()
  }
})

test('the palette finds a request by its memo, its amount and the transaction of its coins, and a member by name', async () => {
  const { page } = operator
  const [request] = await house.server.database.run(
    `select id from dnw where site_id = 1 and type = 'D' and point = 300000`,
  )
  const id = Number(request?.['id'])
  const txid = `0x${'ab'.repeat(32)}`
  await house.server.database.run(
    `insert into coin_arrival values (1, 'TRON', '${txid.slice(2)}', 0, 'USDT', 100, 1002, 'FUTURES', 20, 20, 'CREDITED', ${id}, 1, null, 100)`,
  )
  const options = page.getByRole('dialog').getByRole('option')
  for (const text of [`D${id}`, '300,000원', txid]) {
    await openPalette(page)
    await page.keyboard.type(text)
    await options.filter({ hasText: `입금 ${id}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await openPalette(page)
  await page.keyboard.type('김마')
  await options
    .filter({ hasText: /회원 10\d\d.*김\*루/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
})

test('the palette leaves out pages that the role may not read', async () => {
  const { page } = await openConsole(house, 'cs', '/members')
  await openPalette(page)
  const options = page.getByRole('dialog').getByRole('option')
  await options.filter({ hasText: '회원' }).first().waitFor()
  expect(await options.filter({ hasText: '감사 기록' }).count()).toBe(0)
  expect(await options.count()).toBe(await page.locator('.rail-in a').count())
})
