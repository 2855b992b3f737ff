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
