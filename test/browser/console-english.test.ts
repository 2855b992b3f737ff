import { afterAll, beforeAll, expect, test } from 'vitest'
import { banks } from '../../apps/server/src/money/banks.ts'
import { configureMoney, enrolled, staff } from '../../apps/server/test/money-house.ts'
import { desk, goInConsole, openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let admin: Visitor
let names: readonly string[]
beforeAll(async () => {
  house = await openHouse()
  await fill()
  names = await namesOf()
  admin = await openConsole(house, 'admin', '/members')
  const { page } = admin
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
})
afterAll(() => house.close())

/** Something of each kind for the lists to show. */
async function fill(): Promise<void> {
  const { server } = house
  await configureMoney(server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, fourEyesFrom: '1000' })
  const member = await enrolled(server, 'demo1')
  for (const body of [
    { type: 'D', point: '300000' },
    { type: 'W', point: '50000', otp: member.otp() },
  ])
    expect((await member.post('/api/dnw/apply', body)).status).toBe(200)
  const inquiry = { playerId: 1001, kind: 'MONEY', question: 'When does my deposit arrive?' }
  expect((await member.post('/api/contact/create', inquiry)).status).toBe(200)
  const cs = await staff(server, 'cs')
  const notice = { reason: 'test', category: 'MAINTENANCE', title: 'Maintenance', content: '<p>At night</p>' }
  expect((await cs.post('/api/console/notice', { ...notice, isPinned: true, isForced: false })).status).toBe(200)
  const operator = await staff(server, 'operator')
  const { rows } = (await operator.get('/api/console/option?scope=money')).body
  const items = [{ scope: 'money', optionId: null, changes: { withdrawMin: '20000' }, version: rows[0].version }]
  expect((await operator.post('/api/console/option', { items, reason: 'test' })).status).toBe(202)
}

/** What people, banks, sites, instruments and releases are called, the longest first: that stays as it is in every language. */
async function namesOf(): Promise<readonly string[]> {
  const found = await house.server.database.run(
    `select name from member union select nick from member union select name from site union select ko_name from round_option
     union select ko_name from futures_option union select ko_name from oversea_option
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
  ...['overview', 'members', 'members/1001', 'approvals', 'risk', 'options', 'deposits', 'withdrawals', 'suspense'],
  ...[
    'disputes',
    'coupons',
    'treasury',
    'statement',
    'ledger',
    'reconcile',
    'providers',
    'support',
    'chats',
    'content',
  ],
  ...['economic', 'site', 'staff', 'audit'],
]
const parts = ['site', 'wallet', 'address', 'bank', 'provider', 'merchant', 'brand', 'mode', 'maintenance', 'list']

/** What is wrong on the page as it stands now. */
async function faultsOf(where: string): Promise<string[]> {
  const { page } = admin
  await expect.poll(() => page.locator('[aria-busy=true], .skel').count()).toBe(0)
  const korean = (await page.evaluate<string[]>(words))
    .map((text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text).replaceAll(masked, ''))
    .filter((text) => /[가-힣]/.test(text))
  return [...new Set([...korean, ...(await page.evaluate<string[]>(wide))])].map((fault) => `${where}: ${fault}`)
}

/** A page, and each of its tabs. */
async function faultsAt(path: string): Promise<string[]> {
  const { page } = admin
  await goInConsole(page, path)
  const faults = await faultsOf(path)
  const choices = page.locator('main [role=tab], main [role=radio]')
  for (let at = 1; at < (await choices.count()); at += 1) {
    await choices.nth(at).click()
    faults.push(...(await faultsOf(`${path} ${(await choices.nth(at).textContent()) ?? at}`)))
  }
  const row = page.locator('main tbody tr').first()
  if ((await row.count()) > 0) {
    await row.click()
    faults.push(...(await faultsOf(`${path} row`)))
  }
  return faults
}

const pages = [...areas, ...parts.map((part) => `site/${part}`)]
test.each([
  { look: 'Light', width: 1280, height: 800 },
  { look: 'Dark', width: 1024, height: 768 },
])(
  'every page is English at a width of $width ($look): no Korean, no cut words, no sideways scroll',
  async (screen) => {
    const { page } = admin
    await page.setViewportSize(screen)
    const theme = page.getByRole('button', { name: `${screen.look} theme` })
    if ((await theme.count()) > 0) await theme.click()
    const faults: string[] = []
    for (const path of pages) faults.push(...(await faultsAt(path)))
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
