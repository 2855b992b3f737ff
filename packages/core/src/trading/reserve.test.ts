import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { btc, Desk, usdt } from '../futures/testing.ts'
import { codeOf, operator, SITE } from '../testing.ts'

function desk(amount = usdt(10_000)): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1, amount)
  return h
}
/** Margin and fee reserve of 0.1 at a price and 10×. */
const held = (price: number, qty = 0.1) => usdt(price * qty * 0.1 + price * qty * 0.0008)
const reduce = { isReduceOnly: true }

test('B, order margin: opening orders reserve margin and fees; what closes reserves nothing', () => {
  const h = desk()
  h.limit(1, 'LONG', '0.1', '59000')
  expect(h.money(1).reserved).toBe(held(59_000))
  const other = h.orderOf(h.limit(1, 'SHORT', '0.1', '61000'))
  expect(h.money(1).reserved).toBe(held(59_000) + held(61_000))
  h.cancel(1, other.id)
  expect(h.money(1).reserved).toBe(held(59_000))
})

test('B, order margin: two opposite orders do not both count as closing', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const { margin } = h.position(1)!
  h.limit(1, 'SHORT', '0.1', '61000')
  expect(h.money(1).reserved).toBe(margin)
  h.limit(1, 'SHORT', '0.1', '61000')
  expect(h.money(1).reserved).toBe(margin + held(61_000))
})

test('B, order margin: it is counted again at each fill', () => {
  const h = desk()
  h.limit(1, 'LONG', '0.3', '59000')
  h.book([[58_900, 5]], [[59_000, 0.1]])
  expect(h.position(1)!.qty).toBe(btc(0.1))
  expect(h.money(1).reserved).toBe(h.position(1)!.margin + held(59_000, 0.2))
})

test('B, order margin: if a close leaves orders uncovered, the newest uncovered ones are cancelled', () => {
  const h = desk(usdt(1_250))
  h.trade(1, 'LONG', '0.2', 60_000)
  const first = h.limit(1, 'SHORT', '0.1', '61000')
  const second = h.limit(1, 'SHORT', '0.1', '61000')
  expect([first, second].map(codeOf)).toEqual([200, 200])
  // Closed at 57,000: about 640 of 1,250 remain, enough for one of the two that would open now.
  h.order(1, { side: 'SHORT', qty: '0.2', ...reduce })
  h.execute(57_000)
  expect(h.position(1)).toBeUndefined()
  expect(h.orderOf(first).status).toBe('NEW')
  expect(h.orderOf(second)).toMatchObject({ status: 'CANCELED', reason: 'BALANCE_INSUFFICIENT' })
  expect(h.money(1).reserved).toBe(held(61_000))
})

test('B: a close at the market first cancels resting reduce-only orders beyond what remains, the newest first', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.3', 60_000)
  const [first, second] = ['61000', '62000'].map((price) => h.limit(1, 'SHORT', '0.15', price, reduce))
  const close = h.order(1, { side: 'SHORT', qty: '0.1', ...reduce })
  expect(codeOf(close)).toBe(200)
  expect(h.orderOf(second!)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_REDUCED' })
  h.execute(60_000)
  expect(h.position(1)!.qty).toBe(btc(0.2))
  expect(h.orderOf(first!).status).toBe('NEW')
})

test('B: a reduce-only order that a smaller position leaves too large ends as POSITION_REDUCED, not as if it had closed', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.2', 60_000)
  const resting = h.limit(1, 'SHORT', '0.2', '61000', reduce)
  h.trade(1, 'SHORT', '0.1', 60_000)
  expect(h.orderOf(resting)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_REDUCED' })
  expect(h.position(1)!.qty).toBe(btc(0.1))
})

test('B: reduce-only orders go with their position, whoever closes it', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const resting = h.limit(1, 'SHORT', '0.1', '61000', reduce)
  const stop = h.order(1, { side: 'SHORT', qty: '0.1', marketType: 'STOPMARKET', triggerPrice: '59000' })
  h.trade(1, 'SHORT', '0.2', 60_000)
  expect(h.orderOf(resting)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_CLOSED' })
  expect(h.orderOf(stop).status).toBe('NEW')
  expect(h.position(1)!.qty).toBe(-btc(0.1))
})

test('B: a close at the market is exempt from the smallest notional', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  h.trade(1, 'LONG', '0.001', 60_000)
  const option = h.ask('futures.option', { siteId: SITE, optionId: 1 })!
  h.do({ kind: 'configureFutures', ...operator, option: { ...option, minNotional: usdt(1_000), minQty: 100 } })
  expect(codeOf(h.order(1, { side: 'SHORT', qty: '0.001', ...reduce }))).toBe(200)
  h.execute(60_000)
  expect(h.position(1)).toBeUndefined()
})

test('two closes at the market at once: the second finds nothing left and is cancelled', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const [first, second] = [1, 2].map(() => h.order(1, { side: 'SHORT', qty: '0.1', ...reduce }))
  h.execute(60_000)
  expect(h.orderOf(first!).status).toBe('FILLED')
  expect(h.orderOf(second!)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_CLOSED', filledQty: 0 })
})

test('cancel all takes the orders of one market or of all, and leaves TP and SL', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, '61000', '59000')
  const ids = ['58000', '58100'].map((price) => h.orderOf(h.limit(1, 'LONG', '0.01', price)).id)
  const cancel = (optionId: number | null) =>
    h.do({ kind: 'cancelOrders', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), book: 'futures', optionId })
  expect(codeOf(cancel(9))).toBe('STOCK_NOT_FOUND')
  expect(cancel(1).body).toEqual({ count: 2, ids })
  expect(cancel(null).body).toEqual({ count: 0, ids: [] })
  expect(h.openOrders(1).map((row) => row.marketType)).toEqual(['TAKEPROFIT', 'STOPLOSS'])
  expect(h.money(1).reserved).toBe(h.position(1)!.margin)
})

test('B, qty_per: the largest order is taken, a step more is not', () => {
  const h = desk(usdt(1_000))
  h.mark(60_001)
  const most = h.ask('futures.maxQty', { siteId: SITE, memberId: 1, optionId: 1, leverage: 10, wall: h.wall })!
  const text = (qty: number) => (qty / 1_000).toFixed(3)
  expect(codeOf(h.order(1, { side: 'LONG', qty: text(most.buy + 1) }))).toMatch(/_INSUFFICIENT/)
  expect(codeOf(h.order(1, { side: 'LONG', qty: text(most.buy) }))).toBe(200)
  expect(h.ask('futures.maxQty', { siteId: SITE, memberId: 1, optionId: 1, leverage: 10, wall: h.wall })!.buy).toBe(0)
  expect(h.ask('futures.maxQty', { siteId: SITE, memberId: 2, optionId: 1, leverage: 10, wall: h.wall })).toBeNull()
})

test.each([
  [618.596, 'NEW', null],
  [618.59599999, 'CANCELED', 'BALANCE_INSUFFICIENT'],
])(
  'B: with %d a close leaves exactly what the orders that it uncovers need, or a unit less',
  (amount, status, reason) => {
    const h = new Desk()
    h.price(60_000)
    h.trader(1, usdt(amount))
    h.trade(1, 'SHORT', '0.1', 60_000)
    const order = h.limit(1, 'LONG', '0.1', '59900') // closes: holds nothing back
    h.tpsl(1, null, '60100')
    h.at += 150
    h.last(60_100)
    h.book([[60_090, 1]], [[60_100, 1]])
    // −10 and fees of 2.4 and 2.404 leave 603.792: 599 and a round trip of 4.792.
    expect(h.position(1)).toBeUndefined()
    expect(h.orderOf(order)).toMatchObject({ status, reason })
  },
)

test('B, order margin: an order that only reduces is never what a close leaves uncovered: the one that it uncovers is', () => {
  const h = desk(usdt(1_250))
  h.trade(1, 'SHORT', '0.2', 60_000)
  const plain = h.limit(1, 'LONG', '0.2', '59000')
  const reducing = h.limit(1, 'LONG', '0.1', '58000', reduce)
  expect(h.orderOf(plain)).toMatchObject({ status: 'CANCELED', reason: 'BALANCE_INSUFFICIENT' })
  expect(h.orderOf(reducing).status).toBe('NEW')
})
