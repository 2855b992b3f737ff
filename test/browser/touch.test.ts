// Fingers are fast and not exact: what a gesture did not mean, it does not do.
import type { Bet, FuturesOrder, FuturesPosition, OverseaOrder } from '@maru/contract'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerOf } from './finger.ts'
import { dialog, eventually, type House, memberPassword, openHouse, pathOf } from './house.ts'
import { eur, trader as overseaTrader, setMid } from './overseas.ts'
import { newMember, newTrader } from './traders.ts'

const btc = { id: 1, symbol: 'BTCUSDT', start: 600_000 }

/** 23 November is a Monday: the contracts are in session. */
let house: House
beforeAll(async () => {
  house = await openHouse({ prices: { [btc.symbol]: btc.start }, env: { CLOCK_START: '2026-11-23T14:00:00+09:00' } })
  // The candle of now has a range, which the chart's scale follows.
  for (const price of [btc.start - 3_000, btc.start + 3_000]) house.server.feed.trade(btc.symbol, price)
  house.server.feed.setPrice(btc.symbol, btc.start)
  house.server.feed.setBook(btc.symbol, { bid: btc.start - 1, ask: btc.start + 1, mark: btc.start })
  house.server.feed.trade(btc.symbol, btc.start)
  setMid(house, eur, eur.start)
})
afterAll(() => house.close())

/** Opens the futures page as a new member and waits until orders can be made. */
async function futuresTrader(settings: object) {
  const visitor = await newTrader(house, 'futures', settings)
  await visitor.open(`/future/${btc.id}`)
  await visitor.page.getByText('10,000.00 USDT').waitFor()
  return visitor
}

async function setMarketOrder(page: Page) {
  await page.getByRole('tab', { name: '시장가', exact: true }).tap()
  await page.getByLabel('수량(BTC)', { exact: true }).fill('0.1')
}

const isOpen = (page: Page) => page.evaluate<number>('document.querySelectorAll("dialog[open]").length')
/** Nothing takes a finger until the gesture before is over. */
const isAtRest = (page: Page) =>
  eventually(
    () => page.evaluate<boolean>('document.documentElement.hasAttribute("data-held")'),
    (held) => !held,
  )

describe('a line of the chart', () => {
  test('that a finger moved by 8 px asks, and its question waits for an answer', async () => {
    const visitor = await futuresTrader({ confirms: false })
    const { page, ask } = visitor
    await setMarketOrder(page)
    await page
      .locator('.tk-go')
      .getByRole('button', { name: /^매수\/롱/ })
      .tap()
    await page.getByRole('article', { name: 'BTCUSDT 롱' }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    const finger = await fingerOf(page)
    for (const [by, kind] of [
      [-8, 'takeProfit'],
      [8, 'stopLoss'],
    ] as const) {
      const entry = page.locator('.tc-tag').filter({ hasText: /^롱 0\.100 [+−]/ })
      await entry.waitFor()
      await isAtRest(page)
      await finger.drag(entry, 0, by)
      await dialog(page).waitFor()
      // The click of the touch has come by now, and has closed nothing.
      await isAtRest(page)
      expect(await isOpen(page)).toBe(1)
      await dialog(page).getByRole('button', { name: '설정', exact: true }).tap()
      await eventually(
        async () => (await ask<FuturesPosition[]>('history/open_position'))[0]?.[kind],
        (price) => typeof price === 'string',
      )
    }
    await visitor.leave()
  })
})

describe('an order button touched twice', () => {
  test('opens the receipt of a perpetual once, and places one order where that is touched twice', async () => {
    const visitor = await futuresTrader({})
    const { page, ask } = visitor
    const finger = await fingerOf(page)
    await setMarketOrder(page)
    await finger.doubleTap(page.locator('.tk-go').getByRole('button', { name: /^매수\/롱/ }))
    const place = page.getByRole('dialog', { name: /매수\/롱 0\.1 BTC/ }).getByRole('button', { name: '매수/롱 주문' })
    await place.waitFor()
    await isAtRest(page)
    expect(await isOpen(page)).toBe(1)
    expect(await ask<FuturesOrder[]>('history/list')).toEqual([])

    await finger.doubleTap(place)
    await page.getByRole('article', { name: 'BTCUSDT 롱' }).waitFor()
    await isAtRest(page)
    expect(pathOf(page)).toBe(`/future/${btc.id}`)
    expect(await ask<FuturesOrder[]>('history/list')).toHaveLength(1)
    await visitor.leave()
  })

  test('opens the receipt of a contract once, and places one order where that is touched twice', async () => {
    const visitor = await overseaTrader(house, { marketType: 'MARKET', takeProfit: false, stopLoss: false })
    const { page, ask } = visitor
    const finger = await fingerOf(page)
    const buy = page.locator('.tk-go').getByRole('button', { name: /^매수/ })
    await buy.waitFor()
    await finger.doubleTap(buy)
    const place = page.getByRole('dialog').getByRole('button', { name: /주문$/ })
    await place.waitFor()
    await isAtRest(page)
    expect(await isOpen(page)).toBe(1)
    expect(await ask<OverseaOrder[]>('history/list')).toEqual([])

    await finger.doubleTap(place)
    await page.getByRole('article', { name: /매수/ }).waitFor()
    await isAtRest(page)
    expect(pathOf(page)).toBe(`/oversea/${eur.id}`)
    expect(await ask<OverseaOrder[]>('history/list')).toHaveLength(1)
    await visitor.leave()
  })

  test('of a round makes one stake', async () => {
    const { username } = await newMember(house)
    const visitor = await house.visit({ as: username })
    const { page } = visitor
    await visitor.open(`/exchange/${btc.id}`)
    const finger = await fingerOf(page)
    const buy = page.getByRole('button', { name: /▲ 매수/ })
    await buy.waitFor({ timeout: 40_000 })
    await finger.doubleTap(buy)
    await page.locator('#round-lists .bet').filter({ hasText: '접수' }).waitFor()
    await isAtRest(page)
    expect(pathOf(page)).toBe(`/exchange/${btc.id}`)
    const { accessToken } = await house.server.login(username, memberPassword)
    const { body } = await house.server.call('/api/trade/history/current_for_option?tradeOptionId=1', {
      token: accessToken,
    })
    expect(body as Bet[]).toHaveLength(1)
    await visitor.leave()
  })
})

describe('what is touched again and again', () => {
  test('the buttons of one-touch stand still when a position opens and closes', async () => {
    const visitor = await overseaTrader(house, { takeProfit: false, stopLoss: false })
    const { page } = visitor
    await page.getByRole('radio', { name: '원터치', exact: true }).tap()
    await page.getByRole('switch').tap()
    const button = (name: RegExp) => page.locator('.tk-go').getByRole('button', { name })
    await button(/^청산/).waitFor()
    await isAtRest(page)
    const before = await button(/^매수/).boundingBox()
    await button(/^매수/).tap()
    await page.getByRole('article', { name: /매수/ }).waitFor()
    await eventually(() => button(/^청산/).isEnabled(), Boolean)
    expect(await button(/^매수/).boundingBox()).toEqual(before)
    await button(/^청산/).tap()
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    expect(await button(/^매수/).boundingBox()).toEqual(before)
    await visitor.leave()
  })

  test.each(['/oversea/1', '/future/1', '/exchange/1'])('nothing moves on %s while it loads', async (path) => {
    const { username } = await newMember(house)
    const visitor = await house.visit({ as: username })
    const { page } = visitor
    // A thousandth of the screen: figures that first appear count as layout shift too.
    await page.addInitScript(`
      window.moved = []
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries())
          if (!hadRecentInput && value > 0.01) moved.push(...sources.map(({ node }) => node?.className || node?.nodeName))
      }).observe({ type: 'layout-shift', buffered: true })`)
    await visitor.open(path)
    await page.getByRole('button', { name: /매수/ }).first().waitFor({ timeout: 40_000 })
    await page.locator('.book:not([aria-busy="true"]), .round-chart canvas').first().waitFor()
    await page.evaluate('document.fonts.ready')
    await page.locator('.book-s .q:not(:empty), .sum-2 .mid').first().waitFor()
    expect(await page.evaluate('moved')).toEqual([])
    await visitor.leave()
  })
})
