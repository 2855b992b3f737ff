import { expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { at, btc, Desk, usdt } from '../futures/testing.ts'
import { codeOf } from '../testing.ts'
import type { Reply } from '../types.ts'

function desk(): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1, usdt(100_000))
  return h
}

/** Places a stop, and lets the delay of execution pass. */
function stop(h: Desk, side: 'LONG' | 'SHORT', triggerPrice: string, parts = {}): Reply {
  const reply = h.order(1, { side, qty: '0.1', marketType: 'STOPMARKET', triggerPrice, ...parts })
  h.at += 150
  return reply
}

test('B, C: a stop above last fires at last ≥ trigger, one below at ≤, whatever its side; equal to last is refused', () => {
  const h = desk()
  const above = stop(h, 'SHORT', '60100')
  const below = stop(h, 'LONG', '59900')
  expect(codeOf(stop(h, 'LONG', '60000'))).toBe('TRIGGER_PRICE_INVALID')
  h.mark(60_300)
  h.last(60_099.9)
  expect(h.openOrders(1)).toHaveLength(2)
  h.last(60_100)
  expect(h.orderOf(above)).toMatchObject({ status: 'TRIGGERED', triggeredAt: h.at })
  h.last(59_900.1)
  expect(h.orderOf(below).status).toBe('NEW')
  h.last(59_900)
  h.again()
  expect([above, below].map((reply) => h.orderOf(reply).status)).toEqual(['FILLED', 'FILLED'])
})

test('B: isMark has a stop look at the mark', () => {
  const h = desk()
  const reply = stop(h, 'LONG', '60100', { isMark: true })
  h.last(60_500)
  expect(h.orderOf(reply).status).toBe('NEW')
  h.mark(60_100)
  h.again()
  expect(h.orderOf(reply).status).toBe('FILLED')
})

test('0, B: a triggered order executes on the first book that is not older than its trigger, at the market, as a taker', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const replies = [
    stop(h, 'LONG', '60100', { tolerance: '0.01' }),
    h.order(1, { side: 'LONG', qty: '0.1', marketType: 'STOPLIMIT', triggerPrice: '60100', price: '60300' }),
  ]
  h.tpsl(1, '60100', null)
  h.at += 150
  const old = h.at - 1
  h.last(60_200)
  const statuses = () => [...replies.map((reply) => h.orderOf(reply).status), h.position(1)?.closedAt]
  expect(statuses()).toEqual(['TRIGGERED', 'TRIGGERED', null])
  // What shows the market before the move, however late it comes.
  h.book([[60_000, 1]], [[60_001, 1]], { correctedTs: old })
  expect(statuses()).toEqual(['TRIGGERED', 'TRIGGERED', null])
  h.book([[60_150, 1]], [[60_160, 1]])
  expect(replies.map((reply) => h.orderOf(reply).filledQuote)).toEqual([usdt(6_016), usdt(6_016)])
  expect(h.fills.slice(1).map(({ isMaker, bookTs }) => [isMaker, bookTs])).toEqual(Array(3).fill([false, old + 1]))
  expect([...h.positions.values()][0]).toMatchObject({ closeReason: 'TAKEPROFIT', closedQty: btc(0.3) })
  expect(h.events('ORDER_UPDATE').map((event) => (event.data as { status: string }).status)).toEqual(
    Array(3).fill('TRIGGERED'),
  )
})

test('0: a stop that fires at once does not escape the delay of execution', () => {
  const h = desk()
  const reply = h.order(1, { side: 'LONG', qty: '0.1', marketType: 'STOPMARKET', triggerPrice: '60100' })
  h.at += 5
  h.price(60_200)
  expect(h.orderOf(reply)).toMatchObject({ status: 'TRIGGERED', executeAt: h.at + 145 })
  h.at += 144
  h.price(60_300)
  expect(h.fills).toEqual([])
  h.at += 1
  h.price(60_400)
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: usdt(6_040.1) })
})

test('B: a TP or SL that fired is neither cancelled, cleared nor moved while it waits for its book; the other one is free', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, '60100', '59000')
  h.order(1, { side: 'LONG', qty: '0.1', takeProfit: '62000', stopLoss: '58500' })
  h.at += 150
  h.last(60_100)
  const [tp] = h.openOrders(1).filter(({ marketType }) => marketType === 'TAKEPROFIT')
  expect(tp).toMatchObject({ status: 'TRIGGERED' })
  const before = h.core.stateHash()
  expect([h.cancel(1, tp!.id), h.tpsl(1, '0', null), h.tpsl(1, '61000', '58000')].map(codeOf)).toEqual(
    Array(3).fill('TRY_AGAIN_LATER'),
  )
  expect(h.core.stateHash()).toBe(before)
  expect(codeOf(h.tpsl(1, '60100', '58000'))).toBe(200)
  // Neither does an order that fills on the same book set another in its place.
  h.book([[60_100, 1]], [[60_101, 1]])
  expect(h.orders.get(tp!.id)).toMatchObject({ status: 'FILLED', filledQty: btc(0.2) })
  expect(h.position(1)).toBeUndefined()
})

test('B: a TP that finds no book for a second can be cleared as it can be cancelled', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, '60100', null)
  h.at += 150
  h.last(60_100)
  h.at += 999
  expect(codeOf(h.tpsl(1, '0', null))).toBe('TRY_AGAIN_LATER')
  h.at += 1
  expect(codeOf(h.tpsl(1, '0', null))).toBe(200)
  expect(h.openOrders(1)).toEqual([])
})

test('0: a TP and an SL wait for the delay after they were set', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, '60100', null)
  h.at += 5
  h.price(60_200)
  expect(h.position(1)).toBeDefined()
  h.execute(60_300)
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.at(-1)).toMatchObject({ marketType: 'TAKEPROFIT', quote: usdt(6_030) })
})

test("0: a book's time is the corrected one, whatever the venue's clock shows", () => {
  const h = desk()
  const replies = [h.order(1, { side: 'LONG', qty: '0.1' }), h.order(1, { side: 'LONG', qty: '0.1' })]
  const times = (source: number, corrected: number) => ({ sourceTs: h.at + source, correctedTs: h.at + corrected })
  h.at += 149
  h.book([[60_000, 1]], [[60_001, 1]], times(1_300, 0))
  expect(h.fills).toEqual([])
  h.at += 1
  h.book([[60_000, 1]], [[60_001, 1]], times(-900, 0))
  expect(replies.map((reply) => h.orderOf(reply).status)).toEqual(['FILLED', 'FILLED'])
  expect(h.fills[0]).toMatchObject({ bookTs: h.at - 900 })
})

test('B: a stop-limit becomes a limit: what is marketable fills, the rest rests, across a restart too', () => {
  const h = desk()
  const reply = stop(h, 'LONG', '60100', { qty: '1', marketType: 'STOPLIMIT', price: '60110' })
  h.book(
    [[60_090, 1]],
    [
      [60_100, 0.2],
      [60_120, 5],
    ],
  )
  h.last(60_100)
  h.again()
  expect(h.orderOf(reply)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: btc(0.2), filledQuote: usdt(12_020) })
  h.restart()
  h.live()
  h.at += 2_000
  h.price(60_100)
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: usdt(12_020 + 0.8 * 60_110) })
})

test('B: a stop-limit that is not marketable rests as TRIGGERED', () => {
  const h = desk()
  const reply = stop(h, 'LONG', '60100', { qty: '1', marketType: 'STOPLIMIT', price: '59900' })
  h.last(60_100)
  h.again()
  expect(h.orderOf(reply)).toMatchObject({ status: 'TRIGGERED', filledQty: 0 })
  h.book([[59_800, 1]], [[59_900, 5]])
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: usdt(59_900) })
})

test('B: TP and SL close the whole position, however it grew; one cancels the other', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(codeOf(h.tpsl(1, '61000', '59000'))).toBe(200)
  h.trade(1, 'LONG', '0.2', 60_000)
  const [tp, sl] = h.openOrders(1)
  h.price(61_000)
  expect(h.position(1)).toBeUndefined()
  expect(h.orders.get(tp!.id)).toMatchObject({ status: 'FILLED', filledQty: btc(0.3) })
  expect(h.orders.get(sl!.id)).toMatchObject({ status: 'CANCELED', reason: 'OCO' })
  expect([...h.positions.values()][0]).toMatchObject({ closeReason: 'TAKEPROFIT', margin: 0n })
  expect(h.money(1).reserved).toBe(0n)
})

test('B: TP and SL look at last or mark, each as it was told', () => {
  const h = desk()
  h.trade(1, 'SHORT', '0.1', 60_000)
  h.tpsl(1, '59000', '61000', true)
  h.last(58_000)
  h.last(62_000)
  expect(h.position(1)).toBeDefined()
  h.at += 150
  h.mark(61_000)
  h.again()
  expect(h.position(1)).toBeUndefined()
  expect([...h.positions.values()][0]).toMatchObject({ closeReason: 'STOPLOSS' })
})

test('B: TP and SL have no stop of 1 %', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, null, '59000')
  h.at += 150
  h.last(59_000)
  h.book([[50_000, 0.01]], [[60_001, 1]])
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.at(-1)).toMatchObject({ qty: btc(0.1), best: at(50_000) })
})

test('B: TP and SL are set, moved and cleared later; null leaves one as it is, 0 clears it', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const shown = () => h.openOrders(1).map((row) => [row.marketType, row.triggerPrice])
  h.tpsl(1, '61000', '59000')
  h.tpsl(1, '62000', null)
  expect(shown()).toEqual([
    ['STOPLOSS', at(59_000)],
    ['TAKEPROFIT', at(62_000)],
  ])
  const reply = h.tpsl(1, null, '0')
  expect(shown()).toEqual([['TAKEPROFIT', at(62_000)]])
  expect(reply.body).toMatchObject({ position: { takeProfit: '62000.0', stopLoss: null }, entries: [{ qty: null }] })
  h.cancel(1, h.openOrders(1)[0]!.id)
  h.price(63_000)
  expect(h.position(1)).toBeDefined()
})

test('B: an SL beyond the entry that locks in profit is allowed', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.price(62_000)
  expect(codeOf(h.tpsl(1, null, '61000'))).toBe(200)
  h.execute(60_999)
  expect(h.fills.at(-1)!.realizedPnl).toBeGreaterThan(0n)
})

test('B: TP and SL of an order come into force with its first fill, and end with the position', () => {
  const h = desk()
  const reply = h.limit(1, 'LONG', '1', '59900', { takeProfit: '61000', stopLoss: '58000', isMarkSl: true })
  expect(h.openOrders(1)).toHaveLength(1)
  h.book([[59_800, 1]], [[59_900, 0.4]])
  const exits = h.openOrders(1).filter((row) => row.qty === null)
  expect(exits.map((row) => [row.marketType, row.triggerPrice, row.triggerKind])).toEqual([
    ['TAKEPROFIT', at(61_000), 'last'],
    ['STOPLOSS', at(58_000), 'mark'],
  ])
  h.at += 2_000
  h.book([[59_800, 1]], [[59_900, 5]])
  expect(h.orderOf(reply).status).toBe('FILLED')
  expect(h.openOrders(1).map((row) => row.id)).toEqual(exits.map((row) => row.id))
  h.order(1, { side: 'SHORT', qty: '1', isReduceOnly: true })
  h.execute(60_000)
  expect(h.openOrders(1)).toEqual([])
  expect(exits.map((row) => h.orders.get(row.id)!.reason)).toEqual(['POSITION_CLOSED', 'POSITION_CLOSED'])
})

test('0: nothing fires while the feed is stale; the first live price does', () => {
  const h = desk()
  const reply = stop(h, 'LONG', '60100')
  h.stale()
  h.last(60_200)
  expect(h.orderOf(reply).status).toBe('NEW')
  h.live()
  h.last(60_150)
  h.again()
  expect(h.orderOf(reply).status).toBe('FILLED')
})

test('a jump that fires more than fits into a turn goes on at its own price, whatever comes meanwhile', () => {
  const h = new Desk()
  h.price(60_000)
  for (let member = 1; member <= 250; member++) {
    h.do({
      kind: 'openMember',
      ...bySystem(1),
      memberId: member,
      grants: [{ type: 'FUTURES', currency: 'USDT', amount: usdt(1_000) }],
    })
    const order = {
      side: 'LONG',
      qty: '0.01',
      marketType: 'STOPMARKET',
      triggerPrice: String(60_001 + member),
    } as const
    h.place(member, order)
  }
  h.at += 150
  h.tick(at(60_300))
  const fired = () => [...h.orders.values()].filter(({ triggeredAt }) => triggeredAt !== null)
  expect(fired()).toHaveLength(16)
  h.tick(at(59_000))
  expect(h.core.more(h.ctx())).toBe(true)
  h.settle()
  expect(fired()).toHaveLength(250)
  h.again()
  expect(h.fills.map((fill) => fill.memberId)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
})

test('a price that comes while an older one is worked off does none of that work: prices in a row bring no more of it than one', () => {
  const h = desk()
  const members = Array.from({ length: 40 }, (_, n) => h.trader(100 + n, usdt(100_000)))
  const stops = members.map((memberId) =>
    h.order(memberId, { side: 'LONG', qty: '0.1', marketType: 'STOPMARKET', triggerPrice: '60100' }),
  )
  h.at += 150
  const fired = () => stops.filter((reply) => h.orderOf(reply).status === 'TRIGGERED').length
  h.tick(at(60_100))
  expect(fired()).toBe(16)
  for (const price of [60_101, 60_102, 59_000]) h.tick(at(price))
  expect(fired()).toBe(16)
  // The rest fires at its own price, though the newest lies below.
  h.settle()
  expect(fired()).toBe(40)
})

test('of what a price has brought, a turn does about as much as it has room for', () => {
  const h = desk()
  for (let n = 0; n < 40; n += 1) {
    const memberId = h.trader(100 + n, usdt(100_000))
    h.order(memberId, { side: 'LONG', qty: '0.1', marketType: 'STOPMARKET', triggerPrice: '60100' })
  }
  h.tick(at(60_100))
  const turn = (maxRows: number) =>
    h.core.advance({ at: h.at, wall: h.at, nextId: () => 1 }, maxRows).rows.orders.length
  expect([turn(1), turn(26), turn(1_000)]).toEqual([1, 2, 16])
})
