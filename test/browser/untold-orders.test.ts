// What tells of an order is its news on the live channel; where they do not come, its reply does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { House, Visitor } from './house.ts'
import { btc, openBothBooks, trader as overseaTrader } from './overseas.ts'
import { newTrader } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await openBothBooks()
})
afterAll(() => house.close())

/** The channel of the page loses what it says of orders. `listens` is true once the page hears of its orders in `queue`. */
async function loseNews({ page }: Visitor, queue: '/user/queue/futures' | '/user/queue/oversea') {
  let lost = 0
  let listens = false
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const text = String(message)
      if (text.includes(`destination:${queue}\n`) && text.includes('"SNAPSHOT"')) listens = true
      if (text.includes('"ORDER_')) lost += 1
      else socket.send(message)
    })
  })
  return { lost: () => lost, listens: () => listens }
}

test('a limit order of a perpetual whose news are lost is told from its reply, once, and stands in its list', async () => {
  const visitor = await newTrader(house, 'futures', { confirms: false, marketType: 'LIMIT' })
  const { page } = visitor
  const news = await loseNews(visitor, '/user/queue/futures')
  await visitor.open(`/future/${btc.id}`)
  await expect.poll(news.listens).toBe(true)
  await page.getByText('10,000.00 USDT').waitFor()
  await page.getByLabel('가격(USDT)', { exact: true }).fill('59900')
  await page.getByLabel('수량(BTC)', { exact: true }).fill('0.01')
  await page
    .locator('.order-bar')
    .getByRole('button', { name: /^매수\/롱/ })
    .tap()
  await page.locator('.toast').getByText('주문 완료').waitFor()
  await expect.poll(news.lost).toBeGreaterThan(0)
  expect(await page.locator('.toast').count()).toBe(1)
  expect(await page.locator('.toast').textContent()).toContain('매수/롱 0.010 BTC · 59,900.0')
  await page.getByRole('tab', { name: /^미체결.*1/ }).waitFor()
  await visitor.leave()
})

test('an order of a contract whose news are lost is told from its reply', async () => {
  const visitor = await overseaTrader(house, { confirms: false })
  const { page } = visitor
  const news = await loseNews(visitor, '/user/queue/oversea')
  await page.reload()
  await expect.poll(news.listens).toBe(true)
  await page.locator('.order-bar').getByRole('button', { name: /^매수/ }).tap()
  await page.locator('.toast').getByText('주문 완료').waitFor()
  await expect.poll(news.lost).toBeGreaterThan(0)
  await visitor.leave()
})
