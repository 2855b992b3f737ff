import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { alertOf, arm, chip, count, dialog, go, openOversea, ticket } from '../../../../test/open-oversea.ts'
import { closed, positionOf } from '../../../../test/oversea-rows.ts'

const way = (name: '일반' | '원터치') => ticket().getByRole('radio', { name })
const isOff = () => way('일반').element().getAttribute('aria-checked') === 'true'
const call = 'POST /api/oversea/order'

test('is off until its risk was read', async () => {
  await openOversea()
  await way('원터치').click()
  await dialog('원터치 주문').getByRole('button', { name: '취소' }).click()
  await expect.element(way('일반')).toHaveAttribute('aria-checked', 'true')
  await arm()
  await expect.element(way('원터치')).toHaveAttribute('aria-checked', 'true')
  await expectAccessible()
})

test('buys and closes at one touch each', async () => {
  const { server, oversea } = await openOversea()
  await arm()
  await chip(3).click()
  await expect.element(go('청산')).toBeDisabled()
  await expect.element(go('매수').getByText('1.10010')).toBeVisible()
  await go('매수').click()
  await expect.poll(() => server.requests(call)).toHaveLength(1)
  const position = positionOf()
  oversea.fill(position, { count: 3, fee: '4179' })
  await expect.element(go('청산').getByText('−1틱')).toBeVisible()
  await go('청산').click()
  await expect.poll(() => server.requests(call)).toHaveLength(2)
  oversea.fill(closed(position, { realizedPnl: '-10447' }), { realizedPnl: '-10447' })
  await expect.element(go('청산')).toBeDisabled()
  const market = { overseaOptionId: 1, marketType: 'MARKET', count: 3 }
  expect(server.requests(call).map(({ body }) => body)).toEqual([
    { ...market, tradeType: 'LONG' },
    { ...market, tradeType: 'SHORT', isReduceOnly: true },
  ])
})

test('a level of the book is a limit order there: a bid buys, an ask sells', async () => {
  const { server } = await openOversea()
  await arm()
  await chip(3).click()
  await page.css('.book-r.bid').first().click()
  await expect.poll(() => server.requests(call)).toHaveLength(1)
  await expect.element(go('매수')).toBeEnabled()
  await page.css('.book-r.ask').last().click()
  await expect.poll(() => server.requests(call)).toHaveLength(2)
  const limit = { overseaOptionId: 1, marketType: 'LIMIT', count: 3 }
  expect(server.requests(call).map(({ body }) => body)).toEqual([
    { ...limit, tradeType: 'LONG', price: '1.09990' },
    { ...limit, tradeType: 'SHORT', price: '1.10010' },
  ])
})

test('a double touch is one order, and what cannot be ordered is said and not sent while the close can', async () => {
  const { server, oversea } = await openOversea()
  await arm()
  await go('매도').dblClick()
  await expect.poll(() => server.requests(call)).toHaveLength(1)
  oversea.fill(positionOf({ tradeType: 'SHORT', count: 1, avgPrice: '1.09990', entrySum: '1.09990', margin: '557140' }))
  await expect.element(go('매도')).toBeEnabled()
  await count().fill('30')
  await go('매도').click()
  await expect.element(alertOf('30계약까지')).toBeVisible()
  await go('청산').click()
  await expect.poll(() => server.requests(call)).toHaveLength(2)
  expect(
    server.requests(call).map(({ body: { tradeType, count, isReduceOnly } }) => [tradeType, count, isReduceOnly]),
  ).toEqual([
    ['SHORT', 1, undefined],
    ['LONG', 1, true],
  ])
})

test('ends when another contract is looked at, and when the page is hidden', async () => {
  await openOversea()
  await arm()
  await page.getByRole('button', { name: '유로/달러, 종목 바꾸기' }).click()
  await dialog('선물거래').getByRole('button', { name: /^금/ }).click()
  await expect.element(page.getByRole('button', { name: '금, 종목 바꾸기' })).toBeVisible()
  await expect.element(way('일반')).toHaveAttribute('aria-checked', 'true')
  await arm()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  vi.restoreAllMocks()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(way('일반')).toHaveAttribute('aria-checked', 'true')
})

test('ends after three minutes without a touch, which each touch begins anew', async () => {
  await openOversea()
  await arm()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    // From here on its rest is counted by the timers of the test.
    const touch = () => document.dispatchEvent(new PointerEvent('pointerdown'))
    touch()
    vi.advanceTimersByTime(2 * 60_000)
    touch()
    vi.advanceTimersByTime(3 * 60_000 - 1)
    expect(isOff()).toBe(false)
    vi.advanceTimersByTime(1)
    await expect.poll(isOff).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
