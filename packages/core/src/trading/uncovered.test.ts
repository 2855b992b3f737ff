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
