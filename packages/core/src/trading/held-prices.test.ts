import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { Desk, perpetual } from '../futures/testing.ts'
import { CLOSE, contract, eur, Floor, NEXT_OPEN } from '../oversea/testing.ts'
import { codeOf, type House, SITE } from '../testing.ts'

/** Of a house that holds prices: why each hold ended, by stream. */
const endings = (h: House) =>
  h.calls.flatMap(({ rows }) => rows.heldPrices).map(({ stream, ending }) => `${stream} ${ending}`)

/** A member is long 0.1 at 60,000 with 10×: liquidated at 54,216.87. */
function held(): Desk {
  const h = new Desk([perpetual({ jumpPpm: 30_000 })])
  h.trader(1)
  h.price(60_000)
  h.trade(1, 'LONG', '0.1', 60_000)
  h.price(60_000)
  h.calls.length = 0
  return h
}

test('a single false mark liquidates nobody, and the next one shows that it was false', () => {
  const h = held()
  h.mark(50_000)
  h.at += 1_040
  h.settle()
  expect(h.position(1)).toBeDefined()
  h.mark(60_010)
  h.at += 2_000
  h.settle()
  expect(h.position(1)).toBeDefined()
  expect(endings(h)).toEqual(['mark FALSE'])
})

test.each([
  ['299 ms later', 299, 50_100, true],
  ['300 ms later, within half of the distance', 300, 50_700, false],
  ['300 ms later, further down', 300, 45_000, false],
  ['300 ms later, on the other side', 300, 66_000, true],
])('a mark that jumped liquidates once a second one confirms it: %s', (_name, ms, second, isOpen) => {
  const h = held()
  h.mark(50_000)
  h.at += ms
  h.mark(second)
  expect(h.position(1) !== undefined).toBe(isOpen)
})

test('a mark whose order book agrees with it counts at once', () => {
  const h = held()
  h.mark(50_000)
  h.book([[50_400, 10]], [[50_402, 10]])
  expect(h.position(1)).toBeUndefined()
  expect(endings(h)).toEqual(['depth CONFIRMED', 'mark CONFIRMED'])
})

test('an order book agrees with a mark within a third of the jump and no further', () => {
  const h = held()
  h.mark(50_000)
  h.book([[50_500, 10]], [[50_502, 10]])
  expect(h.position(1)).toBeDefined()
})

test('a mark that stays alone counts after 1.5 s', () => {
  const h = held()
  h.mark(50_000)
  h.at += 1_499
  h.settle()
  expect(h.position(1)).toBeDefined()
  h.at += 1
  h.settle()
  expect(h.position(1)).toBeUndefined()
  expect(endings(h)).toEqual(['mark EXPIRED'])
})

test('a held order book fills nothing: a close waits as NEW, and what would open is refused', () => {
  const h = held()
  h.book([[58_000, 10]], [[58_002, 10]])
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe('PRICE_FEED_STALE')
  h.at += 200
  h.book([[58_000, 10]], [[58_002, 10]])
  expect(h.orderOf(close).status).toBe('NEW')
  h.at += 100
  h.book([[58_001, 10]], [[58_003, 10]])
  expect(h.orderOf(close)).toMatchObject({ status: 'FILLED', filledQuote: 580_010n * 100n * 10_000n })
})

test('a held order book counts after a second, whatever it says', () => {
  const h = held()
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.at += 200
  h.book([[58_000, 10]], [[58_002, 10]])
  h.at += 999
  h.settle()
  expect(h.orderOf(close).status).toBe('NEW')
  h.at += 1
  h.settle()
  expect(h.orderOf(close).status).toBe('FILLED')
})

test('a stop fires on no single false trade', () => {
  const h = held()
  h.tpsl(1, null, '57000')
  h.last(55_000)
  h.at += 100
  h.last(60_000)
  h.execute(60_000)
  expect(h.position(1)?.qty).toBe(100)
})

test('nothing is withdrawn on the price before a jump', () => {
  const h = held()
  h.mark(50_000)
  const remove = { positionId: h.position(1)!.id, amount: '1', type: 'REMOVE' } as const
  const member = byMember({ siteId: SITE, memberId: 1 }, h.key())
  expect(codeOf(h.do({ kind: 'changeMargin', ...member, ...remove }))).toBe('PRICE_FEED_STALE')
})

test.each([
  [10_000, 0],
  [10_001, 1],
])('the first mark after a gap of %i ms is held: %i', (ms, holds) => {
  const h = held()
  h.stale()
  h.at += ms
  h.live()
  h.mark(60_000)
  h.at += 2_000
  h.settle()
  expect(endings(h).filter((one) => one === 'mark EXPIRED')).toHaveLength(holds)
})

function floor(): Floor {
  const f = new Floor([contract({ jumpPpm: 10_000 })])
  f.member(7, 20_000_000n)
  f.price(1.1)
  f.pass(300)
  f.price(1.1)
  return f
}

test('a single false quote cuts nobody and fills nothing for six seconds at most', () => {
  const f = floor()
  f.trade(7, 'LONG', 20)
  const limit = f.order(7, { side: 'LONG', count: 1, marketType: 'LIMIT', price: '1.0500' })
  f.price(1.04)
  f.pass(5_000)
  expect(f.position(7)).toBeDefined()
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe('PRICE_FEED_STALE')
  f.price(1.1)
  f.pass(6_000)
  expect(f.position(7)).toBeDefined()
  expect(f.orderOf(limit).status).toBe('NEW')
  f.price(1.04)
  f.pass(6_000)
  expect(f.position(7)).toBeUndefined()
})

test('the first quote of a session is held until a second one confirms it', () => {
  const f = floor()
  f.goTo(CLOSE)
  f.trading('EURUSD', { isRest: true })
  f.goTo(NEXT_OPEN - 300_000)
  f.rate(140_000)
  f.goTo(NEXT_OPEN)
  f.trading('EURUSD', { day: 1 })
  f.price(1.1)
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe('PRICE_FEED_STALE')
  f.pass(300)
  f.price(1.1001)
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe(200)
})

test.each([
  ['opening', 1.1111, false, 'FILLED'],
  ['opening', 1.1112, false, 'CANCELED'],
  ['closing', 1.0451, true, 'FILLED'],
  ['closing', 1.0449, true, 'CANCELED'],
] as const)(
  'an overseas market order that is %s stops from the price that it was taken at: %d',
  (_name, to, isReduceOnly, status) => {
    const f = new Floor()
    f.member(7, 50_000_000n)
    f.prices(eur(1.1), eur(1.1) + 10)
    if (isReduceOnly) f.trade(7, 'LONG', 1)
    const order = f.order(7, { side: isReduceOnly ? 'SHORT' : 'LONG', count: 1, isReduceOnly })
    f.at += 300
    f.prices(eur(to) - 10, eur(to))
    if (isReduceOnly) f.prices(eur(to), eur(to) + 10)
    expect(f.orderOf(order).status).toBe(status)
  },
)

test('a perpetual whose order book is old fires, fills and liquidates nothing, whatever its mark says', () => {
  const h = new Desk()
  h.trader(1)
  h.price(60_000)
  h.trade(1, 'LONG', '0.1', 60_000)
  h.price(60_000)
  h.signal({ kind: 'quotes', instrument: 'BTCUSDT', state: 'stale', at: h.at })
  h.mark(53_000)
  expect(h.position(1)).toBeDefined()
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe('PRICE_FEED_STALE')
  h.at += 565_000
  h.settle()
  expect(h.orderOf(close).status).toBe('NEW')
  h.book([[53_232, 10]], [[53_234, 10]])
  h.signal({ kind: 'quotes', instrument: 'BTCUSDT', state: 'live', at: h.at })
  h.settle()
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.at(-1)!.best).toBe(532_320)
})
