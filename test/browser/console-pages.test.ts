import { afterAll, beforeAll, expect, test } from 'vitest'
import { banks } from '../../apps/server/src/money/banks.ts'
import { expectAccessible } from './axe.ts'
import { fill } from './console-records.ts'
import { desk, goInConsole, openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

// One walk over all pages of the console: what holds for each of them is proven here, and not again by the tests of what they do.

let house: House
let admin: Visitor
let names: readonly string[]
beforeAll(async () => {
  house = await openHouse()
  await fill(house)
  names = await namesOf()
  admin = await openConsole(house, 'admin', '/members')
  const { page } = admin
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
})
afterAll(() => house.close())

/** What people, banks, sites, instruments and releases are called, the longest first: that stays as it is in every language. */
async function namesOf(): Promise<readonly string[]> {
  const found = await house.server.database.run(
    `select name from member union select nick from member union select name from site union select ko_name from round_option
     union select ko_name from futures_option union select ko_name from oversea_option union select name from partner
     union select name from economic_event union select source from economic_event union select name from p2p_merchant
     union select bank from house_bank union select holder from house_bank`,
  )
  const names = [...found.map(({ name }) => String(name)), ...banks.map(({ name }) => name)]
  return names.toSorted((one, other) => other.length - one.length)
}
/** A name that is masked: 김*루. */
const masked = /[가-힣]\*+[가-힣]?/g

/** Every word of the page; what stands in Korean on purpose says so. */
const words = `(() => {
  const copy = document.body.cloneNode(true)
  for (const named of copy.querySelectorAll('script, style, [lang=ko]')) named.remove()
  const labels = [...copy.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) => [one.ariaLabel, one.placeholder, one.title])
  return [...copy.querySelectorAll('*')].flatMap((one) => [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)).concat(labels, document.title).filter(Boolean)
})()`

/** What is wider than its place: the page, and words of controls and heads that are cut. */
const wide = `(() => {
  const root = document.scrollingElement
  const page = root.scrollWidth > root.clientWidth ? ['the page is ' + root.scrollWidth + ' wide'] : []
  const cut = [...document.querySelectorAll('button, h1, h2, h3, th, dt, label > span, .rail a, .badge')].filter((one) =>
    one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
  return [...page, ...cut.map((one) => one.tagName + ' ' + one.textContent.trim().slice(0, 40) + ' is cut')]
})()`

const areas = [
  ...['overview', 'members', 'members/1001', 'approvals', 'risk', 'options', 'fx', 'deposits', 'withdrawals'],
  ...['suspense', 'disputes', 'coupons', 'treasury', 'statement', 'ledger', 'reconcile', 'providers', 'alarms'],
  ...['support', 'chats', 'content', 'economic', 'partners', 'site', 'staff', 'audit'],
]
const parts = [
  ...['site', 'wallet', 'address', 'footer', 'bank', 'provider', 'merchant', 'brand', 'mode', 'maintenance', 'list'],
]
/** Pages whose choices open another part: those of the others cut a list or a chart. */
const hasParts = ['options', 'content', 'site/footer']

/** What the page says in Korean, and what does not fit into it. */
async function faultsOf(where: string): Promise<string[]> {
  const { page } = admin
  await expect.poll(() => page.locator('[aria-busy=true], .skel').count()).toBe(0)
  const korean = (await page.evaluate<string[]>(words))
    .map((text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text).replaceAll(masked, ''))
    .filter((text) => /[가-힣]/.test(text))
  const found = [...korean]
  for (const width of page.viewportSize()?.width === 1280 ? [1280, 1024] : [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    found.push(...(await page.evaluate<string[]>(wide)))
  }
  return [...new Set(found)].map((fault) => `${where}: ${fault}`)
}

/** What axe-core finds in either theme, at the width of a desk. */
async function expectAccessibleHere(): Promise<void> {
  await admin.page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(admin.page)
}

test('the walk leaves no page out', async () => {
  const { page } = admin
  const namesIn = (list: string) =>
    page.locator(list).evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1)).toSorted())
  await page.locator('.rail-in a').first().waitFor()
  expect(await namesIn('.rail-in a')).toEqual(areas.filter((path) => !path.includes('/')).toSorted())
  await goInConsole(page, 'site')
  const list = '.site-nav a'
  await page.locator(list).first().waitFor()
  expect(await namesIn(list)).toEqual(parts.toSorted())
})

// The settings of a site open with the first of their parts.
test.each([...areas.filter((path) => path !== 'site'), ...parts.map((part) => `site/${part}`)])(
  '%s is accessible in both themes and English at both widths: no Korean, no cut words, no sideways scroll',
  async (path) => {
    const { page } = admin
    await goInConsole(page, path)
    const faults = await faultsOf(path)
    await expectAccessibleHere()
    // Its tabs, and the first row of the last one.
    const choices = page.locator('main [role=tab], main [role=radio]')
    for (let at = 1; at < (await choices.count()); at += 1) {
      await choices.nth(at).click()
      faults.push(...(await faultsOf(`${path} ${(await choices.nth(at).textContent()) ?? at}`)))
      if (hasParts.includes(path)) await expectAccessibleHere()
    }
    const row = page.locator('main tbody tr').first()
    if ((await row.count()) > 0) {
      await row.click()
      faults.push(...(await faultsOf(`${path} row`)))
      await expectAccessibleHere()
    }
    expect(faults).toEqual([])
  },
)

test('the switch turns the console back to Korean', async () => {
  const { page } = admin
  await page.getByRole('button', { name: '한국어' }).click()
  await page.getByRole('button', { name: 'English' }).waitFor()
  await admin.open('/console/audit')
  await page.getByRole('heading', { level: 1, name: '감사 기록' }).waitFor()
})

test('a failure is shown in English', async () => {
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
  await visitor.leave()
})
