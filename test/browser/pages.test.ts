import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follow } from './follow.ts'
import { arrives, eventually, type House, openHouse } from './house.ts'
import { eur, setMid } from './overseas.ts'

let house: House
beforeAll(async () => {
  // In a session: in the five minutes between two of them the overseas page sends its visitors away.
  house = await openHouse({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
  setMid(house, eur, eur.start)
  // The picker shows the last price of each.
  for (const [symbol, price] of [
    ['GBPAUD', 190_000],
    ['XAUUSD', 250_000],
    ['NAS100', 2_000_000],
    ['SPX500', 500_000],
  ] as const)
    house.server.feed.trade(symbol, price)
  house.server.feed.setBook('BTCUSDT', { bid: 99_999, ask: 100_001, mark: 100_000 })
})
afterAll(() => house.close())

const guestPages = [
  '/signin',
  '/register',
  '/exchangeView/1',
  '/more/terms',
  '/more/privacy',
  '/statistics',
  '/evidence/999999999',
]
const memberPages = [
  '/exchange/1',
  '/exchange/2',
  '/future/1',
  '/oversea/1',
  '/search/oversea',
  '/wallet/asset',
  '/wallet/history',
  '/more',
  '/more/setting',
  '/more/mypage',
  '/more/security',
  '/more/membership',
  '/more/membership/leave',
  '/more/security/totp',
  '/more/liabilities',
  '/dnw',
  '/balances/deposit',
  '/balances/withdraw',
  '/wallet/dnw_history',
  '/search/dnw',
  '/more/change_password',
  '/more/limits',
  '/more/coupon',
]

/** Waits until nothing is being loaded any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('main').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true], .skel').count()).toBe(0)
}

/** null, or what reaches beyond the right edge: a phone that is given a wider page zooms out. */
const tooWide = `document.scrollingElement.scrollWidth <= innerWidth && innerWidth === 320 ? null : [innerWidth,
  ...[...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > 321)
    .map((element) => element.tagName + '.' + element.className)]`

test.each([
  ['guest', null, guestPages],
  ['member', 'demo1', memberPages],
] as const)('no page of a %s scrolls sideways on a phone of 320 px', async (_, as, paths) => {
  const context = { reducedMotion: 'reduce', viewport: { width: 320, height: 844 } } as const
  const visitor = await house.visit({ ...(as && { as }), context })
  visitor.allow(/status of 404 .*round_evidence/)
  const { page } = visitor
  await visitor.open(as === null ? '/signin' : '/more')
  await settled(page)
  for (const path of paths) {
    expect([path, await follow(page, path)]).toEqual([path, null])
    await eventually(
      async () => [path, await page.evaluate(tooWide)],
      ([, wide]) => wide === null,
    )
  }
  await visitor.leave()
})

test("a name of rare syllables is written in the page's own font", async () => {
  const visitor = await house.visit()
  const { page } = visitor
  await page.goto('/signin')
  for (const syllable of ['가', '뷁'])
    await eventually(
      () =>
        page.evaluate<number>(
          `document.fonts.load('1rem "Pretendard Variable"', '${syllable}').then((faces) => faces.length)`,
        ),
      (faces) => faces === 1,
    )
  await visitor.leave()
})

test('the theme changes without loading the page again, and is kept', async () => {
  const visitor = await house.visit({ as: 'demo3' })
  const { page } = visitor
  await visitor.open('/more/setting')
  const theme = () => page.evaluate('document.documentElement.dataset.theme')
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await page.getByRole('radio', { name: '밝게' }).waitFor()
  expect(await theme()).toBe('dark')
  const dark = await background()
  await page.evaluate('window.sameLife = true')
  await page.getByRole('radio', { name: '밝게' }).tap()
  expect(await theme()).toBe('light')
  await expect.poll(background).not.toBe(dark)
  expect(await page.evaluate('window.sameLife')).toBe(true)
  const light = await background()
  await page.reload()
  expect(await theme()).toBe('light')
  await page.getByRole('radio', { name: '밝게', checked: true }).waitFor()
  expect(await background()).toBe(light)
  await visitor.leave()
})

describe('an English site', () => {
  test('speaks English, refusals of the server too', async () => {
    const visitor = await house.visit()
    visitor.allow(/status of 4(01|09)/)
    const { page } = visitor
    await visitor.open('/signin?site=maru-en')
    await page.getByLabel('Username', { exact: true }).fill('nobody-here')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
    await page.getByText('Wrong username or password.').waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    await visitor.leave()
  })

  test('is what guests of site 25 see', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/signin?site=maru-intl')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await visitor.leave()
  })
})

test.each([
  ['exchange', 'trade'],
  ['future', 'futures'],
  ['oversea', 'oversea'],
])('a guest of /%sView asks for the price before the code has come, and for nothing twice', async (path, product) => {
  const visitor = await house.visit()
  const { page } = visitor
  const asked: string[] = []
  const askedForPrice = Promise.withResolvers<void>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/site_info|option\/list|ticker_statistics/.test(pathname)) return
    asked.push(pathname)
    if (pathname.endsWith('ticker_statistics')) askedForPrice.resolve()
  })
  await page.route('**/assets/*.js', async (route) => {
    await askedForPrice.promise
    await route.continue()
  })
  await visitor.open(`/${path}View/1`)
  await settled(page)
  expect(asked).toEqual(['/api/site_info/code', `/api/${product}/option/list`, '/api/trade/ticker_statistics'])
  await visitor.leave()
})

describe('a part of the code that cannot be loaded', () => {
  const parts = '**/assets/setting-page-*.js'

  test('is fetched by one reload, and the page goes on', async () => {
    const visitor = await house.visit({ as: 'demo4' })
    visitor.allow(/ERR_FAILED|dynamically imported|ChunkLoadError|Error occurred|React/)
    const { page } = visitor
    await visitor.open('/more')
    await page.route(parts, (route) => route.abort(), { times: 1 })
    await page.getByRole('link', { name: '설정' }).tap()
    await page.getByRole('radio', { name: '밝게' }).waitFor()
    await arrives(page, '/more/setting')
    await visitor.leave()
  })

  test('that is missing still is told, not reloaded for ever', async () => {
    const visitor = await house.visit({ as: 'demo4' })
    visitor.allow(/ERR_FAILED|dynamically imported|ChunkLoadError|Error occurred|React/)
    const { page } = visitor
    await visitor.open('/more')
    await page.route(parts, (route) => route.abort())
    // The message stays until the page reloads itself, and after that.
    const reloaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('link', { name: '설정' }).tap()
    await reloaded
    await page.getByText('화면을 불러오지 못했습니다. 새로고침해 주세요.').waitFor()
    await page.unroute(parts)
    await page.getByRole('button', { name: '새로고침' }).tap()
    await page.getByRole('radio', { name: '밝게' }).waitFor()
    await visitor.leave()
  })
})
