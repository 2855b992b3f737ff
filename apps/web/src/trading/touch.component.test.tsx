// Fingers are fast and not exact: what a gesture did not mean, it does not do.
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../test/css.ts'
import { doubleTap, drag, tapAndTouch } from '../../test/finger.ts'
import { positionOf as futuresPositionOf, orderOfBody } from '../../test/futures-rows.ts'
import { openFutures } from '../../test/open-futures.ts'
import { arm, go, openOversea } from '../../test/open-oversea.ts'
import { closed, positionOf } from '../../test/oversea-rows.ts'

const openDialogs = () => document.querySelectorAll('dialog[open]').length
/** No element takes a finger until the gesture before is over. */
const expectAtRest = () => expect.poll(() => document.documentElement.hasAttribute('data-held')).toBe(false)

test('a line of the chart that a finger moved by 8 px asks, and its question waits for an answer', async () => {
  const call = 'POST /api/futures/order/tpsl'
  const position = futuresPositionOf()
  const { server } = await openFutures({
    settings: { confirms: false },
    positions: [position],
  })
  server.reply(call, () => ({ position, entries: [] }))
  const entry = page.getByRole('slider', { name: /롱 0\.100/ })
  const set = page.getByRole('dialog', { name: '알림', exact: true }).getByRole('button', { name: '설정', exact: true })
  for (const [place, by] of [-8, 8].entries()) {
    await expect.element(entry).toBeVisible()
    await expectAtRest()
    await drag(entry, 0, by)
    await expect.element(set).toBeVisible()
    // The click of the touch has come by now, and has closed nothing.
    await expectAtRest()
    expect(openDialogs()).toBe(1)
    await set.click()
    await expect.poll(() => server.requests(call)).toHaveLength(place + 1)
  }
  expect(server.requests(call).map(({ body }) => body)).toEqual([
    expect.objectContaining({ takeProfit: expect.anything() }),
    expect.objectContaining({ stopLoss: expect.anything() }),
  ])
})

describe('an order button touched twice', () => {
  test('opens the receipt of a perpetual once, and places one order where that is touched twice', async () => {
    const { server } = await openFutures()
    const call = 'POST /api/futures/order'
    await page.getByRole('tab', { name: '시장가', exact: true }).click()
    await page.getByLabelText('수량(BTC)', { exact: true }).fill('0.1')
    await doubleTap(page.css('.tk-go').getByRole('button', { name: /^매수\/롱/ }))
    const receipt = page.getByRole('dialog', { name: /매수\/롱 0\.1 BTC/ })
    const place = receipt.getByRole('button', { name: '매수/롱 주문' })
    await expect.element(place).toBeVisible()
    await expectAtRest()
    expect(openDialogs()).toBe(1)
    expect(server.requests(call)).toEqual([])

    await doubleTap(place)
    await expect.element(receipt).not.toBeInTheDocument()
    await expectAtRest()
    expect(location.pathname).toBe('/future/1')
    expect(server.requests(call)).toHaveLength(1)
  })

  test('opens the receipt of a contract once, and places one order where that is touched twice', async () => {
    const settings = { marketType: 'MARKET', takeProfit: false, stopLoss: false } as const
    const { server } = await openOversea({ settings })
    const call = 'POST /api/oversea/order'
    await expect.element(go('매수')).toBeEnabled()
    await doubleTap(go('매수'))
    const place = page.getByRole('dialog').getByRole('button', { name: /주문$/ })
    await expect.element(place).toBeVisible()
    await expectAtRest()
    expect(openDialogs()).toBe(1)
    expect(server.requests(call)).toEqual([])

    await doubleTap(place)
    await expect.element(place).not.toBeInTheDocument()
    await expectAtRest()
    expect(location.pathname).toBe('/oversea/1')
    expect(server.requests(call)).toHaveLength(1)
  })
})

test('a finger that is lifted after its button has gone holds nothing', async () => {
  const { server, futures } = await openFutures()
  const answer = Promise.withResolvers<void>()
  server.reply('POST /api/futures/order', async ({ body }) => {
    await answer.promise
    return futures.accept(orderOfBody(body))
  })
  await page.getByRole('tab', { name: '시장가', exact: true }).click()
  await page.getByLabelText('수량(BTC)', { exact: true }).fill('0.1')
  await page
    .css('.tk-go')
    .getByRole('button', { name: /^매수\/롱/ })
    .click()
  const place = page.getByRole('dialog').getByRole('button', { name: '매수/롱 주문' })
  await expect.element(place).toBeVisible()
  await expectAtRest()
  const lift = await tapAndTouch(place)
  answer.resolve()
  await expect.element(place).not.toBeInTheDocument()
  await lift()
  await expectAtRest()
})

test('the buttons of one-touch stand still when a position opens and closes', async () => {
  const { server, oversea } = await openOversea({ settings: { takeProfit: false, stopLoss: false } })
  const orders = () => server.requests('POST /api/oversea/order')
  await arm()
  await expect.element(go('청산')).toBeDisabled()
  await expectAtRest()
  const before = go('매수').element().getBoundingClientRect()
  const position = positionOf()
  await go('매수').click()
  await expect.poll(orders).toHaveLength(1)
  oversea.fill(position)
  await expect.element(go('청산')).toBeEnabled()
  expect(go('매수').element().getBoundingClientRect()).toEqual(before)
  await go('청산').click()
  await expect.poll(orders).toHaveLength(2)
  oversea.fill(closed(position))
  await expect.element(go('청산')).toBeDisabled()
  expect(go('매수').element().getBoundingClientRect()).toEqual(before)
})
