import { type Brackets, majorBrackets, otherBrackets } from '@maru/positions'
import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { byMember } from '../envelope.ts'
import { codeOf, operator, SITE } from '../testing.ts'
import type { FuturesOption, Reply } from '../types.ts'
import { at, Desk, perpetual, usdt } from './testing.ts'

const eth = perpetual({ id: 2, stock: 'CR_ETHUSDTPERP', instrument: 'ETHUSDT', brackets: otherBrackets })
const table = (mmrPpm: number, maxLeverage: number, notional = 20_000_000): Brackets => [
  { notionalCap: usdt(notional), maxLeverage, mmrPpm, cum: 0n },
]

function desk(): Desk {
  const h = new Desk([perpetual(), eth])
  h.live('ETHUSDT')
  h.trader(1)
  flat(h, 60_000)
  return h
}

/** One deep level at a price: what is traded there loses nothing but fees. */
function flat(h: Desk, price: number): void {
  h.book([[price, 10_000]], [[price, 10_000]])
  h.mark(price)
}

function ethMark(h: Desk, price: number): void {
  const funding = { fundingRate: null, nextFundingTime: null }
  h.venueUpdate({ kind: 'mark', instrument: 'ETHUSDT', sourceTs: h.at, price: at(price), ...funding })
  const times = { sourceTs: h.at, recvTs: h.at, correctedTs: h.at }
  const level = [[at(price), 10_000_000]] as const
  h.venueUpdate({ kind: 'depth', instrument: 'ETHUSDT', ...times, u: h.at, bids: level, asks: level })
  h.settle()
}

function open(h: Desk): void {
  h.order(1, { side: 'LONG', qty: '0.1' })
  h.at += 150
  flat(h, 60_000)
  expect(h.position(1)).toMatchObject({ margin: usdt(600) })
}

const configure = (h: Desk, parts: Partial<FuturesOption>): Reply =>
  h.do({ kind: 'configureFutures', ...operator, option: perpetual(parts) })

function set(h: Desk, leverage: number): Reply {
  return h.do({ kind: 'setLeverage', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, leverage })
}

/** Refused, and nothing is changed by it. */
function refused(h: Desk, parts: Partial<FuturesOption>): string {
  const before = h.core.stateHash()
  const reply = configure(h, parts)
  expect(h.core.stateHash()).toBe(before)
  return codeOf(reply) as string
}

test('B: brackets that would liquidate an open position at its mark are refused, and nothing changes', () => {
  const h = desk()
  open(h)
  flat(h, 54_500) // 50 of its margin left; maintenance at 2 % were 109
  expect(refused(h, { brackets: table(20_000, 20), isStop: true })).toBe('LEVERAGE_LOCKED_POSITION')
  expect(h.position(1)).toBeDefined()
  expect(codeOf(configure(h, { isStop: true }))).toBe(200)
  flat(h, 60_000)
  expect(codeOf(configure(h, { brackets: table(20_000, 20) }))).toBe(200)
})

test('B: brackets that reach the margin to the last unit are refused', () => {
  const h = desk()
  open(h)
  flat(h, 60_000) // 600 behind 6,000
  expect(refused(h, { brackets: table(100_000, 9), defaultLeverage: 9 })).toBe('LEVERAGE_LOCKED_POSITION')
  expect(codeOf(configure(h, { brackets: table(99_999, 9), defaultLeverage: 9 }))).toBe(200)
  h.settle()
  expect(h.position(1)).toBeDefined()
})

test('B: whom tighter brackets bring beyond 80 % is warned at once', () => {
  const h = desk()
  open(h)
  flat(h, 54_500)
  expect(codeOf(configure(h, { brackets: table(8_000, 20) }))).toBe(200)
  h.settle()
  expect(h.events('POSITION_WARN')).toHaveLength(1)
  expect(h.position(1)).toMatchObject({ isWarned: true })
})

test('B: funding that is owed counts against the margin', () => {
  const h = desk()
  open(h)
  // 0.1 % of 6,000 is 6: 594 are left of the margin.
  h.mark(60_000, { rate: 100_000, at: h.at + 60_000 })
  h.at += 60_000
  expect(codeOf(configure(h, { brackets: table(99_500, 9), defaultLeverage: 9 }))).toBe('LEVERAGE_LOCKED_POSITION')
})

test('B: while positions are open and their mark is unknown, brackets stay; other changes do not wait', () => {
  const h = desk()
  open(h)
  h.restart()
  h.live()
  expect(refused(h, { brackets: table(9_000, 50) })).toBe('PRICE_FEED_STALE')
  expect(codeOf(configure(h, { isStop: true }))).toBe(200)
  flat(h, 60_000)
  expect(codeOf(configure(h, { brackets: table(9_000, 50) }))).toBe(200)
})

test('B: a CROSS account is judged as a whole, and by all of its marks', () => {
  const h = desk()
  for (const optionId of [1, 2]) {
    const whom = byMember({ siteId: SITE, memberId: 1 }, h.key())
    h.do({ kind: 'setMarginType', ...whom, optionId, marginType: 'CROSS' })
  }
  ethMark(h, 3_000)
  h.order(1, { side: 'LONG', qty: '0.1' })
  h.order(1, { side: 'LONG', qty: '20', optionId: 2 })
  h.at += 150
  flat(h, 60_000)
  ethMark(h, 3_000)
  expect(h.ask('futures.open', { siteId: SITE, memberId: 1 }).positions.map(({ row }) => row)).toHaveLength(2)
  // Ether lost 8,000 of 10,000 and needs 1,000: bitcoin may need 900, no 1,200.
  ethMark(h, 2_600)
  expect(refused(h, { brackets: table(200_000, 4), defaultLeverage: 4 })).toBe('LEVERAGE_LOCKED_POSITION')
  expect(codeOf(configure(h, { brackets: table(99_999, 9), defaultLeverage: 9 }))).toBe(200)
  expect(codeOf(configure(h, { brackets: majorBrackets }))).toBe(200)
  h.restart()
  h.live()
  flat(h, 60_000)
  expect(refused(h, { brackets: table(9_000, 50) })).toBe('PRICE_FEED_STALE')
  h.live('ETHUSDT')
  ethMark(h, 2_600)
  expect(codeOf(configure(h, { brackets: table(9_000, 50) }))).toBe(200)
})

test('B: a leverage above the new maximum opens nothing more, is no obstacle to closing, and can be lowered then', () => {
  const h = desk()
  expect(codeOf(set(h, 100))).toBe(200)
  h.order(1, { side: 'LONG', qty: '0.1' })
  h.at += 150
  flat(h, 60_000)
  expect(codeOf(configure(h, { brackets: table(6_000, 50) }))).toBe(200)
  h.settle()
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.001' }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  expect(codeOf(h.order(1, { side: 'SHORT', qty: '0.101' }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  expect(codeOf(h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true }))).toBe(200)
  h.at += 150
  flat(h, 60_000)
  expect(h.position(1)).toBeUndefined()
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.001' }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  expect(set(h, 51).body).toEqual({ code: 'LEVERAGE_OUT_OF_RANGE', params: { min: 1, max: 50 } })
  expect(codeOf(set(h, 50))).toBe(200)
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.001' }))).toBe(200)
})

test('B: orders that the new brackets do not allow are cancelled, the newest first; those that reduce stay', () => {
  const h = desk()
  const ids = ['59000', '59000', '59000'].map((price) => h.orderOf(h.limit(1, 'LONG', '0.1', price)).id)
  expect(codeOf(configure(h, { brackets: table(6_000, 50, 11_800) }))).toBe(200)
  h.settle()
  expect(h.openOrders(1).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(h.orders.get(ids[2]!)).toMatchObject({ status: 'CANCELED', reason: 'LEVERAGE_MAX_QTY_EXCEEDED' })
  const held = h.money(1).reserved
  expect(codeOf(configure(h, { brackets: table(6_000, 50, 13_000) }))).toBe(200)
  expect(h.money(1).reserved).toBe(held)
  for (const id of ids.slice(0, 2)) h.cancel(1, id)
  open(h)
  const close = h.orderOf(h.limit(1, 'SHORT', '0.1', '61000', { isReduceOnly: true }))
  const more = h.orderOf(h.limit(1, 'LONG', '0.05', '59000'))
  expect(codeOf(configure(h, { brackets: table(6_000, 9), defaultLeverage: 9 }))).toBe(200)
  h.settle()
  expect(h.openOrders(1).map(({ id }) => id)).toEqual([close.id])
  expect(h.orders.get(more.id)).toMatchObject({ status: 'CANCELED' })
})

/** What a LONG of 0.1 at 59,000 and 10× holds back: it may open as maker or taker, and closes as taker. */
const held = (takerPpm: number, makerPpm = 400) =>
  usdt(590 + (5_900 * (Math.max(makerPpm, takerPpm) + takerPpm)) / 1_000_000)

test('B, order margin: what open orders set aside for fees is counted anew when the fee changes; a restart counts the same', () => {
  const h = desk()
  open(h)
  const { margin } = h.position(1)!
  h.limit(1, 'LONG', '0.1', '59000')
  h.limit(1, 'SHORT', '0.1', '61000', { isReduceOnly: true })
  expect(h.money(1).reserved).toBe(margin + held(400))
  for (const takerPpm of [500, 0, 300]) {
    expect(codeOf(configure(h, { takerPpm }))).toBe(200)
    h.settle()
    expect(h.money(1).reserved).toBe(margin + held(takerPpm))
    h.restart()
    h.live()
    flat(h, 60_000)
    expect(h.money(1).reserved).toBe(margin + held(takerPpm))
  }
  expect(codeOf(configure(h, { takerPpm: 300, makerPpm: 900 }))).toBe(200)
  h.settle()
  expect(h.money(1).reserved).toBe(margin + held(300, 900))
  expect(h.openOrders(1)).toHaveLength(2)
})

test('B, order margin: what a dearer fee leaves uncovered is cancelled, the newest first; what was uncovered before stays', () => {
  const h = desk()
  const orders = ['59000', '59000', '59000'].map((price) => h.limit(1, 'LONG', '0.55', price))
  const reduced = h.money(1).reserved
  expect(h.money(1).available).toBe(usdt(10_000) - reduced)
  expect(codeOf(configure(h, { takerPpm: 2_000 }))).toBe(200)
  h.settle()
  const states = () => orders.map((reply) => h.orderOf(reply).status)
  expect(states()).toEqual(['NEW', 'NEW', 'CANCELED'])
  expect(h.orderOf(orders[2]!)).toMatchObject({ reason: 'BALANCE_INSUFFICIENT' })
  expect(h.money(1).available).toBeGreaterThanOrEqual(0n)
  expect(h.events('ORDER_CANCEL')).toHaveLength(1)
  h.restart()
  expect(states()).toEqual(['NEW', 'NEW', 'CANCELED'])
})

test('a fee that was changed in the database while the house was down keeps nobody out: orders are counted anew at the start', () => {
  const h = desk()
  const orders = ['59000', '59000', '59000'].map((price) => h.limit(1, 'LONG', '0.55', price))
  const snapshot = h.core.snapshot()
  const changed = (takerPpm: number) => ({
    ...snapshot,
    futuresOptions: snapshot.futuresOptions.map((row) => (row.id === 1 ? { ...row, takerPpm } : row)),
  })
  h.core = createCore(changed(300))
  h.settle()
  expect(h.money(1).reserved).toBe(usdt(3 * 3_245 + (3 * 32_450 * 700) / 1_000_000))
  h.core = createCore(changed(2_000))
  h.settle()
  expect(orders.map((reply) => h.orderOf(reply).status)).toEqual(['NEW', 'NEW', 'CANCELED'])
  expect(h.money(1).reserved).toBe(usdt(2 * 3_245 + (2 * 32_450 * 4_000) / 1_000_000))
  // What positions hold does not depend on it.
  const wallets = snapshot.wallets.map((row) => ({ ...row, reserved: row.reserved + 1n }))
  expect(() => createCore({ ...snapshot, wallets, orders: [] })).toThrow('reserves')
})

test('B: a changed default leverage is for new positions: what is open, and what adds to it, keeps its own', () => {
  const h = desk()
  open(h)
  const order = h.orderOf(h.limit(1, 'LONG', '0.1', '59000'))
  expect(codeOf(configure(h, { defaultLeverage: 50 }))).toBe(200)
  expect(h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })).toEqual({
    leverage: 10,
    marginType: 'ISOLATED',
  })
  const more = h.order(1, { side: 'LONG', qty: '0.1' })
  expect(h.orderOf(more)).toMatchObject({ leverage: 10 })
  h.at += 150
  flat(h, 60_000)
  expect(h.position(1)).toMatchObject({ leverage: 10, margin: usdt(1_200) })
  h.order(1, { side: 'SHORT', qty: '0.2', isReduceOnly: true })
  h.at += 150
  flat(h, 60_000)
  expect(h.position(1)).toBeUndefined()
  expect(h.orderOf(h.limit(1, 'SHORT', '0.1', '61000'))).toMatchObject({ leverage: 10 })
  for (const { id } of h.openOrders(1)) h.cancel(1, id)
  expect(h.orders.get(order.id)).toMatchObject({ status: 'CANCELED' })
  expect(h.orderOf(h.limit(1, 'LONG', '0.1', '59000'))).toMatchObject({ leverage: 50 })
})
