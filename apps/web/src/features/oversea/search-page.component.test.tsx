import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { dialog, openOversea, tab } from '../../../test/open-oversea.ts'
import { closed, positionOf } from '../../../test/oversea-rows.ts'

const row = (name: RegExp) => page.getByRole('button', { name })
const order = 'POST /api/oversea/order'

test('the quick order buys and closes from the list of all contracts, and looks up what became of it', async () => {
  const { server, oversea } = await openOversea({}, '/search')
  await expect.element(page.getByRole('heading', { name: '빠른 주문' })).toBeVisible()
  expect(location.pathname).toBe('/search/oversea')
  await expect.element(row(/유로\/달러/)).toHaveTextContent('1.10000')
  expect(page.css('.qo').elements()).toHaveLength(oversea.options.length)
  await expectAccessible()

  await row(/유로\/달러/).click()
  const sheet = dialog('유로/달러')
  await sheet.getByRole('button', { name: '3', exact: true }).click()
  await expectAccessible()
  await sheet.getByRole('button', { name: /^매수/ }).click()
  await page.getByRole('button', { name: '매수 주문' }).click()
  await expect.poll(() => server.requests(order)).toHaveLength(1)
  const position = positionOf()
  oversea.fill(position, { count: 3, fee: '4179' })
  await expect.element(sheet.css('.qo-o').getByText('매수 3계약')).toBeVisible()

  await sheet.getByRole('button', { name: /^청산/ }).click()
  await dialog('유로/달러 청산').getByRole('button', { name: '3계약 청산' }).click()
  await expect.poll(() => server.requests(order)).toHaveLength(2)
  oversea.days = [{ date: '2026-11-18', realizedPnl: '-10447', fee: '8358', netPnl: '-18805', trades: 1, wins: 0 }]
  oversea.fill(closed(position, { realizedPnl: '-10447', fee: '8358' }), { price: '1.09990', realizedPnl: '-10447' })
  await expect.element(sheet.getByText('보유한 포지션이 없습니다')).toBeVisible()
  expect(server.requests(order).map(({ body }) => body)).toEqual([
    { overseaOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', count: 3 },
    { overseaOptionId: 1, tradeType: 'SHORT', marketType: 'MARKET', count: 3, isReduceOnly: true },
  ])
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await tab(/^체결 내역/).click()
  await expect.poll(() => page.css('.search .hx').elements()).toHaveLength(2)
  await tab(/^당일손익/).click()
  await expect.element(page.getByRole('region', { name: '당일손익' }).getByText('1건').first()).toBeVisible()
})

test('the quick order leads to the page of its contract', async () => {
  await openOversea({}, '/search/oversea')
  await row(/유로\/달러/).click()
  await dialog('유로/달러').getByRole('link', { name: '차트와 호가 보기' }).click()
  await expect.element(page.getByRole('button', { name: '유로/달러, 종목 바꾸기' })).toBeVisible()
  expect(location.pathname).toBe('/oversea/1')
})

test('the list of contracts shows at once what is held and what it would bring', async () => {
  const { oversea } = await openOversea(
    {
      oversea(state) {
        state.positions = [positionOf({ count: 2, entrySum: '2.20020', margin: '1114280' })]
      },
    },
    '/search/oversea',
  )
  oversea.setLast(110_220)
  await expect.element(row(/유로\/달러/)).toHaveTextContent('1.10220')
  await expect.element(row(/유로\/달러/)).toHaveTextContent('매수 2계약')
  // 21 ticks of two contracts.
  await expect.element(row(/유로\/달러/)).toHaveTextContent('+73,124')
})
