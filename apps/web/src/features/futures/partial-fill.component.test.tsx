import { expect, test } from 'vitest'
import { orderOf } from '../../../test/futures-rows.ts'
import { openFutures } from '../../../test/open-futures.ts'

test('an order that ends after a part of it filled is told with that part and what did not fill', async () => {
  const partly = orderOf({ price: '58000.0', qty: '0.100', filledQty: '0.040', avgPrice: '58000.0' })
  const none = orderOf({ price: '57000.0', qty: '0.100' })
  const { futures, toasts } = await openFutures({ orders: [partly, none] })
  futures.cancel(partly.id)
  await expect
    .poll(() => toasts.join())
    .toContain('주문 취소BTCUSDT · 매수/롱 · 0.100 BTC 중 0.040 BTC 체결, 나머지 취소 · 58,000.0')
  futures.cancel(none.id)
  await expect.poll(() => toasts.join()).toContain('주문 취소BTCUSDT · 매수/롱 0.100 BTC · 57,000.0')
})
