import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { noAnswer } from '../../../../test/fake-server.ts'
import { card, dialog, openOversea, tab } from '../../../../test/open-oversea.ts'
import { closed, gold, orderOf, positionOf } from '../../../../test/oversea-rows.ts'

const soldGold = () =>
  positionOf({
    ...gold,
    tradeType: 'SHORT',
    count: 1,
    avgPrice: '2499.90',
    entrySum: '2499.90',
    margin: '2785700',
    fee: '2090',
  })
const boughtTwo = () => positionOf({ count: 2, entrySum: '2.20020', margin: '1114280', fee: '2786' })

test('cancelling all asks once, with what is at stake, and a row is cancelled without a question', async () => {
  const limit = orderOf({ marketType: 'LIMIT', price: '1.09000', tpTick: 12, slTick: 7 })
  const stop = orderOf({ marketType: 'STOPLIMIT', price: '1.11100', triggerPrice: '1.11000' })
  const { server } = await openOversea({
    oversea(state) {
      state.orders = [stop, limit]
    },
  })
  await tab(/^미체결 2/).click()
  const row = (type: string) => page.getByRole('article', { name: `유로/달러 ${type} 매수` })
  await expect.element(row('지정가').getByText('12틱 / 7틱')).toBeVisible()
  await expect.element(row('예약지정가').getByText('1.11000')).toBeVisible()
  await expectAccessible()
  await row('예약지정가').getByRole('button', { name: '취소' }).click()
  await expect.element(tab(/^미체결 1/)).toBeVisible()
  expect(server.requests('POST /api/oversea/order/cancel').map(({ body }) => body)).toEqual([{ id: stop.id }])
  await page.getByRole('button', { name: '전체취소' }).click()
  const sheet = dialog('전체취소')
  await expect.element(sheet.getByText('1.09000')).toBeVisible()
  await expectAccessible()
  expect(server.requests('POST /api/oversea/order/cancel_all')).toEqual([])
  await sheet.getByRole('button', { name: '모두 취소' }).click()
  await expect.element(page.getByText('미체결 주문이 없습니다')).toBeVisible()
  expect(server.requests('POST /api/oversea/order/cancel_all').map(({ body }) => body)).toEqual([{}])
})

test('closing all asks once, with what is at stake; the lists can show one contract alone', async () => {
  const [euros, ounce] = [boughtTwo(), soldGold()]
  const { server } = await openOversea({
    oversea(state) {
      state.positions = [ounce, euros]
    },
  })
  await expect.element(tab(/^포지션 2/)).toBeVisible()
  await expect.element(card('금 매도')).toBeVisible()
  await page.getByText('전체 종목').click()
  await expect.element(card('금 매도')).not.toBeInTheDocument()
  await page.getByText('전체 종목').click()
  await expect.element(card('금 매도')).toBeVisible()
  await page.getByRole('button', { name: '전체청산' }).click()
  const sheet = dialog('전체청산')
  // A tick under the entry: two contracts lose 3,483 won, the ounce of gold 1,393.
  await expect.element(sheet.getByText('−4,876원')).toBeVisible()
  await expectAccessible()
  expect(server.requests('POST /api/oversea/order')).toEqual([])
  await sheet.getByRole('button', { name: '모두 청산' }).click()
  await expect.poll(() => server.requests('POST /api/oversea/order')).toHaveLength(2)
  const close = { marketType: 'MARKET', isReduceOnly: true }
  expect(server.requests('POST /api/oversea/order').map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      { ...close, overseaOptionId: 1, tradeType: 'SHORT', count: 2 },
      { ...close, overseaOptionId: 3, tradeType: 'LONG', count: 1 },
    ]),
  )
})

test('what is held of a contract that is offered no more is shown and can be closed', async () => {
  const ounce = soldGold()
  const { server, oversea } = await openOversea({
    oversea(state) {
      state.positions = [ounce]
    },
    server(answering) {
      const list = answering.answer('GET /api/oversea/option/list') as { id: number }[]
      const withdrawn = list.find(({ id }) => id === 3)!
      answering.reply('GET /api/oversea/option/list', () => list.filter((option) => option !== withdrawn) as never)
      answering.reply('GET /api/oversea/option', () => ({ ...withdrawn, isPlay: false }) as never)
    },
  })
  await card('금 매도').getByRole('button', { name: '시장가 청산' }).click()
  await dialog('금 청산').getByRole('button', { name: '1계약 청산' }).click()
  await expect
    .poll(() => server.requests('POST /api/oversea/order').map(({ body }) => body))
    .toEqual([{ overseaOptionId: 3, tradeType: 'LONG', marketType: 'MARKET', count: 1, isReduceOnly: true }])
  oversea.fill(closed(ounce), { price: '2500.10', best: '2500.10', realizedPnl: '-2786' })
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
})

test('a list that could not be loaded says so and asks again', async () => {
  let isAway = true
  const { server } = await openOversea({
    server(answering) {
      const lost = ['GET /api/oversea/history/fill', 'GET /api/oversea/history/daily_profit'] as const
      for (const call of lost) {
        answering.reply(call, () => {
          if (isAway) throw noAnswer
          return call.endsWith('fill')
            ? { content: [], page: 0, size: 30, totalElements: 0, totalPages: 0 }
            : ([] as never)
        })
      }
    },
  })
  for (const name of [/^체결 내역/, /^당일손익/]) {
    await tab(name).click()
    await expect.element(page.getByText('불러오지 못했습니다').first()).toBeVisible()
  }
  isAway = false
  await page.getByRole('button', { name: '다시 시도' }).first().click()
  await expect.element(page.getByRole('region', { name: '당일손익' })).toBeVisible()
  expect(server.requests('GET /api/oversea/history/daily_profit').length).toBeGreaterThan(1)
})
