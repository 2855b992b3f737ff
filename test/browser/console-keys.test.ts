import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goByKeys, openConsole } from './console-visit.ts'
import { eventually, type House, pathOf, sharedHouse, type Visitor } from './house.ts'
import { newMember } from './traders.ts'

let house: House
let admin: Visitor
beforeAll(async () => {
  house = await sharedHouse()
  admin = await openConsole(house, 'admin', '/members')
})
afterAll(() => house.close())

/** The pages with a table of records; the others have none. */
const withTable = [
  ...['members', 'approvals', 'options', 'deposits', 'withdrawals', 'suspense', 'disputes', 'coupons', 'treasury'],
  ...['ledger', 'statement', 'providers', 'support', 'content', 'economic', 'partners', 'fx', 'staff', 'audit'],
]

test('every page opens by its letter; J and K go from row to row of its table, / reaches its search, and ? names them', async () => {
  const { page } = admin
  const dialog = page.getByRole('dialog', { name: '단축키' })
  const links = page.locator('.rail-in a')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThan(15)
  const letters = (await keysOf(page)).flatMap((keys) => (keys.startsWith('G ') ? [keys.slice(2).toLowerCase()] : []))
  const opened = new Set<string>()
  const found: string[] = []
  for (const letter of letters) {
    await goByKeys(page, letter)
    // A page with parts goes on to its first one.
    const path = await eventually(
      () => pathOf(page).split('/').slice(0, 3).join('/'),
      (one) => !opened.has(one),
    )
    opened.add(path)
    await expect.poll(() => page.locator('[aria-busy=true], .skel').count()).toBe(0)
    const named = await keysOf(page)
    expect(named.length).toBeGreaterThanOrEqual(letters.length)
    const grid = page.getByRole('grid').first()
    if ((await grid.count()) === 0) continue
    found.push(path.split('/').at(-1) ?? '')
    expect([path, ['J', 'K', 'ENTER', '/'].filter((key) => !named.includes(key))]).toEqual([path, []])
    // Without the heads of groups, which a list of requests has once there are any.
    const rows = grid.locator('tbody tr:not(.blank, .grp)')
    if ((await rows.count()) > 1) {
      const marked = () =>
        rows.evaluateAll((all) => all.findIndex((row) => row.getAttribute('aria-selected') === 'true'))
      for (const [key, at] of [
        ['j', 0],
        ['j', 1],
        ['k', 0],
      ] as const) {
        await page.keyboard.press(key)
        await expect.poll(marked, { message: `${path} ${key}` }).toBe(at)
      }
    }
    // The page's own search, or that of the whole console, which would stay over the next page and take its keys.
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate('document.activeElement.tagName'), { message: path }).toBe('INPUT')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await page.evaluate('document.activeElement.blur()')
  }
  expect([...opened].sort()).toEqual(paths.toSorted())
  expect(found.toSorted()).toEqual(withTable.toSorted())

  /** The keys that ? names here. */
  async function keysOf({ keyboard }: Page): Promise<string[]> {
    await keyboard.press('?')
    await dialog.waitFor()
    const keys = await dialog
      .locator('dt')
      .evaluateAll((all) =>
        all.map((name) => [...name.querySelectorAll('kbd')].map((key) => key.textContent?.toUpperCase()).join(' ')),
      )
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    return keys
  }
})

test('J and K mark a member, Enter opens him, and F goes to what his lists are cut to', async () => {
  const { page } = admin
  await admin.open('/console/members')
  const rows = page.getByRole('grid', { name: '회원' }).getByRole('row')
  await rows.nth(2).waitFor()
  const marked = page.locator('tr[aria-selected="true"]')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect.poll(() => marked.count()).toBe(1)
  expect(pathOf(page)).toBe('/console/members')
  const id = await marked.locator('td').first().textContent()
  expect(id).toBe(await rows.nth(1).locator('td').first().textContent())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '지갑' }).waitFor()
  expect(pathOf(page)).toBe(`/console/members/${id}`)
  await page.keyboard.press('4')
  await page.getByLabel('상품').waitFor()
  await page.keyboard.press('f')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('SELECT')
})

test('the log of staff is searched by keyboard', async () => {
  const { page } = admin
  await admin.open('/console/audit')
  // A new house has little but looks: what was done is shown at first.
  await page.getByRole('radio', { name: '전체', exact: true }).click()
  const log = page.locator('.t tbody tr:not(.blank)')
  await log.first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('999999')
  await page.keyboard.press('Enter')
  await expect.poll(() => log.count()).toBe(0)
})

test('the ledger of a day has all members, goes on to a transaction, and is cut to one member by search', async () => {
  const { page } = admin
  const [{ id }] = [await newMember(house), await newMember(house)]
  await admin.open('/console/ledger')
  const ledger = page.getByRole('grid', { name: '원장' })
  await ledger.getByRole('row').nth(2).waitFor()
  const members = () =>
    ledger
      .locator('tbody tr:not(.blank) td:nth-child(2)')
      .evaluateAll((all) => [...new Set(all.map((one) => one.textContent))])
  expect((await members()).length).toBeGreaterThan(1)
  await page.keyboard.press('j')
  const side = page.getByRole('complementary', { name: '거래' })
  await side.getByRole('table').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type(String(id))
  await page.keyboard.press('Enter')
  await page.getByText(`회원 ${id}`).waitFor()
  expect(await ledger.getByRole('columnheader', { name: '회원' }).count()).toBe(0)
  await page.getByLabel('유형').selectOption('P2P_BUY')
  await page.getByText('기록이 없습니다').waitFor()
  // A day on which nothing was posted.
  await page.getByLabel('유형').selectOption('')
  await ledger.getByRole('row').nth(1).waitFor()
  await page.getByLabel('까지').fill('2026-01-02')
  await page.getByLabel('부터').fill('2026-01-01')
  await page.getByText('기록이 없습니다').waitFor()
})
