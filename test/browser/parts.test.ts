import type { Page, Request } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** How long no script was asked for once all of them have come: a part may ask for the next one. */
const settledMs = 1_000

/** Every other script of the page has loaded, so the missing one is the part under test. */
function otherScripts(page: Page, part: string) {
  const underWay = new Set<Request>()
  let changedAt = performance.now()
  page.on('request', (request) => {
    if (request.resourceType() !== 'script' || request.url().includes(part)) return
    underWay.add(request)
    changedAt = performance.now()
  })
  const end = (request: Request) => {
    if (underWay.delete(request)) changedAt = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const hasSettled = () => underWay.size === 0 && performance.now() - changedAt >= settledMs
  return () => eventually(hasSettled, Boolean)
}

/** Lets the page's own clock pass over the time-out of a part. */
const waitTwoMinutes = (page: Page) => page.clock.fastForward(121_000)

test.each([
  ['/exchangeView/1', 'round-chart'],
  ['/futureView/1', 'candle-chart'],
  ['/futureView/1', 'lines-layer'],
])(
  'the chart of %s whose %s does not come in two minutes is a ChunkLoadError: the page is loaded anew, once',
  async (path, part) => {
    const visitor = await house.visit()
    visitor.allow(/part of the page could not be loaded/, /live: |WebSocket|ERR_/)
    const { page } = visitor
    await page.clock.install()
    const asked: string[] = []
    await page.route(`**/assets/${part}-*.js`, (route) => void asked.push(route.request().url()))
    const isAsked = (times: number) =>
      eventually(
        () => asked.length,
        (count) => count >= times,
      )
    const othersHaveCome = otherScripts(page, part)
    await visitor.open(path)
    await isAsked(1)
    await page.locator('main.trade .price, main.desk').first().waitFor()
    await othersHaveCome()
    const reloaded = page.waitForEvent('domcontentloaded')
    await waitTwoMinutes(page)
    await reloaded
    expect(visitor.problems.join('\n')).toContain('ChunkLoadError: nothing came within 120000 ms')

    // A second failure is not a new version: trading continues without the picture.
    await isAsked(2)
    await page.locator('main.trade .price, main.desk').first().waitFor()
    await othersHaveCome()
    await page.evaluate('globalThis.isSamePage = true')
    await waitTwoMinutes(page)
    await eventually(
      () => visitor.problems.filter((problem) => problem.includes('ChunkLoadError')).length,
      (count) => count === 2,
    )
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
    await visitor.leave()
  },
)
