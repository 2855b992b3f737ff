// Wherever a member is on a trade page, and whatever its ticket shows, both sides can be taken at once.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { eventually, type House } from './house.ts'
import { btc, eur, openBothBooks, trader as overseaTrader } from './overseas.ts'
import { newMember, newTrader } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await openBothBooks()
})
afterAll(() => house.close())

async function futuresTrader(settings: object = {}) {
  const visitor = await newTrader(house, 'futures', settings)
  await visitor.open(`/future/${btc.id}`)
  await visitor.page.getByText('10,000.00 USDT').waitFor()
  return visitor
}

const bar = (page: Page) => page.locator('.order-bar')
const sides = (page: Page) => bar(page).getByRole('button', { name: /매수|매도/ })

/** Whether all of both buttons can be touched: nothing lies over their edges, and nothing cuts them. */
const canBeTouched = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const buttons = [...document.querySelectorAll('.order-bar button')].filter((one) => /매수|매도/.test(one.textContent))
    return buttons.length === 2 && buttons.every((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const points = [[x, top + 2], [x, bottom - 2], [left + 3, y], [right - 3, y]]
      return points.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
    })
  })()`)

/** At the top of the page, in its middle and at its end. */
async function areAlwaysThere(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  for (const part of [0, 0.5, 1]) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${part})`)
    await eventually(() => canBeTouched(page), Boolean)
  }
  await page.evaluate('scrollTo(0, 0)')
}

const sizes = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]

describe('the order buttons', () => {
  test('of a perpetual are there with every kind of ticket on every phone, and name amount and price', async () => {
    const visitor = await futuresTrader()
    const { page } = visitor
    await page.getByText('TP/SL', { exact: true }).first().tap()
    for (const type of ['지정가', '시장가', '예약지정가', 'MIT']) {
      await page.setViewportSize(sizes[0]!)
      await page.getByRole('tab', { name: type, exact: true }).tap()
      await page.getByLabel('수량(BTC)', { exact: true }).fill('0.1')
      for (const size of sizes) await areAlwaysThere(page, size)
    }
    await page.setViewportSize({ width: 320, height: 568 })
    await page.getByLabel('감시가(USDT)', { exact: true }).fill('60500')
    const buy = bar(page).getByRole('button', { name: /^매수\/롱/ })
    await buy.filter({ hasText: '0.1 BTC · 60,500.0' }).waitFor()
    await page.getByRole('tab', { name: '시장가', exact: true }).tap()
    await buy.filter({ hasText: '0.1 BTC · 약 60,000.1' }).waitFor()
    expect(await violations(page)).toEqual([])
    await visitor.leave()
  })

  test('of a contract are there, one-touch included', async () => {
    const visitor = await overseaTrader(house, { takeProfit: true, stopLoss: true })
    const { page } = visitor
    await sides(page).first().waitFor()
    for (const size of sizes) await areAlwaysThere(page, size)
    await page.setViewportSize({ width: 320, height: 568 })
    await bar(page).getByRole('button', { name: '매수 1계약 · 1.10000' }).waitFor()
    await page.getByRole('radio', { name: '원터치', exact: true }).tap()
    await page.getByRole('switch').tap()
    await bar(page).getByRole('button', { name: '매수 1계약 1.10010' }).waitFor()
    for (const size of sizes) await areAlwaysThere(page, size)
    await visitor.leave()
  })

  test('of a round are there with the stake, which stands above them on the smallest phone', async () => {
    const { username } = await newMember(house)
    const visitor = await house.visit({ as: username, context: { viewport: { width: 320, height: 568 } } })
    const { page } = visitor
    await visitor.open(`/exchange/${btc.id}`)
    await bar(page).getByRole('button', { name: '▲ 매수 50,000원' }).waitFor({ timeout: 40_000 })
    const stake = (await page.locator('.stake .step').boundingBox())!
    const dock = (await bar(page).boundingBox())!
    expect(stake.y + stake.height).toBeLessThanOrEqual(dock.y)
    await visitor.leave()
  })

  test('stand at the foot of the chart that a phone on its side shows', async () => {
    const visitor = await futuresTrader()
    const { page } = visitor
    for (const path of [`/future/${btc.id}`, `/oversea/${eur.id}`, `/exchange/${btc.id}`]) {
      await page.setViewportSize({ width: 390, height: 844 })
      await visitor.open(path)
      await sides(page).first().waitFor({ timeout: 40_000 })
      await page.setViewportSize({ width: 844, height: 390 })
      const chart = page.locator('.tc.is-full figure')
      await chart.waitFor()
      await eventually(() => canBeTouched(page), Boolean, 40_000)
      const picture = (await chart.boundingBox())!
      const foot = (await bar(page).boundingBox())!
      expect(picture.width).toBe(844)
      expect(picture.height).toBeGreaterThan(150)
      expect(picture.y + picture.height).toBeLessThanOrEqual(foot.y)
      await page.setViewportSize({ width: 390, height: 844 })
      await chart.waitFor({ state: 'detached' })
    }
    await visitor.leave()
  })

  test('that are docked tell what is wrong with an order whose ticket is out of sight', async () => {
    const visitor = await futuresTrader({ confirms: false })
    const { page } = visitor
    await page.setViewportSize({ width: 844, height: 390 })
    await bar(page)
      .getByRole('button', { name: /^매수\/롱/ })
      .tap()
    await page.locator('.toast.is-error').waitFor()
    await visitor.leave()
  })

  test.each([
    { width: 390, height: 844 },
    { width: 820, height: 700 },
    { width: 1280, height: 640 },
  ])('lie under no notification at $width × $height', async (viewport) => {
    const visitor = await futuresTrader({ confirms: false, marketType: 'LIMIT' })
    const { page } = visitor
    await page.setViewportSize(viewport)
    await page.getByLabel('가격(USDT)', { exact: true }).fill('59900')
    for (let order = 1; order <= 2; order++) {
      await page.getByLabel('수량(BTC)', { exact: true }).fill('0.01')
      await bar(page)
        .getByRole('button', { name: /^매수\/롱/ })
        .tap()
      await page.locator('.toast').first().waitFor()
      const shown = await Promise.all((await page.locator('.toast').all()).map((toast) => toast.boundingBox()))
      const buttons = (await bar(page).boundingBox())!
      for (const box of shown)
        if (box) expect(box.y + box.height <= buttons.y || box.y >= buttons.y + buttons.height).toBe(true)
      await bar(page)
        .getByRole('button', { name: /^매수\/롱/ })
        .waitFor()
    }
    await visitor.leave()
  })
})

test.each([`/future/1`, `/oversea/1`])('the lists of %s begin on the first screen of a usual phone', async (path) => {
  const { username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open(path)
  await sides(page).first().waitFor()
  const tabs = (await page.getByRole('tab', { name: /^포지션/ }).boundingBox())!
  const footer = (await page.locator('.ftr').boundingBox())!
  expect(tabs.y + tabs.height).toBeLessThanOrEqual(footer.y)
  expect(await page.locator('.order-bar.is-docked').count()).toBe(0)
  await visitor.leave()
})

test('the last price stands in the header while the page’s own is out of sight', async () => {
  const visitor = await futuresTrader()
  const { page } = visitor
  const price = page.locator('.hdr .hdr-f')
  expect(await price.count()).toBe(0)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await price.getByText('60,000.0').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await price.waitFor({ state: 'detached' })
  await visitor.leave()
})
