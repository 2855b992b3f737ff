import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import type { FakeFutures } from '../../../../test/fake-futures.ts'
import { orderOf, positionOf } from '../../../../test/futures-rows.ts'
import { openFutures } from '../../../../test/open-futures.ts'

const card = () => page.getByRole('article', { name: 'BTCUSDT 롱' })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

/** Ends a position as a close at 60,099.9 does. */
function close(futures: FakeFutures) {
  const [position] = futures.positions
  const realizedPnl = '9.98'
  const closed = {
    status: 'CLOSED',
    qty: '0.000',
    realizedPnl,
    fee: '4.804',
    closePrice: '60099.9',
    roe: '1.66',
  } as const
  futures.fill(futures.orders[0]!, '60099.9', { ...position!, ...closed, closedAt: Date.now() })
}

test('a close says what it would bring, and reports the net result when it filled', async () => {
  const { server, futures, toasts } = await openFutures({
    positions: [positionOf()],
  })
  futures.setMark(60_100)
  await card().getByRole('button', { name: '시장가 청산' }).click()
  const sheet = dialog('BTCUSDT 롱 청산')
  // Sold at the bid: 60,099.9.
  await expect.element(sheet.getByText('+9.98 USDT')).toBeVisible()
  // The same net result as the toast below.
  await expect.element(sheet.getByText('+5.18 USDT')).toBeVisible()
  await sheet.getByRole('button', { name: '롱 청산 주문' }).click()
  await expect.poll(() => futures.orders).toHaveLength(1)
  close(futures)
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
  await expect
    .poll(() => toasts.join())
    .toContain('BTCUSDT · 매도/숏 0.100 BTC · 60,099.9 · 순손익 +5.18 USDT · ROE +0.86%')
  expect(server.requests('POST /api/futures/order').map(({ body }) => body)).toEqual([
    { futuresOptionId: 1, side: 'SHORT', marketType: 'MARKET', qty: '0.100', isReduceOnly: true },
  ])
})

test('cancelling all asks once, with the orders at stake', async () => {
  const orders = [orderOf({ price: '58000.0' }), orderOf({ price: '59000.0' })]
  const { server, futures } = await openFutures({ orders })
  server.reply('POST /api/futures/order/cancel_all', () => {
    for (const { id } of orders) futures.cancel(id)
    return { count: 2, ids: orders.map(({ id }) => id) }
  })
  await page.getByRole('tab', { name: /미체결 2/ }).click()
  await page.getByRole('button', { name: '전체취소' }).click()
  const sheet = dialog('전체취소')
  await expect.element(sheet.getByText('58,000.0')).toBeVisible()
  await expect.element(sheet.getByText('59,000.0')).toBeVisible()
  await expectAccessible()
  await sheet.getByRole('button', { name: '모두 취소' }).click()
  await expect.element(page.getByText('미체결 주문이 없습니다')).toBeVisible()
  expect(server.requests('POST /api/futures/order/cancel_all').map(({ body }) => body)).toEqual([{}])
})

test('closing all asks once, with the result at stake', async () => {
  const { server, futures } = await openFutures({ positions: [positionOf()] })
  futures.setMark(60_100)
  await page.getByRole('button', { name: '전체청산' }).click()
  const sheet = dialog('전체청산')
  await expect.element(sheet.getByText('+9.99 USDT')).toBeVisible()
  await expectAccessible()
  await sheet.getByRole('button', { name: '모두 청산' }).click()
  await expect.poll(() => futures.orders).toHaveLength(1)
  close(futures)
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
  expect(server.requests('POST /api/futures/order').map(({ body }) => body)).toEqual([
    { futuresOptionId: 1, side: 'SHORT', marketType: 'MARKET', qty: '0.100', isReduceOnly: true },
  ])
})

test('a confirmation that was turned off in the settings is not asked any more', async () => {
  const position = positionOf()
  const { server, futures } = await openFutures(
    {
      positions: [position],
      server: (server) => server.reply('GET /api/oversea/option/list', () => []),
    },
    '/more/setting',
  )
  const confirms = page.getByRole('switch', { name: '시장가 청산 전 확인' }).first()
  await confirms.click()
  await expect.element(confirms).toHaveAttribute('aria-checked', 'false')
  history.pushState(null, '', '/future/1')
  dispatchEvent(new PopStateEvent('popstate'))
  await card().getByRole('button', { name: '시장가 청산' }).click()
  await expect
    .poll(() => server.requests('POST /api/futures/order').map(({ body }) => body.isReduceOnly))
    .toEqual([true])
  expect(document.querySelector('dialog[open]')).toBeNull()
  await expect.poll(() => futures.orders).toHaveLength(1)
  close(futures)
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
})
