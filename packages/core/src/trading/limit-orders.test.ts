import { expect, test } from 'vitest'
import { at, btc, Desk, perpetual, usdt } from '../futures/testing.ts'
import { operator } from '../testing.ts'

function desk(amount = usdt(100_000)): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1, amount)
  return h
}

test('B: the marketable part of a limit fills at book prices no worse than the limit, the rest rests', () => {
  const h = desk()
  const reply = h.limit(1, 'LONG', '2', '60010')
  expect(reply.body).toMatchObject({ status: 'NEW', price: '60010.0' })
  h.at += 150
  const bids = [[59_990, 5]] as const
  h.book(bids, [
    [60_000, 0.5],
    [60_010, 0.5],
    [60_011, 9],
  ])
  const order = h.orderOf(reply)
  expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: btc(1), filledQuote: usdt(60_005) })
  expect(h.fills[0]).toMatchObject({ isMaker: false, fee: usdt(24.002) })
  expect(h.events('ORDER_UPDATE')).toHaveLength(1)
  expect(h.openOrders(1)).toHaveLength(1)
})

test('B: a resting limit fills on no order book from before its acceptance, however late that comes', () => {
  const h = desk()
  const reply = h.limit(1, 'LONG', '1', '59000')
  h.at += 100
  h.book([[58_900, 5]], [[58_950, 5]], { correctedTs: h.at - 101 })
  expect(h.orderOf(reply)).toMatchObject({ status: 'NEW', filledQty: 0 })
  h.book([[58_900, 5]], [[58_950, 5]], { correctedTs: h.at - 99 })
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: usdt(59_000) })
})

test('B: a limit that is no longer marketable at its book rests without a word', () => {
  const h = desk()
  const reply = h.limit(1, 'LONG', '1', '60010')
  h.at += 150
  h.book([[60_050, 5]], [[60_060, 5]])
  expect(h.orderOf(reply)).toMatchObject({ status: 'NEW', filledQty: 0, executeAt: null })
  h.at += 10_000
  h.book([[60_000, 5]], [[60_010, 5]])
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: usdt(60_010) })
})

test('B: a resting limit fills at its price when the best opposite quote reaches it, as a maker, up to the displayed size', () => {
  const h = desk()
  const reply = h.limit(1, 'LONG', '2', '59990')
  h.at += 10
  const bids = [[59_900, 5]] as const
  h.book(bids, [[59_991, 5]])
  expect(h.orderOf(reply).filledQty).toBe(0)
  h.book(bids, [
    [59_980, 0.3],
    [59_990, 0.4],
    [59_991, 9],
  ])
  expect(h.orderOf(reply)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: btc(0.7) })
  expect(h.fills[0]).toMatchObject({ isMaker: true, quote: usdt(59_990 * 0.7), best: at(59_980) })
  // What he took is missing for two seconds; then the same book gives the rest of it.
  h.at += 1_999
  h.book(bids, [[59_990, 1]])
  expect(h.orderOf(reply).filledQty).toBe(btc(1))
  h.at += 2_000
  h.book(bids, [[59_990, 1]])
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: usdt(119_980) })
})

test('B: a maker takes what is displayed and nothing beyond the last level, however good that is', () => {
  const h = desk()
  const reply = h.limit(1, 'LONG', '2', '59990')
  h.book([[59_900, 5]], [[59_900.1, 0.3]])
  expect(h.orderOf(reply)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: btc(0.3) })
})

test('B: what a level shows beyond whole steps is not taken', () => {
  const h = new Desk([perpetual({ stepUnits: 10, minQty: 10 })])
  h.price(60_000)
  h.trader(1)
  const reply = h.limit(1, 'LONG', '0.2', '59990')
  h.book([[59_900, 5]], [[59_990, 0.105]])
  expect(h.orderOf(reply)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: btc(0.1) })
})

test.each([
  [1_257.2, 'PARTIALLY_FILLED', null],
  [1_257.19, 'CANCELED', 'BALANCE_INSUFFICIENT'],
])('B: what a fill leaves of a limit rests only while it is paid for: with %d it is %s', (amount, status, reason) => {
  const h = desk(usdt(amount))
  const reply = h.limit(1, 'LONG', '0.2', '60000')
  h.at += 150
  // The first half starts with a loss of 50: its margin is 650, its fee 2.4; the other half needs 600 and a round trip of 4.8.
  h.mark(59_500)
  h.book([[59_400, 5]], [[60_000, 0.1]])
  expect(h.orderOf(reply)).toMatchObject({ status, reason, filledQty: btc(0.1) })
})

test('B: a limit at the best price is marketable, one a tick beside it rests', () => {
  const h = desk()
  const executeAt = (side: 'LONG' | 'SHORT', price: string) => h.orderOf(h.limit(1, side, '0.1', price)).executeAt
  expect([executeAt('LONG', '60000.9'), executeAt('LONG', '60001')]).toEqual([null, h.at + 150])
  expect([executeAt('SHORT', '60000.1'), executeAt('SHORT', '60000')]).toEqual([null, h.at + 150])
})

test('B: limits that one book reaches fill in the order in which a price goes through them', () => {
  const h = desk()
  const low = h.limit(1, 'LONG', '0.1', '59900')
  const high = h.limit(1, 'LONG', '0.1', '59950')
  const second = h.limit(1, 'LONG', '0.1', '59950')
  h.book([[59_800, 5]], [[59_850, 5]])
  expect(h.fills.map((fill) => fill.orderId)).toEqual([high, second, low].map((reply) => h.orderOf(reply).id))
})

test('B: maker and taker fees are the option’s', () => {
  const h = desk()
  h.do({
    kind: 'configureFutures',
    ...operator,
    option: { ...h.ask('futures.option', { siteId: 1, optionId: 1 })!, makerPpm: 100, takerPpm: 700 },
  })
  h.limit(1, 'LONG', '0.1', '59990')
  h.book([[59_900, 5]], [[59_990, 5]])
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(h.fills.map((fill) => fill.fee)).toEqual([usdt(0.5999), usdt(4.20007)])
})

test('B: a restart keeps a partly filled limit, what it filled, and what it still waits for', () => {
  const h = desk()
  const reply = h.limit(1, 'SHORT', '1', '60010')
  h.book([[60_010, 0.4]], [[60_020, 5]])
  expect(h.orderOf(reply)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: btc(0.4) })
  const hash = h.core.stateHash()
  h.restart()
  expect(h.core.stateHash()).toBe(hash)
  h.live()
  h.at += 3_000
  h.price(60_010)
  expect(h.orderOf(reply).status).toBe('FILLED')
  expect(h.position(1)).toMatchObject({ qty: -btc(1), entryQuote: -usdt(60_010) })
})

test('B: an order may expire on its way; one that came in time stays', () => {
  const h = desk()
  expect(h.limit(1, 'LONG', '0.1', '59990', { expiresAt: h.at - 1 }).body).toMatchObject({ code: 'ORDER_EXPIRED' })
  const reply = h.limit(1, 'LONG', '0.1', '59990', { expiresAt: h.at })
  h.at += 60_000
  h.book([[59_900, 5]], [[59_990, 5]])
  expect(h.orderOf(reply).status).toBe('FILLED')
})
