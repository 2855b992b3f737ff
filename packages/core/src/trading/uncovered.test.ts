import { otherBrackets } from '@maru/positions'
import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { byMember } from '../envelope.ts'
import { at, btc, Desk, perpetual, usdt } from '../futures/testing.ts'
import { SITE } from '../testing.ts'

const eth = perpetual({ id: 2, stock: 'CR_ETHUSDTPERP', instrument: 'ETHUSDT', brackets: otherBrackets })

function ethPrice(h: Desk, price: number): void {
  const level = [[at(price), 10_000_000]] as const
  const times = { sourceTs: h.at, recvTs: h.at, correctedTs: h.at }
  const funding = { fundingRate: null, nextFundingTime: null }
  h.venueUpdate({ kind: 'mark', instrument: 'ETHUSDT', sourceTs: h.at, price: at(price), ...funding })
  h.venueUpdate({ kind: 'depth', instrument: 'ETHUSDT', ...times, u: h.at, bids: level, asks: level })
  h.settle()
}

/**
 * A trader whose newest order closes his position in part of a turn and rests on. A loss elsewhere left him no money for the older
 * orders, which closed before it: a large one and, after it, twenty small ones.
 */
function uncover(): { h: Desk; by: number; newest: number } {
  const h = new Desk([perpetual(), eth])
  h.live('ETHUSDT')
  h.trader(1, usdt(10_000))
  for (const optionId of [1, 2]) {
    const whom = byMember({ siteId: SITE, memberId: 1 }, h.key())
    h.do({ kind: 'setMarginType', ...whom, optionId, marginType: 'CROSS' })
  }
  h.price(60_000)
  ethPrice(h, 3_000)
  h.order(1, { side: 'LONG', qty: '0.2' })
  h.order(1, { side: 'LONG', qty: '10', optionId: 2 })
  h.at += 150
  h.again()
  ethPrice(h, 3_000)
  h.limit(1, 'SHORT', '0.16', '61000')
  for (let count = 0; count < 20; count++) h.limit(1, 'SHORT', '0.002', '61000')
  const by = h.orderOf(h.limit(1, 'SHORT', '0.25', '60500')).id
  ethPrice(h, 2_060)
  h.order(1, { side: 'SHORT', qty: '10', optionId: 2, isReduceOnly: true })
  h.at += 150
  ethPrice(h, 2_060)
  expect(h.openOrders(1)).toHaveLength(22)
  const times = { sourceTs: h.at, recvTs: h.at, correctedTs: h.at }
  const levels = { bids: [[at(60_500), btc(0.2)]], asks: [[at(60_510), btc(10)]] } as const
  h.venueUpdate({ kind: 'depth', instrument: 'BTCUSDT', ...times, ...levels, u: 1_000 })
  return { h, by, newest: h.openOrders(1).length }
}

test('D, wallet: after a start the same orders end that were uncovered before, also where the newest is the one that closed', () => {
  const whole = uncover()
  expect(whole.newest).toBe(22 - 16)
  whole.h.settle()
  expect(whole.h.openOrders(1).map(({ id }) => id)).toEqual([whole.by])
  const { h, by } = uncover()
  const ended = () => h.events('ORDER_CANCEL').map(({ data }) => (data as { id: number }).id)
  h.core = createCore(h.core.snapshot())
  h.settle()
  expect(ended()).toEqual(ended().toSorted((a, b) => b - a))
  expect(h.openOrders(1).map(({ id }) => id)).toEqual([by])
  expect(h.money(1)).toEqual(whole.h.money(1))
})

test('D, wallet: the work ends sixteen a turn too, however many are left and however many rows a turn may have', () => {
  const h = new Desk([perpetual({ maxOpenOrders: 200 })])
  h.trader(1, usdt(1_215))
  h.price(60_000)
  h.order(1, { side: 'LONG', qty: '0.2' })
  h.execute(60_000)
  for (let count = 0; count < 100; count++) h.limit(1, 'SHORT', '0.002', '61000')
  h.at += 2_000
  h.price(56_000)
  h.place(1, { side: 'SHORT', qty: '0.2', isReduceOnly: true })
  h.at += 150
  const counts = [h.openOrders(1).length]
  const turn = (call: () => void) => {
    call()
    counts.push(h.openOrders(1).length)
  }
  const times = { sourceTs: h.at, recvTs: h.at, correctedTs: h.at }
  const levels = { bids: [[at(56_000), btc(10)]], asks: [[at(56_010), btc(10)]] } as const
  turn(() => h.venueUpdate({ kind: 'depth', instrument: 'BTCUSDT', ...times, ...levels, u: 1_000 }))
  while (h.core.more(h.ctx())) turn(() => h.core.advance(h.ctx(), 1_000))
  const ended = counts.slice(1).map((count, index) => counts[index]! - count)
  // The first has the close among them, whose order ends too.
  expect(ended[0]).toBe(17)
  expect(Math.max(...ended.slice(1))).toBe(16)
  expect(ended.length).toBeGreaterThan(3)
})
