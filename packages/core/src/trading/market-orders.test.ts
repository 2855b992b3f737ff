import { expect, test } from 'vitest'
import { at, btc, Desk, usdt } from '../futures/testing.ts'

function desk(): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  return h
}

test('0: a market order is NEW, and executes on the first book of its time', () => {
  const h = desk()
  const reply = h.order(1, { side: 'LONG', qty: '0.1' })
  expect(reply.body).toMatchObject({ status: 'NEW', qty: '0.100', filledQty: '0.000', leverage: 10 })
  h.at += 149
  h.price(60_100)
  expect(h.position(1)).toBeUndefined()
  h.at += 1
  h.price(60_200)
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQty: btc(0.1) })
  expect(h.position(1)).toMatchObject({ qty: btc(0.1), entryQuote: usdt(6_020.1), margin: usdt(602.11) })
  expect(h.fills[0]).toMatchObject({ best: at(60_201), fee: usdt(2.40804), isMaker: false })
  expect(h.money(1)).toMatchObject({ posted: usdt(10_000) - h.fills[0]!.fee, reserved: usdt(602.11) })
})

test('B: a reduce-only market order closes the position and gives back its margin', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.at += 2_000
  const reply = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.execute(61_000)
  expect(h.orderOf(reply).status).toBe('FILLED')
  expect(h.position(1)).toBeUndefined()
  const fees = h.fills.reduce((sum, fill) => sum + fill.fee, 0n)
  expect(h.fills[1]!.realizedPnl).toBe(usdt(99.9))
  expect(h.money(1)).toMatchObject({ posted: usdt(10_099.9) - fees, reserved: 0n })
})
