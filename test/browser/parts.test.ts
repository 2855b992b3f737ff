import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type House, sharedHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await sharedHouse()
})
afterAll(() => house.close())

/** Script of a page whose parts have no time-out of their own: the test lets one pass. */
const keepTimeouts = `{
  const [set, clear] = [setTimeout, clearTimeout]
  const kept = (globalThis.timeouts = new Map())
  let last = 0
  globalThis.setTimeout = (act, ms, ...given) => {
    if (ms !== 120_000) return set(act, ms, ...given)
    // Counted, for one that was cleared must not give its number to another: then two parts would share a time-out.
    kept.set(--last, act)
    return last
  }
  globalThis.clearTimeout = (id) => kept.delete(id) || clear(id)
}`

/** Lets two minutes pass for the part that does not come, once every other one has. */
async function timeOut(page: Page): Promise<void> {
  await page.locator('main.trade .price, main.desk').first().waitFor()
  await eventually(
    () => page.evaluate<number>('timeouts.size'),
    (waiting) => waiting === 1,
  )
  await page.evaluate('[...timeouts.values()][0]()')
}

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
    await page.addInitScript(keepTimeouts)
    let requests = 0
    await page.route(`**/assets/${part}-*.js`, () => {
      requests += 1
    })
    const failures = () => visitor.problems.filter((problem) => problem.includes('ChunkLoadError: nothing came within'))
    const isRequested = (times: number) =>
      eventually(
        () => requests,
        (count) => count === times,
      )
    await visitor.open(path)
    await isRequested(1)
    const reloaded = page.waitForEvent('domcontentloaded')
    await timeOut(page)
    await reloaded
    expect(failures()).toHaveLength(1)

    // A second failure is not a new version: trading continues without the picture.
    await isRequested(2)
    await page.evaluate('globalThis.isSamePage = true')
    await timeOut(page)
    await eventually(failures, ({ length }) => length === 2)
    // A page that is to be loaded anew asks first whether the server answers.
    await page.evaluate(`fetch('/api/server_time_offset').then(({ ok }) => ok)`)
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
    await visitor.leave()
  },
)
