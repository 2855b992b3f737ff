import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type House, openHouse } from './house.ts'
import { layoutFaults } from './layout.ts'
import { eur, setMid } from './overseas.ts'
import { newTrader } from './traders.ts'

const btc = { id: 1, symbol: 'BTCUSDT', start: 600_000 }

let house: House
beforeAll(async () => {
  // In the middle of a session.
  house = await openHouse({ prices: { [btc.symbol]: btc.start }, env: { CLOCK_START: '2026-11-18T14:00:00+09:00' } })
  house.server.feed.setBook(btc.symbol, { bid: btc.start - 1, ask: btc.start + 1, mark: btc.start })
  setMid(house, eur, eur.start)
})
afterAll(() => house.close())

/** The pages, and a text of each that shows once its figures are there. */
const pages: readonly (readonly [path: string, shown: string])[] = [
  ['/signin', '로그인'],
  ['/exchange/1', '주문가능'],
  [`/future/${btc.id}`, '10,000.00 USDT'],
  [`/oversea/${eur.id}`, '주문가능'],
  ['/wallet/asset', '10,000,000원'],
  ['/wallet/history', '회차'],
  ['/more', '이용 한도'],
  ['/more/setting', '테마'],
  ['/more/limits', '손실'],
]

/** Text of twice the usual size, as the reader sets it in the browser. */
async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

/** Opens a page and waits for its figures. */
async function open(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(path)
  await page.locator('#root').getByText(shown).first().waitFor()
}

/** Figures and fonts come one after the other. */
const expectNoFault = (page: Page, where: string) =>
  eventually(
    () => layoutFaults(page),
    (faults) => faults.length === 0,
  ).catch((error: Error) => expect.fail(`${where}: ${error.message}`))

test('text of 200 % is not cut, lies over no other and needs no scrolling sideways', async () => {
  const guest = await house.visit()
  const member = await newTrader(house, 'futures')
  for (const { page } of [guest, member]) await doubleText(page)
  for (const [path, shown] of pages) {
    const { page } = path === '/signin' ? guest : member
    await open(page, path, shown)
    expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('32px')
    await expectNoFault(page, path)
  }
  await guest.leave()
  await member.leave()
})

test('at 130 % zoom and on phones of 320 and 360 px no page scrolls sideways or lays text over text', async () => {
  const { page, leave } = await newTrader(house, 'futures')
  for (const [path, shown] of pages.slice(1)) {
    for (const width of [300, 320, 360]) {
      await page.setViewportSize({ width, height: 649 })
      // Opened on the narrowest, and then made wider.
      if (width === 300) await open(page, path, shown)
      await expectNoFault(page, `${path} at ${width} px`)
    }
  }
  await leave()
})

test('the wallet shows its shortcuts in two rows of four at 360 px, none cut', async () => {
  const { page, leave } = await newTrader(house, 'futures')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/wallet/asset')
  const links = page.locator('.acts3 a')
  await links.first().waitFor()
  const boxes = await links.evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect().top, one.scrollWidth <= one.clientWidth]),
  )
  expect(boxes).toHaveLength(8)
  expect(new Set(boxes.map(([top]) => top)).size).toBe(2)
  expect(boxes.every(([, fits]) => fits)).toBe(true)
  await leave()
})
