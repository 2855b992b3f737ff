import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { byMember, byStaff } from '../envelope.ts'
import { btc, Desk, perpetual, usdt } from '../futures/testing.ts'
import { tableNames } from '../tables/index.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Effects, FuturesOption } from '../types.ts'

const ROWS_MAX = 200
const operator = byStaff(SITE, 1, 'test')

const rowsOf = ({ rows }: Effects): number => tableNames.reduce((sum, name) => sum + rows[name].length, 0)
const configure = (h: Desk, parts: Partial<FuturesOption>) =>
  h.do({ kind: 'configureFutures', ...operator, option: perpetual(parts) })
/** What an order of 0.01 at 59,000 and 10× holds back at a fee. */
const held = (takerPpm: number) => usdt(59 + (590 * 2 * takerPpm) / 1_000_000)

/** Traders with a resting order of 0.01 each. */
function crowd(count: number): Desk {
  const h = new Desk()
  h.price(60_000)
  for (let memberId = 1; memberId <= count; memberId++) {
    h.trader(memberId, usdt(1_000))
    h.place(memberId, { side: 'LONG', qty: '0.01', price: '59000', marketType: 'LIMIT' })
  }
  return h
}

/** Does one turn of what is due. */
function turn(h: Desk, maxRows = 1_000): Effects {
  const effects = h.core.advance(h.ctx(), maxRows)
  h.calls.push(effects)
  return effects
}

test('5,000 traders of one market are counted anew in turns of at most 200 rows, each once', () => {
  const h = crowd(5_000)
  const begun = h.calls.length
  configure(h, { takerPpm: 500, brackets: perpetual().brackets.map((row) => ({ ...row })) })
  while (h.core.more(h.ctx())) turn(h)
  const calls = h.calls.slice(begun)
  expect(Math.max(...calls.map(rowsOf))).toBeLessThanOrEqual(ROWS_MAX)
  const reserved = calls.flatMap(({ rows }) => rows.wallets.map(({ memberId, reserved }) => [memberId, reserved]))
  expect(reserved).toEqual(Array.from({ length: 5_000 }, (_, index) => [index + 1, held(500)]))
})

test('who acts while he waits to be counted anew is counted first, in the same turn', () => {
  const h = crowd(400)
  configure(h, { takerPpm: 2_000 })
  expect(h.money(400).reserved).toBe(held(400))
  h.place(400, { side: 'LONG', qty: '0.01', price: '59000', marketType: 'LIMIT' })
  expect(h.money(400).reserved).toBe(2n * held(2_000))
  expect(h.money(399).reserved).toBe(held(400))
})

test('money that leaves while its owner waits to be counted anew is what he has left by the new fee', () => {
  const h = crowd(400)
  configure(h, { takerPpm: 2_000 })
  const give = (point: bigint) => {
    const own = { kind: 'transferOwn', from: 'FUTURES', to: 'USDT', point } as const
    return codeOf(h.do({ ...own, ...byMember({ siteId: SITE, memberId: 400 }, h.key()) }))
  }
  expect(give(usdt(1_000) - held(2_000) + 1n)).toBe('BALANCE_INSUFFICIENT')
  expect(give(usdt(1_000) - held(2_000))).toBe(200)
})

test('an order that fills while its trader waits to be counted anew is judged by what he holds back then', () => {
  const h = crowd(400)
  configure(h, { takerPpm: 2_000 })
  h.venueUpdate({
    kind: 'depth',
    instrument: 'BTCUSDT',
    sourceTs: h.at,
    recvTs: h.at,
    correctedTs: h.at,
    bids: [],
    asks: [[590_000, btc(0.02)]],
    u: 9,
  })
  const fills = h.fills.map(({ memberId }) => memberId)
  expect(fills.length).toBeGreaterThan(0)
  for (const memberId of fills) expect(h.money(memberId).reserved).toBe(h.position(memberId)!.margin)
})

test('a start in the middle of the work goes on to what it would have come to', () => {
  const whole = crowd(1_000)
  configure(whole, { takerPpm: 2_000 })
  whole.settle()
  const h = crowd(1_000)
  configure(h, { takerPpm: 2_000 })
  for (let turns = 0; h.core.more(h.ctx()); turns++) {
    turn(h)
    if (turns % 2 === 0) h.core = createCore(h.core.snapshot())
  }
  for (let memberId = 1; memberId <= 1_000; memberId++) expect(h.money(memberId)).toEqual(whole.money(memberId))
})

test('a dearer fee ends the newest orders of a trader who cannot pay for all, after a start as without one', () => {
  for (const isCrashed of [false, true]) {
    const h = crowd(1)
    for (let count = 0; count < 15; count++)
      h.place(1, { side: 'LONG', qty: '0.01', price: '59000', marketType: 'LIMIT' })
    const ids = h.openOrders(1).map(({ id }) => id)
    configure(h, { takerPpm: 9_000 })
    if (isCrashed) h.core = createCore(h.core.snapshot())
    h.settle()
    const left = Number(usdt(1_000) / held(9_000))
    expect(left).toBeLessThan(ids.length)
    expect(h.openOrders(1).map(({ id }) => id)).toEqual(ids.slice(0, left))
  }
})

/** A trader whose close uncovers 40 orders that closed before it. */
function uncover(): Desk {
  const h = new Desk()
  h.trader(1, usdt(1_300))
  h.price(60_000)
  h.order(1, { side: 'LONG', qty: '0.2' })
  h.execute(60_000)
  for (let count = 0; count < 40; count++)
    h.order(1, { side: 'SHORT', qty: '0.005', price: '61000', marketType: 'LIMIT' })
  h.at += 2_000
  h.price(56_000)
  h.place(1, { side: 'SHORT', qty: '0.2', isReduceOnly: true })
  h.at += 150
  return h
}
const cancelled = ({ rows }: Effects) =>
  rows.orders.filter(({ reason }) => reason === 'BALANCE_INSUFFICIENT').map(({ id }) => id)

test('D, wallet: what a close leaves uncovered ends sixteen orders a turn, the newest first, and is out of play at once', () => {
  const h = uncover()
  const sells = h.openOrders(1).filter(({ qty, isReduceOnly }) => qty !== null && !isReduceOnly)
  const from = h.calls.length
  const book = { bids: [[560_000, btc(10)]], asks: [[560_010, btc(10)]] } as const
  const times = { sourceTs: h.at, recvTs: h.at, correctedTs: h.at }
  h.venueUpdate({ kind: 'depth', instrument: 'BTCUSDT', ...times, ...book, u: 1 })
  while (h.core.more(h.ctx())) {
    // A price at which all of them would fill comes before the rest of them ended.
    h.venueUpdate({
      kind: 'depth',
      instrument: 'BTCUSDT',
      ...times,
      bids: [[610_000, btc(10)]],
      asks: [[610_010, btc(10)]],
      u: 2,
    })
    turn(h)
  }
  const ended = h.calls.slice(from).map(cancelled)
  expect(Math.max(...ended.map(({ length }) => length))).toBe(16)
  expect(ended.flat()).toEqual(
    sells
      .map(({ id }) => id)
      .reverse()
      .slice(0, ended.flat().length),
  )
  expect(ended.flat().length).toBeGreaterThan(16)
  expect(h.fills.some(({ orderId }) => ended.flat().includes(orderId!))).toBe(false)
})

test('D, wallet: after a start the same orders end that were uncovered before', () => {
  const whole = uncover()
  whole.price(56_000)
  const h = uncover()
  h.venueUpdate({
    kind: 'depth',
    instrument: 'BTCUSDT',
    ...{ sourceTs: h.at, recvTs: h.at, correctedTs: h.at },
    ...{ bids: [[560_000, btc(10)]], asks: [[560_010, btc(10)]], u: 1 },
  })
  expect(h.calls.flatMap(cancelled)).toHaveLength(16)
  h.core = createCore(h.core.snapshot())
  const { reserved } = h.money(1)
  while (h.core.more(h.ctx())) turn(h)
  expect(h.money(1).reserved).toBe(reserved)
  expect(h.openOrders(1).map(({ id }) => id)).toEqual(whole.openOrders(1).map(({ id }) => id))
})
