import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noAnswer } from '../../../../test/fake-server.ts'
import { doubleTap } from '../../../../test/finger.ts'
import { orderOfBody, positionOf } from '../../../../test/futures-rows.ts'
import { openFutures, quiet } from '../../../../test/open-futures.ts'

const buy = () => page.getByRole('button', { name: /^매수\/롱/ })
const qty = () => page.getByLabelText('수량(BTC)', { exact: true })
const price = () => page.getByLabelText('가격(USDT)', { exact: true })
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text }).first()

/** Types a limit order of 0.05 at 59,900. */
async function typeLimit() {
  await page.getByRole('tab', { name: '지정가', exact: true }).click()
  await price().fill('59900')
  await qty().fill('0.05')
}

test('what the core would refuse is refused beside its field, and nothing is sent', async () => {
  const { server } = await openFutures()
  await page.getByRole('tab', { name: '지정가', exact: true }).click()
  await price().fill('59900')
  await buy().click()
  await expect.element(alertOf('수량을 입력해 주세요.')).toBeVisible()
  await qty().fill('100')
  await expect.element(alertOf('주문가능 금액이 부족합니다.')).toBeVisible()
  await qty().fill('0.1')
  await price().fill('40000')
  await buy().click()
  await expect.element(alertOf('시장평균가의 ±10% 안에서 입력해 주세요.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.requests('POST /api/futures/order')).toEqual([])
})

test('a fault stands right below its field, above the docked buttons', async () => {
  await openFutures()
  for (const height of [844, 740]) {
    await page.viewport(390, height)
    await page.getByRole('tab', { name: '지정가', exact: true }).click()
    await price().fill('59900')
    await qty().fill('')
    await buy().click()
    await expect.element(alertOf('수량을 입력해 주세요.')).toBeVisible()
    const box = (element: Element) => element.getBoundingClientRect()
    const [field, said] = [box(qty().element()), box(alertOf('수량을 입력해 주세요.').element())]
    expect(said.top - field.bottom).toBeLessThan(16)
    expect(said.bottom).toBeLessThanOrEqual(box(document.querySelector('.order-bar')!).top)
  }
})

test('a side shows its own liquidation price, and none where it only reduces the other', async () => {
  const row = () => page.getByRole('row').filter({ hasText: '청산가' }).first()
  const shown = () =>
    [...row().element().querySelectorAll('td')].map(({ textContent }) => Number(textContent?.replaceAll(',', '')))
  const { futures } = await openFutures()
  await typeLimit()
  await expect.poll(() => shown().every((price) => price > 0)).toBe(true)
  const [long, short] = shown()
  expect(long).toBeLessThan(59_900)
  expect(short).toBeGreaterThan(59_900)
  futures.setPosition(positionOf())
  await expect.poll(() => shown()).toEqual([expect.any(Number), Number.NaN])
})

test('a market order shows its price and slippage', async () => {
  await openFutures()
  await page.getByRole('tab', { name: '시장가', exact: true }).click()
  await qty().fill('0.1')
  await expect.element(page.getByText('예상 슬리피지 0.000% · 허용 0.5%')).toBeVisible()
})

test('a double tap places one order', async () => {
  const { server, toasts } = await openFutures({ settings: quiet })
  await typeLimit()
  await doubleTap(buy())
  await expect.poll(() => toasts.join()).toContain('주문 완료')
  // The lane has rested: another tap would be taken now.
  await expect.element(page.getByText('주문을 접수했습니다').first()).not.toBeInTheDocument()
  await expect.element(buy()).toBeEnabled()
  expect(server.requests('POST /api/futures/order')).toMatchObject([
    { body: { futuresOptionId: 1, side: 'LONG', marketType: 'LIMIT', qty: '0.05', price: '59900' } },
  ])
})

test('an order without an answer is checked by its key and not sent again', async () => {
  const outcome = Promise.withResolvers<void>()
  const { server, futures } = await openFutures({ settings: quiet })
  server.reply('POST /api/futures/order', ({ body }) => {
    futures.accept(orderOfBody(body))
    throw noAnswer
  })
  server.reply('GET /api/command/:key', async () => {
    await outcome.promise
    return { status: 200, body: futures.orders[0] }
  })
  await typeLimit()
  await buy().click()
  await expect.element(page.getByRole('button', { name: '확인 중입니다' })).toBeVisible()
  outcome.resolve()
  await expect.element(buy()).toBeVisible()
  await expect.element(qty()).toHaveValue('')
  const [order, ...others] = server.requests('POST /api/futures/order')
  expect(others).toEqual([])
  expect(order!.key).not.toBeNull()
  expect(server.requests('GET /api/command/:key').map(({ params }) => params.key)).toEqual([order!.key])
})

test('an order that the channel does not report is reported from its reply, once, and stands in its list', async () => {
  const { server, futures, toasts } = await openFutures({ settings: quiet })
  server.reply('POST /api/futures/order', ({ body }) => {
    const order = orderOfBody(body)
    futures.orders = [order]
    return order
  })
  await typeLimit()
  await buy().click()
  await expect.element(page.getByRole('tab', { name: /^미체결.*1/ })).toBeVisible()
  await expect.poll(() => toasts).toEqual([expect.stringContaining('매수/롱 0.050 BTC · 59,900.0')])
  expect(toasts[0]).toContain('주문 완료')
})
