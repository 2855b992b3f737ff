import { expect, test } from 'vitest'
import { openOversea } from '../../../test/open-oversea.ts'
import { orderOf } from '../../../test/oversea-rows.ts'

test('an order that ends after a part of it filled is told with that part and what did not fill', async () => {
  const partly = orderOf({ marketType: 'LIMIT', price: '1.09000', count: 5, filledCount: 2, avgPrice: '1.09000' })
  const none = orderOf({ marketType: 'LIMIT', price: '1.08000', count: 5 })
  const { oversea, toasts } = await openOversea({
    oversea(state) {
      state.orders = [partly, none]
    },
  })
  oversea.cancel(partly.id)
  await expect
    .poll(() => toasts.join())
    .toContain('주문 취소유로/달러 · 매수 · 5계약 중 2계약 체결, 나머지 취소 · 1.09000')
  oversea.cancel(none.id)
  await expect.poll(() => toasts.join()).toContain('주문 취소유로/달러 · 매수 5계약 · 1.08000')
})
