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

/** Notes what pushes the page's own content about, as the browser counts it. */
const noteShifts = `
  globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true })`

/** All that was noted until the frame after this one. */
const shiftsOf = (page: Page): Promise<number[]> =>
  page.evaluate(`new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts))))
  })`)

/** Gives the page's code two hundred turns: far more than it needs to draw its first page. */
const giveTurns = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let turns = 0
    port1.onmessage = () => (++turns < 200 ? port2.postMessage(null) : resolve())
    port2.postMessage(null)
  })`)

/** Whether one of them is at least half as high as the other. */
const standsFor = (block: Box, landmark: Box): boolean => {
  const shared = Math.min(block.y + block.height, landmark.y + landmark.height) - Math.max(block.y, landmark.y)
  const beside = Math.min(block.x + block.width, landmark.x + landmark.width) - Math.max(block.x, landmark.x)
  return beside > 0 && shared >= Math.min(block.height, landmark.height) / 2
}

/** Shown once the figures of a trade page have come. */
const book = '.book:not([aria-busy="true"]) .book-s .q:not(:empty)'

/** Pages, the part of the code that holds each, what a reader looks for on it, and what comes last. */
const pages: readonly (readonly [path: string, part: string, landmarks: readonly string[], last: string | null])[] = [
  [
    '/signin',
    'sign-in-page',
    ['.brand', 'h1', 'input[name=username]', 'input[name=password]', 'button[type=submit]'],
    null,
  ],
  ['/register', 'register-page', ['input[name=username]'], null],
  ['/exchange/1', 'rounds-page', ['.price .v', 'figure', '.order-bar .two'], '.round-chart canvas'],
  ['/future/1', 'futures-page', ['.ph-v', 'figure', '.tk-go'], book],
  [`/oversea/${eur.id}`, 'oversea-page', ['.ph-v', 'figure', '.tk-go'], book],
  ['/wallet/asset', 'asset-page', ['.tot .v', '.acts3 a', '.mix svg'], null],
  ['/more', 'more-page', ['.more-me', '.more-g a:nth-of-type(2)'], null],
]

describe('while a page is on its way', () => {
  test.each(pages)(
    'its outline stands where its parts will be, and nothing is pushed about: %s',
    async (path, part, landmarks, last) => {
      const isGuest = path === '/signin' || path === '/register'
      const visitor = await house.visit(isGuest ? {} : { as: 'demo1' })
      const { page } = visitor
      await page.addInitScript(noteShifts)
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
      if (last !== null) await page.locator(last).first().waitFor()
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      const shifts = await shiftsOf(page)
      // On a page of prices, no single one of a hundredth of the screen: figures that first appear count as layout shift too.
      if (last !== null) expect(shifts.filter((value) => value > 0.01)).toEqual([])
      expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
      await visitor.leave()
    },
  )
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
  await giveTurns(page)
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
  await giveTurns(page)
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
