import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { dialog, openOversea, tab } from '../../../../test/open-oversea.ts'
import { fillOf, orderOf, positionOf } from '../../../../test/oversea-rows.ts'

const rows = () => page.css('.lists .hx')
/** The figure at the right end of a row. */
const result = () => rows().first().css('.b')
const list = (name: string) => page.getByRole('radio', { name, exact: true })

/** Seven of twelve EUR/USD, sold at 1.10107 where the best bid was 1.10110. */
const order = orderOf({
  tradeType: 'SHORT',
  count: 7,
  isReduceOnly: true,
  status: 'FILLED',
  filledCount: 7,
  avgPrice: '1.10107',
  fee: '9750',
  overseaPositionId: 99,
  closedAt: Date.now(),
})
const fill = fillOf(order, {
  overseaPositionId: 99,
  price: '1.10107',
  best: '1.10110',
  slippage: '0.00003',
  fee: '9750',
  realizedPnl: '116361',
})
const day = { date: '2026-11-18', realizedPnl: '201963', fee: '33430', netPnl: '168533', trades: 2, wins: 2 }

const withHistory = () =>
  openOversea({
    oversea(state) {
      state.fills = [fill]
      state.done = [order]
      state.days = [day]
    },
  })

test('a fill has its result less its fee on its row, and all of it on its sheet', async () => {
  await withHistory()
  await tab(/^체결 내역/).click()
  await expect.element(rows().first()).toHaveTextContent('매도')
  await expect.element(result()).toHaveTextContent('+106,611')
  await expect.element(rows().first().getByText('실현손익 +116,361')).toBeVisible()
  await rows().first().click()
  for (const text of ['+106,611원', '+116,361원', '−9,750원', '0.00003 (0.3틱)', '1달러 = 1,392.85원', '2026-11-18'])
    await expect.element(dialog('체결 내역').getByText(text, { exact: true })).toBeVisible()
  await expectAccessible()
})

test('an order that is over says what it was for, and its sheet has its fills', async () => {
  const { server } = await withHistory()
  await tab(/^체결 내역/).click()
  await list('주문').click()
  await rows().filter({ hasText: '청산' }).first().click()
  await expect.element(dialog('주문 내역').css('.hx .b')).toHaveTextContent('+106,611')
  expect(server.requests('GET /api/oversea/history/fill').at(-1)?.query).toEqual({
    resultType: 'List',
    orderId: String(order.id),
  })
  await expectAccessible()
})

test('the day has its result with what is open beside it, and each day before is a bar and a row', async () => {
  await withHistory()
  await tab(/^당일손익/).click()
  const today = page.getByRole('region', { name: '당일손익' })
  await expect.element(today.getByText('거래일 2026-11-18 (수)')).toBeVisible()
  await expect.element(today.getByText('+168,533원', { exact: true })).toBeVisible()
  await expect.element(today.getByText('+201,963', { exact: true })).toBeVisible()
  const cells = page.getByRole('row', { name: /11-18/ }).getByRole('cell').elements()
  expect(cells.map(({ textContent }) => textContent)).toEqual(['+201,963', '−33,430', '+168,533'])
  await expect.element(page.getByRole('img', { name: /거래일별 순손익 막대그래프/ })).toBeVisible()
  await expectAccessible()
})

test('the history follows what happens, and is narrowed by period and status', async () => {
  const { server, oversea } = await openOversea()
  await tab(/^체결 내역/).click()
  await expect.element(page.getByText('체결된 주문이 없습니다')).toBeVisible()
  oversea.place(orderOf())
  oversea.fill(positionOf({ count: 1, entrySum: '1.10010', margin: '557140', fee: '1393' }))
  await expect.element(rows().filter({ hasText: '진입' })).toBeVisible()
  await list('주문').click()
  const { id } = oversea.place(orderOf({ marketType: 'LIMIT', price: '1.09000' }))
  oversea.cancel(id)
  await expect.element(rows().filter({ hasText: '직접 취소' })).toBeVisible()
  expect(rows().elements()).toHaveLength(2)
  await page.getByRole('button', { name: '체결', exact: true }).click()
  await expect.poll(() => rows().elements()).toHaveLength(1)
  await page.getByRole('button', { name: '거절', exact: true }).click()
  await expect.element(page.getByText('끝난 주문이 없습니다')).toBeVisible()
  const asked = () => server.requests('GET /api/oversea/history/list').at(-1)!.query
  const days = () => (Date.parse(asked().endDate!) - Date.parse(asked().startDate!)) / 86_400_000 + 1
  expect([asked().statusStrs, days()]).toEqual(['REJECTED', 30])
  await page.getByRole('button', { name: '1주일', exact: true }).click()
  await expect.poll(days).toBe(7)
})

test('a day on which nothing was closed has a fee and no trade', async () => {
  await openOversea({
    oversea(state) {
      state.days = [{ date: '2026-11-18', realizedPnl: '0', fee: '1393', netPnl: '-1393', trades: 0, wins: 0 }]
    },
  })
  await tab(/^당일손익/).click()
  const today = page.getByRole('region', { name: '당일손익' })
  await expect.element(today.getByText('0건').first()).toBeVisible()
  await expect.element(today.getByText('−1,393원', { exact: true })).toBeVisible()
})
