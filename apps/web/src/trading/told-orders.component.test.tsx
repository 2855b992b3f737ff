import { expect, test } from 'vitest'
import { go, openOversea } from '../../test/open-oversea.ts'
import { orderOf } from '../../test/oversea-rows.ts'

test('an order of a contract that the channel does not report is reported from its reply', async () => {
  const { server, toasts } = await openOversea({ settings: { confirms: false } })
  const order = orderOf()
  server.reply('POST /api/oversea/order', () => order)
  await go('매수').click()
  await expect.poll(() => toasts).toEqual([expect.stringContaining('주문 완료')])
  expect(server.requests('POST /api/oversea/order')).toHaveLength(1)
})
