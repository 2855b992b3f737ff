import type { Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, openHouse } from './house.ts'
import { eur, setMid } from './overseas.ts'

const btc = { symbol: 'BTCUSDT', start: 600_000 }

let house: House
beforeAll(async () => {
  house = await openHouse({ prices: { [btc.symbol]: btc.start }, env: { CLOCK_START: '2026-11-18T14:00:00+09:00' } })
  house.server.feed.setBook(btc.symbol, { bid: btc.start - 1, ask: btc.start + 1, mark: btc.start })
  setMid(house, eur, eur.start)
})
afterAll(() => house.close())

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Holds what `pattern` asks for until it is let go. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(pattern, async (route: Route) => {
    await held
    await route.continue()
  })
  return letGo
}

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  })`)

/** How far the page's own content was pushed about since it was opened, as the browser counts it. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((told) => {
    new PerformanceObserver((list) => told(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => told(0), 500)
  })`)

/** Whether one of them is at least half as high as the other. */
const standsFor = (block: Box, landmark: Box): boolean => {
  const shared = Math.min(block.y + block.height, landmark.y + landmark.height) - Math.max(block.y, landmark.y)
  const beside = Math.min(block.x + block.width, landmark.x + landmark.width) - Math.max(block.x, landmark.x)
  return beside > 0 && shared >= Math.min(block.height, landmark.height) / 2
}

/** Pages, the part of the code that holds each, and what a reader looks for on it. */
const pages: readonly (readonly [path: string, part: string, landmarks: readonly string[]])[] = [
  ['/signin', 'sign-in-page', ['.brand', 'h1', 'input[name=username]', 'input[name=password]', 'button[type=submit]']],
  ['/register', 'register-page', ['input[name=username]']],
  ['/exchange/1', 'rounds-page', ['.price .v', 'figure', '.order-bar .two']],
  ['/future/1', 'futures-page', ['.ph-v', 'figure', '.tk-go']],
  [`/oversea/${eur.id}`, 'oversea-page', ['.ph-v', 'figure', '.tk-go']],
  ['/wallet/asset', 'asset-page', ['.tot .v', '.acts3 a', '.mix svg']],
  ['/more', 'more-page', ['.more-me', '.more-g a:nth-of-type(2)']],
]

describe('while a page is on its way', () => {
  test.each(pages)(
    'its outline stands where its parts will be, and nothing is pushed about: %s',
    async (path, part, landmarks) => {
      const isGuest = path === '/signin' || path === '/register'
      const visitor = await house.visit(isGuest ? {} : { as: 'demo1' })
      const { page } = visitor
      const come = await hold(page, `**/assets/${part}-*.js`)
      await visitor.open(path)
      await page.locator('main.page-skel').waitFor()
      const frame = await boxesOf(page, '.app > header, .app > nav')
      const blocks = await boxesOf(page, '.page-skel > .skel')
      come()
      await page.locator('main.page-skel').waitFor({ state: 'detached' })
      for (const selector of landmarks) {
        await page.locator(`#root ${selector}`).first().waitFor()
        const [landmark] = await boxesOf(page, `#root ${selector}`)
        expect([selector, landmark, blocks.some((block) => standsFor(block, landmark!))]).toEqual([
          selector,
          landmark,
          true,
        ])
      }
      for (const before of frame) expect(await boxesOf(page, '.app > header, .app > nav')).toContainEqual(before)
      expect(await shiftOf(page)).toBeLessThan(0.02)
      await visitor.leave()
    },
  )
})

test('the prices of the sign-in page are outlines until they come, and then stand in their places', async () => {
  const visitor = await house.visit()
  const { page } = visitor
  const come = await Promise.all(
    ['stock/last_price', 'trade/ticker_statistics', 'trade/kline_data'].map((path) => hold(page, `**/api/${path}?**`)),
  )
  const list = await hold(page, '**/api/public/trade_option/site/list**')
  await visitor.open('/signin')
  const rows = page.locator('.view .row')
  await rows.first().waitFor()
  const first = await boxesOf(page, '.view, .view .row')
  expect(first).toHaveLength(4)
  list()
  // Name, line, price and change of each instrument.
  await rows.first().getByText('비트코인').waitFor()
  expect(await rows.first().locator('.skel').count()).toBe(3)
  expect(await boxesOf(page, '.view, .view .row')).toEqual(first)
  for (const letGo of come) letGo()
  await expect.poll(() => page.locator('.view .skel').count()).toBe(0)
  await rows.first().getByText('60,000.0').waitFor()
  expect(await boxesOf(page, '.view, .view .row')).toEqual(first)
  expect(await shiftOf(page)).toBeLessThan(0.02)
  await visitor.leave()
})

test('the prices of the sign-in page stay where they are when the font comes and the footer takes a line more', async () => {
  const visitor = await house.visit()
  const { page } = visitor
  const fonts = await hold(page, '**/*.woff2')
  await visitor.open('/signin')
  await page.locator('.view .row').getByText('60,000.0').waitFor()
  const [first, footer] = [await boxesOf(page, '.view, .view .row'), await boxesOf(page, '.legal')]
  fonts()
  await expect.poll(() => boxesOf(page, '.legal')).not.toEqual(footer)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  expect(await boxesOf(page, '.view, .view .row')).toEqual(first)
  await visitor.leave()
})

test.each(['dark', 'light'])(
  'what stands on the order button while it waits can be read in the %s theme',
  async (theme) => {
    const visitor = await house.visit({
      as: 'demo1',
      stored: { 'maru:appearance': JSON.stringify({ theme, palette: 'kr' }) },
    })
    const { page } = visitor
    const come = await hold(page, '**/api/trade/game/current**')
    await visitor.open('/exchange/1')
    await page.getByText('회차를 불러오고 있습니다').waitFor()
    const contrast = await page.evaluate<number>(`(() => {
    const light = (color) => {
      const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map((part) => {
        const share = part / 255
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const { color, backgroundColor } = getComputedStyle(document.querySelector('.order-bar .wait'))
    const [low, high] = [light(color), light(backgroundColor)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  })()`)
    expect(contrast).toBeGreaterThanOrEqual(4.5)
    come()
    await visitor.leave()
  },
)

test("the outline of a page is painted before the page's own code runs, and a page that is not painted starts in time", async () => {
  const visitor = await house.visit()
  const { page } = visitor
  const outline = page.locator('.first-paint')
  const entry = () => page.waitForEvent('requestfinished', (request) => /assets\/index-[^/]*\.js$/.test(request.url()))
  // No frame comes, and no timer ends, but as the test lets them.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const arrived = entry()
  await page.goto('/signin', { waitUntil: 'load' })
  await arrived
  // Without the frame the page's own code would have drawn by now.
  await page.waitForTimeout(500)
  await outline.waitFor()
  await page.clock.runFor(20)
  await outline.waitFor({ state: 'detached' })

  // The code runs, but the outline is not on the screen yet: it stays, for a third of a second at most.
  await page.addInitScript(`globalThis.PerformanceObserver = class extends PerformanceObserver {
    observe(kinds) {
      if (kinds.type !== 'paint') super.observe(kinds)
    }
  }`)
  const arrivedUnseen = entry()
  await page.goto('/signin', { waitUntil: 'load' })
  await arrivedUnseen
  await page.clock.runFor(20)
  // By now the code would have drawn the page.
  await page.waitForTimeout(1_000)
  await outline.waitFor()
  await page.clock.runFor(300)
  await outline.waitFor({ state: 'detached' })

  await page.addInitScript('globalThis.requestAnimationFrame = () => 0')
  const arrivedAgain = entry()
  await page.goto('/signin', { waitUntil: 'load' })
  await arrivedAgain
  await page.clock.runFor(900)
  await outline.waitFor()
  await page.clock.runFor(100)
  await outline.waitFor({ state: 'detached' })
  await visitor.leave()
})
