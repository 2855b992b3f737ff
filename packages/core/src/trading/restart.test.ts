import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { at, btc, Desk, usdt } from '../futures/testing.ts'
import { codeOf, SITE } from '../testing.ts'

function desk(): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1, usdt(100_000))
  return h
}
/** Stops the house, and starts it again with what the database holds. */
function restart(h: Desk, downForMs: number): void {
  const before = h.core.stateHash()
  h.restart()
  expect(h.core.stateHash()).toBe(before)
  h.at += downForMs
  h.live()
  h.settle()
}

test('an order that waited for its book is rejected by its deadline; a close goes on waiting', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.2', 60_000)
  const open = h.order(1, { side: 'LONG', qty: '0.1' })
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  restart(h, 5_000)
  expect(h.orderOf(open)).toMatchObject({ status: 'REJECTED', reason: 'PRICE_FEED_STALE' })
  expect(h.orderOf(close).status).toBe('NEW')
  // Even without a mark, which only opening needs.
  h.book([[59_900, 1]], [[59_910, 1]])
  expect(h.orderOf(close)).toMatchObject({ status: 'FILLED', filledQuote: usdt(5_990) })
})

test('a short restart keeps a waiting order in time for its book', () => {
  const h = desk()
  const open = h.order(1, { side: 'LONG', qty: '0.1' })
  restart(h, 150)
  h.price(60_000)
  expect(h.orderOf(open).status).toBe('FILLED')
})

test('after a restart stops, limits, TP and SL wait where they waited', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, '61000', '59000', true)
  const stop = h.order(1, { side: 'LONG', qty: '0.1', marketType: 'STOPMARKET', triggerPrice: '60500' })
  const limit = h.limit(1, 'LONG', '0.1', '59500')
  restart(h, 3_600_000)
  h.price(60_000)
  expect(h.openOrders(1)).toHaveLength(4)
  h.last(60_500)
  expect(h.orderOf(stop).status).toBe('FILLED')
  h.book([[59_400, 1]], [[59_500, 1]])
  expect(h.orderOf(limit).status).toBe('FILLED')
  expect(h.position(1)!.qty).toBe(btc(0.3))
  h.mark(61_000)
  expect(h.position(1)).toBeUndefined()
})

test('nothing is opened before the first mark after a start', () => {
  const h = desk()
  const limit = h.limit(1, 'LONG', '0.1', '59500')
  const stop = h.order(1, { side: 'SHORT', qty: '0.1', marketType: 'STOPMARKET', triggerPrice: '59400' })
  restart(h, 1_000)
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe('PRICE_FEED_STALE')
  h.book([[59_300, 1]], [[59_400, 1]])
  h.last(59_300)
  expect([limit, stop].map((reply) => h.orderOf(reply).status)).toEqual(['NEW', 'TRIGGERED'])
  h.mark(59_350)
  h.at += 10
  h.book([[59_300, 1]], [[59_400, 1]])
  expect([limit, stop].map((reply) => h.orderOf(reply).status)).toEqual(['FILLED', 'FILLED'])
})

test('a reduce-only limit of a stale feed waits for the first live book: better than its limit if that is', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.2', 60_000)
  h.stale()
  const better = h.limit(1, 'SHORT', '0.1', '59000', { isReduceOnly: true })
  const later = h.limit(1, 'SHORT', '0.1', '61000', { isReduceOnly: true })
  restart(h, 10_000)
  h.price(60_000)
  expect(h.orderOf(better)).toMatchObject({ status: 'FILLED', filledQuote: usdt(6_000) })
  expect(h.orderOf(later)).toMatchObject({ status: 'NEW', executeAt: null })
  h.price(61_000)
  expect(h.orderOf(later)).toMatchObject({ status: 'FILLED', filledQuote: usdt(6_100) })
})

test('orders taken before the first book of a feed wait for it', () => {
  const h = new Desk()
  h.mark(60_000)
  h.trader(1)
  const market = h.order(1, { side: 'LONG', qty: '0.05' })
  const limit = h.limit(1, 'LONG', '0.05', '60100')
  expect(h.orderOf(market)).toMatchObject({ basePrice: at(60_000) })
  h.at += 150
  h.book([[60_000, 1]], [[60_010, 1]])
  expect([market, limit].map((reply) => h.orderOf(reply).filledQuote)).toEqual([usdt(3_000.5), usdt(3_000.5)])
})

test('J: results count against a self-set limit after a restart as before', () => {
  const h = desk()
  const limit = { kind: 'LOSS', window: '24h', currency: 'USDT', amount: usdt(160) } as const
  h.do({ kind: 'setLimits', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), limits: [limit] })
  h.trade(1, 'LONG', '0.02', 60_000)
  h.order(1, { side: 'SHORT', qty: '0.02', isReduceOnly: true })
  h.execute(58_000) // 40 of 160 lost, and fees of 0.9
  h.at += 2_000
  for (const downFor of [0, 60_000, 86_400_000]) {
    restart(h, downFor)
    h.price(58_000)
    const reply = h.order(1, { side: 'LONG', qty: '0.021' }) // 121.8 of margin, and 1 of fees
    expect(codeOf(reply)).toBe(downFor < 86_400_000 ? 'SELF_LIMIT_EXCEEDED' : 200)
  }
})
