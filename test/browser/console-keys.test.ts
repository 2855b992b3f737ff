import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { goByKeys, goInConsole, openConsole } from './console-visit.ts'
import { type House, openHouse, pathOf, type Visitor } from './house.ts'

let house: House
let admin: Visitor
beforeAll(async () => {
  house = await openHouse()
  admin = await openConsole(house, 'admin', '/members')
})
afterAll(() => house.close())

test('every page of the rail opens by its letter, and ? names its keys', async () => {
  const { page } = admin
  const links = page.locator('.rail-in a')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThan(15)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: '단축키' })
  await dialog.waitFor()
  const letters = await dialog
    .locator('dt')
    .evaluateAll((all) =>
      all
        .map((name) => [...name.querySelectorAll('kbd')].map((key) => key.textContent))
        .filter(([first]) => first === 'G'),
    )
  await page.keyboard.press('Escape')
  const opened = new Set<string>()
  for (const [, letter] of letters) {
    await goByKeys(page, (letter ?? '').toLowerCase())
    await page.locator('.ph h1, .rec').first().waitFor()
    // A page with parts goes on to its first one.
    opened.add(pathOf(page).split('/').slice(0, 3).join('/'))
    await page.keyboard.press('?')
    await dialog.waitFor()
    await expect.poll(() => dialog.locator('dt').count()).toBeGreaterThan(letters.length - 1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  expect([...opened].sort()).toEqual(paths.toSorted())
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

test('on every page with a table J and K go from row to row, its search is reached by /, and ? names them', async () => {
  const { page } = admin
  const paths = await page
    .locator('.rail-in a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const dialog = page.getByRole('dialog', { name: '단축키' })
  const withTable: string[] = []
  for (const path of paths) {
    await goInConsole(page, path.replace('/console/', ''))
    // A table is there from the start, before its rows are.
    const grid = page.getByRole('grid').first()
    await Promise.race([grid.waitFor({ timeout: 3_000 }), page.waitForTimeout(1_500)]).catch(() => undefined)
    if ((await grid.count()) === 0) continue
    withTable.push(path)
    await page.keyboard.press('?')
    await dialog.waitFor()
    const named = await dialog
      .locator('dt')
      .evaluateAll((all) =>
        all.map((name) => [...name.querySelectorAll('kbd')].map((key) => key.textContent).join(' ')),
      )
    expect([
      path,
      ['J', 'K', 'ENTER', '/'].filter((key) => !named.map((one) => one.toUpperCase()).includes(key)),
    ]).toEqual([path, []])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const rows = grid.locator('tbody tr:not(.blank)')
    await page.waitForTimeout(200)
    if ((await rows.count()) > 1) {
      const marked = () =>
        grid
          .locator('tbody tr:not(.blank)')
          .evaluateAll((all) => all.findIndex((row) => row.getAttribute('aria-selected') === 'true'))
      await page.keyboard.press('j')
      await expect.poll(marked).toBe(0)
      await page.keyboard.press('j')
      await expect.poll(marked).toBe(1)
      await page.keyboard.press('k')
      await expect.poll(marked).toBe(0)
    }
    // The page's own search, or that of the whole console.
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate('document.activeElement.tagName'), { message: path }).toBe('INPUT')
    // The search of the whole console stays over the next page, and would take its keys.
    await page.keyboard.press('Escape')
    await page.evaluate('document.activeElement.blur()')
  }
  const names = withTable.map((path) => path.split('/').at(-1))
  for (const name of ['members', 'approvals', 'options', 'deposits', 'withdrawals', 'suspense', 'disputes', 'coupons'])
    expect(names).toContain(name)
  for (const name of ['treasury', 'ledger', 'providers', 'support', 'staff', 'audit']) expect(names).toContain(name)
})

test('the log of staff is searched by keyboard', async () => {
  const { page } = admin
  await admin.open('/console/audit')
  // A new house has looks alone: what was done is shown at first.
  await page.getByRole('radio', { name: '모두', exact: true }).click()
  const log = page.locator('.t tbody tr:not(.blank)')
  await log.first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('999999')
  await page.keyboard.press('Enter')
  await expect.poll(() => log.count()).toBe(0)
})

test('the ledger of a day has all members, goes on to a transaction, and is cut to one member by search', async () => {
  const { page } = admin
  await admin.open('/console/ledger')
  const ledger = page.getByRole('grid', { name: '원장' })
  await ledger.getByRole('row').nth(2).waitFor()
  const members = () =>
    ledger
      .locator('tbody tr:not(.blank) td:nth-child(2)')
      .evaluateAll((all) => [...new Set(all.map((one) => one.textContent))])
  expect((await members()).length).toBeGreaterThan(1)
  await expectAccessible(page)
  await page.keyboard.press('j')
  const side = page.getByRole('complementary', { name: '거래' })
  await side.getByRole('table').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('1001')
  await page.keyboard.press('Enter')
  await page.getByText('회원 1001').waitFor()
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
