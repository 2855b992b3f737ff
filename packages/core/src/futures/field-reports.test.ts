import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import { btc, Desk, usdt } from './testing.ts'

const reduce = { isReduceOnly: true }

/** Member 1 is long 0.1 at 60,000, isolated and ten times levered: liquidation at 54,216.87. */
function long(qty = '0.1'): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  h.order(1, { side: 'LONG', qty })
  h.at += 150
  h.book([[59_999, 10]], [[60_000, 10]])
  return h
}

const margin = (h: Desk, type: 'ADD' | 'REMOVE', amount: string) => {
  const positionId = h.position(1)!.id
  return codeOf(
    h.do({ kind: 'changeMargin', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), positionId, type, amount }),
  )
}

test('B: margin comes out of a losing position as far as its loss and what its notional needs leave it, profit never', () => {
  const h = long()
  expect(margin(h, 'ADD', '200')).toBe(200)
  h.mark(59_500)
  expect(margin(h, 'REMOVE', '155.00000001')).toBe('ISOLATED_MARGIN_INSUFFICIENT')
  h.mark(57_000)
  expect(margin(h, 'REMOVE', '0.00000001')).toBe('ISOLATED_MARGIN_INSUFFICIENT')
  h.mark(63_000)
  expect(margin(h, 'REMOVE', '170.00000001')).toBe('ISOLATED_MARGIN_INSUFFICIENT')
  h.mark(59_500)
  expect(margin(h, 'REMOVE', '100')).toBe(200)
  expect(margin(h, 'REMOVE', '100')).toBe('ISOLATED_MARGIN_INSUFFICIENT')
  expect(margin(h, 'REMOVE', '55')).toBe(200)
  for (const amount of ['-1', '0', '1e2', '0.000000001']) expect(margin(h, 'REMOVE', amount)).not.toBe(200)
})

test('B: a price that leaps over a stop closes the position at the book that is there, once, with one final event', () => {
  const h = long()
  expect(codeOf(h.tpsl(1, '63000', '57000'))).toBe(200)
  h.price(55_500)
  h.execute(55_500)
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.slice(1)).toMatchObject([{ isClose: true, quote: usdt(5_550) }])
  expect(h.events('POSITION_CLOSE')).toHaveLength(1)
})

test('B: a price that leaps over stop and liquidation closes the position once, and each run closes it alike', () => {
  const run = (isMark: boolean) => {
    const h = long()
    expect(codeOf(h.tpsl(1, '63000', '57000', isMark))).toBe(200)
    h.price(53_900)
    expect(h.position(1)).toBeUndefined()
    expect(h.openOrders(1)).toEqual([])
    expect(h.events('POSITION_CLOSE')).toHaveLength(1)
    expect(h.fills.slice(1).map(({ isClose, qty }) => [isClose, qty])).toEqual([[true, btc(0.1)]])
    expect(h.money(1).posted).toBeGreaterThanOrEqual(usdt(10_000 - 600 - 10))
    return [...h.positions.values()].map(({ closeReason }) => closeReason)
  }
  expect(run(false)).toEqual(run(false))
  expect(run(true)).toEqual(run(true))
})

test('B: resting reduce-only orders and a plain one that one book reaches close the position and no more than it', () => {
  const h = long('0.134')
  const [one, other] = [1, 2].map(() => h.limit(1, 'SHORT', '0.067', '61000', reduce))
  const more = h.limit(1, 'SHORT', '0.067', '61000', reduce)
  expect(codeOf(more)).toBe('REDUCE_ONLY_CONFLICT')
  h.price(61_000)
  expect([h.orderOf(one!).status, h.orderOf(other!).status]).toEqual(['FILLED', 'FILLED'])
  expect(h.position(1)).toBeUndefined()
})

test('B: a reduce-only limit that filled in part gives way to a close at the market, and never turns the position', () => {
  const h = long('0.134')
  const rests = h.limit(1, 'SHORT', '0.134', '60500', reduce)
  h.book([[60_500, 0.05]], [[60_501, 1]])
  expect(h.orderOf(rests)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: btc(0.05) })
  h.at += 2_000
  const close = h.order(1, { side: 'SHORT', qty: '0.06', ...reduce })
  expect(h.orderOf(rests)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_REDUCED' })
  h.execute(60_000)
  expect(h.orderOf(close).status).toBe('FILLED')
  h.price(61_000)
  expect(h.position(1)!.qty).toBe(btc(0.024))
})

const lever = (h: Desk, leverage: number) =>
  codeOf(h.do({ kind: 'setLeverage', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, leverage }))

test('B, at fill: an order whose result would start near its liquidation, at the mark, is cancelled and costs nothing', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  lever(h, 100)
  h.trade(1, 'LONG', '0.1', 60_000)
  const before = h.money(1)
  const order = h.limit(1, 'LONG', '0.018', '59660')
  expect(codeOf(order)).toBe(200)
  h.mark(59_640)
  h.book([[59_639, 10]], [[59_640, 10]])
  expect(h.orderOf(order)).toMatchObject({ status: 'CANCELED', reason: 'ISOLATED_MARGIN_INSUFFICIENT', fee: 0n })
  expect(h.events('ERROR').at(-1)).toMatchObject({ data: { code: 'ISOLATED_MARGIN_INSUFFICIENT' } })
  expect(h.position(1)).toMatchObject({ qty: btc(0.1) })
  // The mark moved what the position is worth, and nothing else.
  expect(h.money(1)).toEqual({ ...before, isolatedPnl: usdt(-36.1) })
})

test('B, at fill: the mark judges, not the order book: a limit that the book alone leapt over is filled', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  lever(h, 100)
  const order = h.limit(1, 'LONG', '0.1', '58800')
  h.book([[58_299, 10]], [[58_300, 10]])
  expect(h.orderOf(order)).toMatchObject({ status: 'FILLED' })
  expect(h.position(1)).toMatchObject({ margin: usdt(58.8) })
})

test('B, at fill: a limit that mark and order book leapt over together holds its open loss as margin, and stays', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  lever(h, 100)
  const order = h.limit(1, 'LONG', '0.1', '54100')
  h.price(50_000)
  expect(h.orderOf(order)).toMatchObject({ status: 'FILLED' })
  expect(h.position(1)).toMatchObject({ margin: usdt(54.1 + 410) })
  expect(h.events('POSITION_LIQUID')).toEqual([])
})

test('B, at fill: what a funding between acceptance and fill took pays for no margin', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1, usdt(1_300))
  h.do({ kind: 'setMarginType', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, marginType: 'CROSS' })
  h.order(1, { side: 'LONG', qty: '0.1' })
  h.at += 150
  h.book([[59_999, 10]], [[60_000, 10]])
  const order = h.limit(1, 'LONG', '0.1', '59900')
  expect(codeOf(order)).toBe(200)
  h.mark(60_000, { rate: 2_000_000, at: h.at + 10_000 }) // 2 %: 120 USDT
  h.at += 10_000
  h.settle()
  h.book([[59_898, 10]], [[59_899, 10]])
  expect(h.position(1)!.qty).toBeLessThan(btc(0.2))
  expect(h.orderOf(order)).toMatchObject({ status: 'CANCELED', reason: 'BALANCE_INSUFFICIENT' })
})

test('B: an order with another leverage changes nothing while an order or a position is open; the same one is taken', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  const rests = h.limit(1, 'LONG', '0.01', '59000', { leverage: 10 })
  const with100 = { side: 'LONG', qty: '0.01', leverage: 100 } as const
  expect(codeOf(h.order(1, with100))).toBe('LEVERAGE_LOCKED_ORDER')
  expect(codeOf(h.limit(1, 'LONG', '0.01', '58000', { leverage: 10 }))).toBe(200)
  h.cancel(1, h.orderOf(rests).id)
  h.price(57_990)
  expect(codeOf(h.order(1, with100))).toBe('LEVERAGE_LOCKED_POSITION')
  expect(lever(h, 100)).toBe('LEVERAGE_LOCKED_POSITION')
  expect(h.position(1)).toMatchObject({ leverage: 10 })
})

test('B: two removals at one price take out no more than one sum of them may, and a stale feed none', () => {
  const h = long()
  expect(margin(h, 'ADD', '150')).toBe(200)
  expect([margin(h, 'REMOVE', '100'), margin(h, 'REMOVE', '100')]).toEqual([200, 'ISOLATED_MARGIN_INSUFFICIENT'])
  h.limit(1, 'LONG', '0.01', '59000')
  expect(margin(h, 'REMOVE', '1')).toBe('MARGIN_LOCKED_ORDER')
  h.cancel(1, h.openOrders(1)[0]!.id)
  h.stale()
  expect(margin(h, 'REMOVE', '1')).toBe('PRICE_FEED_STALE')
})

test('B: prices that leap over TP and SL while the feed is silent fire neither; the first live prices close, once', () => {
  const h = long()
  h.tpsl(1, '63000', '57000')
  h.stale()
  h.at += 3_000
  h.last(55_500)
  h.last(63_500)
  expect(h.position(1)).toBeDefined()
  h.live()
  h.price(55_500)
  h.execute(55_500)
  h.last(63_500)
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.slice(1)).toMatchObject([{ isClose: true, quote: usdt(5_550) }])
  expect(h.events('POSITION_CLOSE')).toHaveLength(1)
})

test('B: a stop-limit whose trigger is jumped rests at its limit, however far the market is', () => {
  const h = long()
  const parts = { side: 'SHORT', qty: '0.1', marketType: 'STOPLIMIT', triggerPrice: '58000', price: '57900' } as const
  const order = h.order(1, { ...parts, isReduceOnly: true })
  h.price(55_500)
  h.execute(55_500)
  expect(h.orderOf(order)).toMatchObject({ status: 'TRIGGERED', filledQty: 0 })
  h.price(57_900)
  expect(h.orderOf(order)).toMatchObject({ status: 'FILLED' })
})

test('B: what is left of a position closes at the market however little it is worth, beside any number of orders', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  lever(h, 1)
  h.trade(1, 'LONG', '0.007', 60_000)
  for (let count = 0; count < 50; count++) h.limit(1, 'SHORT', '0.001', '65000')
  h.price(1_000)
  const close = (parts: object) => h.order(1, { side: 'SHORT', qty: '0.003', ...reduce, ...parts })
  expect(codeOf(close({ marketType: 'LIMIT', price: '1001' }))).toBe('ORDER_MIN_NOTIONAL')
  expect(codeOf(h.tpsl(1, '1100', '900'))).toBe(200)
  for (const qty of ['0.003', '0.003', '0.001']) {
    const reply = close({ qty })
    h.execute(1_000)
    expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED' })
    h.at += 2_000
    h.price(1_000)
  }
  expect(h.position(1)).toBeUndefined()
  expect(h.openOrders(1).every(({ marketType }) => marketType === 'LIMIT')).toBe(true)
})

test('B: a book that leaps before the last price fires no stop by last; the print that follows does, at the next book', () => {
  const h = long()
  h.tpsl(1, '63000', '57000')
  h.book([[55_500, 10]], [[55_501, 10]])
  expect(h.position(1)).toBeDefined()
  h.at += 150
  h.last(55_500)
  h.book([[55_400, 10]], [[55_401, 10]])
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.slice(1)).toMatchObject([{ isClose: true, quote: usdt(5_540) }])
})

test('B: prints of one moment that touch TP and SL fire the first that was touched; the other ends with the position', () => {
  const h = long()
  h.tpsl(1, '63000', '57000')
  h.at += 150
  h.last(63_500)
  h.last(55_500)
  h.book([[55_400, 10]], [[55_401, 10]])
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.slice(1)).toMatchObject([{ isClose: true, quote: usdt(5_540) }])
  expect(h.events('POSITION_CLOSE')).toHaveLength(1)
  const exits = [...h.orders.values()].filter(({ qty }) => qty === null)
  expect(exits.map(({ marketType, status, reason }) => [marketType, status, reason])).toEqual([
    ['TAKEPROFIT', 'FILLED', null],
    ['STOPLOSS', 'CANCELED', 'OCO'],
  ])
})

test('B: a TP and a reduce-only limit that one book reaches close the position once, and open nothing', () => {
  const h = long('0.134')
  const rests = h.limit(1, 'SHORT', '0.134', '61000', reduce)
  h.tpsl(1, '61000', null)
  h.at += 150
  h.price(61_000)
  h.execute(61_000)
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.slice(1).reduce((sum, { qty }) => sum + qty, 0)).toBe(btc(0.134))
  expect(h.openOrders(1)).toEqual([])
  expect(['FILLED', 'CANCELED']).toContain(h.orderOf(rests).status)
  h.price(62_000)
  expect(h.position(1)).toBeUndefined()
})

test('B: a reduce-only limit ends before a liquidation, and meets no position of the other side after it', () => {
  const h = long('0.134')
  const rests = h.limit(1, 'SHORT', '0.134', '61000', reduce)
  h.price(53_900)
  expect(h.orderOf(rests)).toMatchObject({ status: 'CANCELED', reason: 'LIQUIDATION' })
  h.price(61_000)
  expect(h.position(1)).toBeUndefined()
})

test('B, at fill: of two resting orders that one price reaches, a CROSS account fills what it can still pay for', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1, usdt(1_950))
  h.do({ kind: 'setMarginType', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, marginType: 'CROSS' })
  h.trade(1, 'LONG', '0.1', 60_000)
  const orders = ['59001', '59000'].map((price) => h.limit(1, 'LONG', '0.1', price))
  expect(orders.map(codeOf)).toEqual([200, 200])
  h.price(58_000)
  const rows = orders.map((reply) => h.orderOf(reply))
  expect(rows.map(({ reason }) => reason)).toContain('BALANCE_INSUFFICIENT')
  const { qty } = h.position(1)!
  expect(qty).toBe(btc(0.1) + rows.reduce((sum, { filledQty }) => sum + filledQty, 0))
  expect(h.events('POSITION_LIQUID')).toEqual([])
})
