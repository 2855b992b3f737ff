import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let admin: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await openConsole(house, 'admin', '/members')
})
afterAll(() => house.close())

/** Pages whose words stand in both languages; what the server names (settings, banks) stays as it is stored. */
const pages = [
  'members',
  'approvals',
  'risk',
  'deposits',
  'withdrawals',
  'suspense',
  'disputes',
  'coupons',
  'treasury',
  'statement',
  'ledger',
  'reconcile',
  'staff',
  'audit',
]

/** What people, sites and instruments are called: that stays as it is in every language. */
async function namesOf(): Promise<ReadonlySet<string>> {
  const found = await house.server.database.run(
    `select name from member union select name from site union select ko_name from round_option
     union select ko_name from futures_option union select ko_name from oversea_option`,
  )
  return new Set(found.map(({ name }) => String(name)))
}

/** The words of the page but the rows of tables and of lists, which hold names of people and things. */
const words = `(() => {
  const copy = document.body.cloneNode(true)
  for (const named of copy.querySelectorAll('tbody, script, style, [lang=ko]')) named.remove()
  const labels = [...copy.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) => [one.ariaLabel, one.placeholder, one.title])
  return [copy.textContent, ...labels, document.title].filter(Boolean)
})()`

test('the console is read in English from its switch on, through a reload, and back in Korean', async () => {
  const { page } = admin
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  const names = await namesOf()
  const faults: string[] = []
  for (const path of pages) {
    await admin.open(`/console/${path}`)
    await page.locator('.ph h1, .rec').first().waitFor()
    await expect.poll(() => page.locator('[aria-busy=true], .skel').count()).toBe(0)
    for (const text of await page.evaluate<string[]>(words))
      for (const found of text.match(/[가-힣](?:[가-힣 ·]*[가-힣])?/g) ?? [])
        if (!names.has(found)) faults.push(`${path}: ${found}`)
  }
  expect(faults).toEqual([])
  await page.getByRole('button', { name: '한국어' }).click()
  await page.getByRole('heading', { level: 1, name: '감사 기록' }).waitFor()
})

test('a failure is told in English', async () => {
  const visitor = await house.visit({ context: desk })
  visitor.allow(/40[0-9] .*\/api\/login/)
  const { page } = visitor
  await visitor.open('/console')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('main').textContent()).toMatch(/password/i)
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByRole('alert').first().textContent()).not.toMatch(/[가-힣]/)
})
