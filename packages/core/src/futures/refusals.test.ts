import { expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { tableNames } from '../tables/index.ts'
import { codeOf, operator, SITE } from '../testing.ts'
import type { FuturesOption, Reply } from '../types.ts'
import { at, Desk, perpetual, usdt } from './testing.ts'

function desk(parts: Partial<FuturesOption> = {}, amount = usdt(10_000)): Desk {
  const h = new Desk([perpetual(parts)])
  h.price(60_000)
  h.trader(1, amount)
  return h
}

/** What a refusal itself leaves: the stored reply, and that a member of the staff asked for it. */
const isSaid = (table: string): boolean => table === 'replies' || table === 'staffActs'

/** A refusal is told with its code and parameters, and changes nothing. */
function refused(h: Desk, act: () => Reply): unknown {
  h.settle()
  const before = h.core.stateHash()
  const calls = h.calls.length
  const reply = act()
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(h.core.stateHash()).toBe(before)
  for (const { rows, events } of h.calls.slice(calls)) {
    expect(events).toEqual([])
    expect(tableNames.filter((table) => !isSaid(table) && rows[table].length > 0)).toEqual([])
  }
  return reply.body
}
const codeOfRefusal = (h: Desk, act: () => Reply) => (refused(h, act) as { code: string }).code

const buy = (h: Desk, parts = {}) => h.order(1, { side: 'LONG', qty: '0.1', ...parts })
const buyAt = (h: Desk, price: string, parts = {}) => h.limit(1, 'LONG', '0.1', price, parts)

test('a price that is no multiple of the tick', () => {
  const h = desk({ tickUnits: 5 })
  const tick = { code: 'PRICE_TICK_INVALID', params: { tick: '0.5' } }
  expect(refused(h, () => buyAt(h, '60000.4'))).toEqual(tick)
  expect(refused(h, () => buyAt(h, '60000.05'))).toEqual(tick)
  expect(refused(h, () => buyAt(h, '0'))).toEqual(tick)
  expect(refused(h, () => buyAt(h, '-60000'))).toEqual(tick)
  expect(refused(h, () => buyAt(h, '1e5'))).toEqual(tick)
  expect(refused(h, () => buyAt(h, '90071992547409920'))).toEqual(tick)
  expect(refused(h, () => buy(h, { marketType: 'STOPMARKET', triggerPrice: '60000.1' }))).toEqual(tick)
  expect(refused(h, () => buy(h, { takeProfit: '61000.1' }))).toEqual(tick)
  expect(codeOf(buyAt(h, '60000.5'))).toBe(200)
})

test('a quantity that is no multiple of the step', () => {
  const h = desk({ stepUnits: 10, minQty: 10 })
  const step = { code: 'QTY_STEP_INVALID', params: { step: '0.010' } }
  for (const qty of ['0.105', '0', '-0.1', '0.1001', '', 'x', '90071992547409920']) {
    expect(refused(h, () => buy(h, { qty }))).toEqual(step)
  }
  expect(codeOf(buy(h, { qty: '0.11' }))).toBe(200)
})

test('B: the edges of the band, the smallest order and the cap of a bracket are allowed', () => {
  const brackets = [{ notionalCap: usdt(6_000), maxLeverage: 10, mmrPpm: 10_000, cum: 0n }]
  const h = desk({ brackets, minQty: 2, minNotional: usdt(108) })
  const limit = (side: 'LONG' | 'SHORT', qty: string, price: string) => codeOf(h.limit(1, side, qty, price))
  expect([limit('LONG', '0.003', '53999.9'), limit('LONG', '0.002', '54000')]).toEqual(['PRICE_OUT_OF_BAND', 200])
  expect([limit('SHORT', '0.002', '66000.1'), limit('SHORT', '0.002', '66000')]).toEqual(['PRICE_OUT_OF_BAND', 200])
  h.trader(2)
  const cap = (qty: string) => codeOf(h.limit(2, 'LONG', qty, '60000'))
  expect([cap('0.101'), cap('0.1')]).toEqual(['LEVERAGE_MAX_QTY_EXCEEDED', 200])
})

test('below the smallest quantity, and below the smallest notional', () => {
  const h = desk({ minQty: 2 })
  expect(refused(h, () => buy(h, { qty: '0.001' }))).toEqual({
    code: 'QTY_BELOW_MIN',
    params: { min: '0.002', unit: 'BTC' },
  })
  const cheap = desk({ minNotional: usdt(120.003) })
  expect(refused(cheap, () => buy(cheap, { qty: '0.002' }))).toEqual({
    code: 'ORDER_MIN_NOTIONAL',
    params: { min: '120.003' },
  })
  expect(codeOf(cheap.limit(1, 'LONG', '0.002', '60001.5'))).toBe(200)
})

test('a limit more than 10 % from the mark; of a stop-limit, from its trigger', () => {
  const h = desk()
  for (const price of ['53999.9', '66000.1']) expect(codeOfRefusal(h, () => buyAt(h, price))).toBe('PRICE_OUT_OF_BAND')
  expect(codeOf(buyAt(h, '54000'))).toBe(200)
  const stopLimit = (price: string) => buyAt(h, price, { marketType: 'STOPLIMIT', triggerPrice: '80000' })
  expect(codeOfRefusal(h, () => stopLimit('71999.9'))).toBe('PRICE_OUT_OF_BAND')
  expect(codeOfRefusal(h, () => stopLimit('88000.1'))).toBe('PRICE_OUT_OF_BAND')
  expect(codeOf(stopLimit('72000'))).toBe(200)
})

test('a trigger at the price that it watches', () => {
  const h = desk()
  h.last(60_010)
  const stop = (triggerPrice: string, isMark: boolean) => buy(h, { marketType: 'STOPMARKET', triggerPrice, isMark })
  expect(codeOfRefusal(h, () => stop('60010', false))).toBe('TRIGGER_PRICE_INVALID')
  expect(codeOfRefusal(h, () => stop('60000', true))).toBe('TRIGGER_PRICE_INVALID')
  expect(codeOf(stop('60010', true))).toBe(200)
})

test('an unknown option, another site’s, a member without a wallet', () => {
  const h = desk()
  expect(codeOfRefusal(h, () => buy(h, { optionId: 99 }))).toBe('STOCK_NOT_FOUND')
  expect(codeOfRefusal(h, () => h.order(2, { side: 'LONG', qty: '0.1' }))).toBe('WALLET_NOT_FOUND')
  h.member(3)
  expect(codeOfRefusal(h, () => h.order(3, { side: 'LONG', qty: '0.1' }))).toBe('WALLET_NOT_FOUND')
})

test('a stopped or withdrawn option; a close at the market goes through', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  for (const stopped of [{ isStop: true }, { isPlay: false }]) {
    h.do({ kind: 'configureFutures', ...operator, option: perpetual(stopped) })
    expect(codeOfRefusal(h, () => buy(h))).toBe('OPTION_STOPPED')
    const limit = { isReduceOnly: true }
    expect(codeOfRefusal(h, () => h.limit(1, 'SHORT', '0.1', '60100', limit))).toBe('OPTION_STOPPED')
  }
  expect(codeOf(h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true }))).toBe(200)
  h.execute(60_000)
  expect(h.position(1)).toBeUndefined()
})

test('a stale feed, and a feed that has shown no mark yet; the key stays free', () => {
  const h = desk()
  h.stale()
  const key = h.key()
  const order = {
    optionId: 1,
    side: 'LONG',
    marketType: 'MARKET',
    qty: '0.1',
    price: null,
    triggerPrice: null,
  } as const
  const flags = { isMark: false, isReduceOnly: false, isMarkTp: false, isMarkSl: false }
  const rest = { takeProfit: null, stopLoss: null, tolerance: null, expiresAt: null }
  const send = () =>
    h.do({
      kind: 'placeFutures',
      ...byMember({ siteId: SITE, memberId: 1 }, key),
      order: { ...order, ...flags, ...rest },
    })
  expect(codeOfRefusal(h, send)).toBe('PRICE_FEED_STALE')
  h.live()
  expect(codeOf(send())).toBe(200)
  const blind = new Desk()
  blind.trader(1)
  expect(codeOfRefusal(blind, () => buy(blind))).toBe('PRICE_FEED_STALE')
})

test('more than the leverage may hold: position, orders and order together', () => {
  const h = desk({ defaultLeverage: 100 }, usdt(1_000_000))
  // 50,000 USDT at 100×: 0.83 BTC at 60,001
  expect(codeOfRefusal(h, () => buy(h, { qty: '0.834' }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  expect(codeOfRefusal(h, () => buy(h, { qty: '9000000000000' }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  h.trade(1, 'LONG', '0.4', 60_000)
  buyAt(h, '60000', { qty: '0.4' })
  expect(codeOfRefusal(h, () => buyAt(h, '60000', { qty: '0.05' }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  expect(codeOf(h.limit(1, 'SHORT', '1.2', '60500'))).toBe(200)
})

test('more open orders than allowed; TP and SL are not counted, a close at the market is exempt', () => {
  const h = desk({ maxOpenOrders: 2 })
  h.trade(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, '61000', '59000')
  buyAt(h, '59000')
  buyAt(h, '59000')
  expect(codeOfRefusal(h, () => buyAt(h, '59000'))).toBe('ORDER_COUNT_EXCEEDED')
  expect(codeOf(h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true }))).toBe(200)
})

test('an order that expired on its way', () => {
  const h = desk()
  expect(codeOfRefusal(h, () => buy(h, { expiresAt: h.at - 1 }))).toBe('ORDER_EXPIRED')
})

test('reduce-only: without position, on the same side, above the position, beside others', () => {
  const h = desk()
  const reduce = (side: 'LONG' | 'SHORT', qty: string, parts = {}) =>
    h.order(1, { side, qty, isReduceOnly: true, ...parts })
  const rest = { marketType: 'LIMIT', price: '60100' } as const
  expect(codeOfRefusal(h, () => reduce('SHORT', '0.1'))).toBe('REDUCE_ONLY_NO_POSITION')
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(codeOfRefusal(h, () => reduce('LONG', '0.1'))).toBe('REDUCE_ONLY_SAME_SIDE')
  expect(codeOfRefusal(h, () => reduce('SHORT', '0.101'))).toBe('REDUCE_ONLY_QTY_EXCEEDED')
  expect(codeOf(reduce('SHORT', '0.06', rest))).toBe(200)
  expect(codeOfRefusal(h, () => reduce('SHORT', '0.041', rest))).toBe('REDUCE_ONLY_CONFLICT')
  expect(codeOf(reduce('SHORT', '0.04', rest))).toBe(200)
})

test('TP on the wrong side, SL on the wrong side, SL beyond liquidation: with an order and for a position', () => {
  const h = desk()
  const exits = (takeProfit: string | null, stopLoss: string | null) => buy(h, { takeProfit, stopLoss })
  expect(codeOfRefusal(h, () => exits('60000', null))).toBe('TAKE_PROFIT_WRONG_SIDE')
  expect(codeOfRefusal(h, () => exits(null, '60000'))).toBe('STOP_LOSS_WRONG_SIDE')
  expect(codeOfRefusal(h, () => exits(null, '54000'))).toBe('STOP_LOSS_BEYOND_LIQUIDATION')
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(codeOfRefusal(h, () => h.tpsl(1, '59999', null))).toBe('TAKE_PROFIT_WRONG_SIDE')
  expect(codeOfRefusal(h, () => h.tpsl(1, null, '60001'))).toBe('STOP_LOSS_WRONG_SIDE')
  const liquidation = h.liquidPrice(1)!
  const text = (price: number) => `${Math.floor(price / 10)}.${price % 10}`
  expect(codeOfRefusal(h, () => h.tpsl(1, null, text(liquidation)))).toBe('STOP_LOSS_BEYOND_LIQUIDATION')
  expect(codeOfRefusal(h, () => h.tpsl(1, '61000.05', null))).toBe('PRICE_TICK_INVALID')
  expect(codeOf(h.tpsl(1, null, text(liquidation + 1)))).toBe(200)
  h.trader(2)
  expect(codeOfRefusal(h, () => h.tpsl(2, '61000', null))).toBe('POSITION_NOT_FOUND')
})

test('TP and SL of a limit are judged where it will fill', () => {
  const h = desk()
  expect(codeOf(buyAt(h, '59000', { takeProfit: '59500', stopLoss: '58500' }))).toBe(200)
  expect(codeOfRefusal(h, () => buyAt(h, '59000', { stopLoss: '59500' }))).toBe('STOP_LOSS_WRONG_SIDE')
})

test('too little money: for the margin, and for the fees alone', () => {
  const h = desk({}, usdt(600))
  // 0.1 at 60,000.0: margin 600, fees of a round trip 4.8
  expect(codeOfRefusal(h, () => buyAt(h, '60000'))).toBe('FEE_INSUFFICIENT')
  expect(codeOfRefusal(h, () => buyAt(h, '60000', { qty: '0.101' }))).toBe('BALANCE_INSUFFICIENT')
  const enough = desk({}, usdt(604.8))
  expect(codeOf(buyAt(enough, '60000'))).toBe(200)
  expect(enough.money(1)).toMatchObject({ available: 0n, reserved: usdt(604.8) })
})

test('an order counts the loss that it would start with', () => {
  const h = desk({}, usdt(604.8))
  h.mark(59_900)
  h.book([[59_990, 1]], [[60_000, 1]])
  expect(codeOfRefusal(h, () => buyAt(h, '60000'))).toBe('BALANCE_INSUFFICIENT')
})

test('B, cost: a limit that rests between mark and ask counts its open loss, one beyond the mark has none', () => {
  const between = (amount: number) => {
    const h = desk({}, usdt(amount))
    h.mark(59_900)
    h.book([[59_990, 1]], [[60_010, 1]])
    return h
  }
  const short = between(614.79)
  expect(codeOfRefusal(short, () => buyAt(short, '60000'))).toBe('FEE_INSUFFICIENT')
  expect(codeOf(buyAt(between(614.8), '60000'))).toBe(200)
  expect(codeOf(buyAt(between(602.784), '59800'))).toBe(200)
})

test('an isolated position that would start at 80 % of its liquidation', () => {
  const steep = [{ notionalCap: usdt(100_000), maxLeverage: 10, mmrPpm: 90_000, cum: 0n }]
  const h = desk({ brackets: steep })
  expect(codeOfRefusal(h, () => buy(h))).toBe('ISOLATED_MARGIN_INSUFFICIENT')
  h.do({ kind: 'setLeverage', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, leverage: 8 })
  expect(codeOf(buy(h))).toBe(200)
})

test.each([
  [80_000, 'ISOLATED_MARGIN_INSUFFICIENT'],
  [79_999, 200],
])('B: a start at exactly 80 %% is refused, one below is taken: maintenance of %i ppm at 10x', (mmrPpm, code) => {
  const h = desk({ brackets: [{ notionalCap: usdt(100_000), maxLeverage: 10, mmrPpm, cum: 0n }] })
  expect(codeOf(buyAt(h, '59000'))).toBe(code)
})

test('beyond the highest funding nobody opens on the side that is paid', () => {
  const h = desk()
  const funding = (rate: number) => h.mark(60_000, { rate, at: h.at + 3_600_000 })
  const opens = (side: 'LONG' | 'SHORT') => codeOf(h.limit(1, side, '0.1', side === 'LONG' ? '59000' : '61000'))
  funding(1_000_001)
  expect([opens('LONG'), opens('SHORT')]).toEqual([200, 'OPTION_STOPPED'])
  funding(-1_000_001)
  expect([opens('LONG'), opens('SHORT')]).toEqual(['OPTION_STOPPED', 200])
  funding(1_000_000)
  expect(opens('SHORT')).toBe(200)
})

test('J: a locked-out, excluded or resting member opens nothing, but closes', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.3', 60_000)
  const close = () => codeOf(h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true }))
  h.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: 1, status: 'DENY' })
  expect([codeOfRefusal(h, () => buy(h)), close()]).toEqual(['ACCOUNT_DENIED', 200])
  h.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: 1, status: 'ACTIVE' })
  h.do({ kind: 'coolOff', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), until: h.wall + 1_000 })
  expect([codeOfRefusal(h, () => buy(h)), close()]).toEqual(['COOL_OFF_ACTIVE', 200])
  h.do({ kind: 'selfExclude', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), months: 6 })
  expect([codeOfRefusal(h, () => buy(h)), close()]).toEqual(['SELF_EXCLUDED', 200])
})

test('J: an order that could lose more than the member’s own limit; results after fees count, closing does not', () => {
  const h = desk()
  const limit = { kind: 'LOSS', window: '24h', currency: 'USDT', amount: usdt(699) } as const
  h.do({ kind: 'setLimits', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), limits: [limit] })
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(codeOfRefusal(h, () => buy(h))).toBe('SELF_LIMIT_EXCEEDED')
  h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.execute(59_000)
  expect(h.fills.at(-1)!.realizedPnl).toBe(usdt(-100.1))
  h.at += 2_000
  h.price(59_000)
  // 699 − 100.1 − 4.8 of fees are left
  expect(codeOfRefusal(h, () => buyAt(h, '59000'))).toBe('SELF_LIMIT_EXCEEDED')
  expect(codeOf(buyAt(h, '59000', { qty: '0.099' }))).toBe(200)
})

test('numbers that the order’s type does not use, or lacks', () => {
  const h = desk()
  const cases = [
    { price: '60000' },
    { triggerPrice: '60000' },
    { marketType: 'LIMIT' },
    { marketType: 'STOPMARKET' },
    { marketType: 'STOPLIMIT', price: '60000' },
    { marketType: 'LIMIT', price: '60000', tolerance: '1' },
    { tolerance: '0' },
    { tolerance: '100.0001' },
    { tolerance: '0.00001' },
  ] as const
  for (const parts of cases) expect(codeOfRefusal(h, () => buy(h, parts))).toBe('INVALID_REQUEST')
  h.trade(1, 'LONG', '0.1', 60_000)
  const exit = { isReduceOnly: true, takeProfit: '50000' }
  expect(codeOfRefusal(h, () => h.order(1, { side: 'SHORT', qty: '0.1', ...exit }))).toBe('INVALID_REQUEST')
})

test('cancelling what is not there, another’s, or done', () => {
  const h = desk()
  h.trader(2)
  const open = h.orderOf(buyAt(h, '59000'))
  expect(codeOfRefusal(h, () => h.cancel(1, 999_999))).toBe('ORDER_CANCEL_NOT_FOUND')
  expect(codeOfRefusal(h, () => h.cancel(2, open.id))).toBe('ORDER_CANCEL_NOT_FOUND')
  expect(h.cancel(1, open.id).body).toMatchObject({ status: 'CANCELED', reason: 'MEMBER', closedAt: h.at })
  expect(codeOfRefusal(h, () => h.cancel(1, open.id))).toBe('ORDER_CANCEL_ALREADY_CLOSED')
  expect(codeOfRefusal(h, () => h.cancel(2, open.id))).toBe('ORDER_CANCEL_NOT_FOUND')
})

test('a market that is configured wrongly, or made into another', () => {
  const h = desk()
  const set = (parts: Partial<FuturesOption>) =>
    h.do({ kind: 'configureFutures', ...operator, siteId: parts.siteId ?? SITE, option: perpetual(parts) })
  const cases: Partial<FuturesOption>[] = [
    { tickUnits: 0 },
    { stepUnits: 0.5 },
    { takerPpm: -1 },
    { precision: 6 },
    { brackets: [] },
    { defaultLeverage: 101 },
    { slipPpm: 1_000_000 },
    { slipPpm: 0 },
    { minQty: 3, stepUnits: 2 },
    { id: 2, precision: 6, qtyPrecision: 3 },
  ]
  for (const parts of cases) expect(codeOfRefusal(h, () => set(parts))).toBe('INVALID_REQUEST')
  expect(codeOfRefusal(h, () => set({ siteId: 77 }))).toBe('SITE_NOT_FOUND')
  expect(codeOf(set({ id: 2, stock: 'CR_ETHUSDTPERP', instrument: 'ETHUSDT', precision: 2 }))).toBe(200)
})

test('the same key again: the stored answer, a refusal too', () => {
  const h = desk()
  const key = h.key()
  const cancel = {
    kind: 'cancelOrder',
    ...byMember({ siteId: SITE, memberId: 1 }, key),
    book: 'futures',
    id: 5,
  } as const
  const first = h.do(cancel)
  expect(codeOf(first)).toBe('ORDER_CANCEL_NOT_FOUND')
  expect(h.do(cancel)).toEqual(first)
  expect(codeOf(h.do({ ...cancel, key: { ...key, bodyHash: 'other' } }))).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('prices that are none stop the core', () => {
  const h = desk()
  expect(() => h.mark(0)).toThrow('no price')
  expect(() => h.book([[60_000.01, 1]], [[at(6), 1]])).not.toThrow()
})

test('B: the tolerance of a market order goes up to 100 % and includes it', () => {
  const h = desk()
  expect(codeOfRefusal(h, () => buy(h, { tolerance: '100.0001' }))).toBe('INVALID_REQUEST')
  expect(codeOf(buy(h, { tolerance: '100' }))).toBe(200)
})

test('B: TP and SL are refused while the mark is not known; clearing them needs none', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(codeOf(h.tpsl(1, '61000', null))).toBe(200)
  h.restart()
  h.live()
  expect(codeOfRefusal(h, () => h.tpsl(1, '62000', null))).toBe('PRICE_FEED_STALE')
  expect(codeOf(h.tpsl(1, '0', null))).toBe(200)
})

test("B: nobody sets TP and SL of another's position", () => {
  const h = desk()
  h.trader(2)
  h.trade(1, 'LONG', '0.1', 60_000)
  const exits = { takeProfit: '61000', stopLoss: null, isMarkTp: false, isMarkSl: false }
  const positionId = h.position(1)!.id
  const set = (memberId: number) =>
    h.do({ kind: 'setFuturesTpsl', ...byMember({ siteId: SITE, memberId }, h.key()), positionId, ...exits })
  expect(codeOfRefusal(h, () => set(2))).toBe('POSITION_NOT_FOUND')
  expect(codeOf(set(1))).toBe(200)
})

/** A member who is long 0.1 where 6,100 USDT may be held, and sells it by a resting order. */
function closing(qty: string): Desk {
  const h = desk({ brackets: [{ notionalCap: usdt(6_100), maxLeverage: 10, mmrPpm: 10_000, cum: 0n }] })
  h.trade(1, 'LONG', qty, 60_000)
  expect(codeOf(h.limit(1, 'SHORT', qty, '60100'))).toBe(200)
  return h
}

test('B: what open orders close of an opposite position does not count towards the cap of a bracket', () => {
  const h = closing('0.05')
  expect(codeOfRefusal(h, () => h.limit(1, 'SHORT', '0.102', '60100'))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  expect(codeOf(h.limit(1, 'SHORT', '0.101', '60100'))).toBe(200)
})

test('B: two plain opposite orders do not both count as closing towards the cap of a bracket', () => {
  const h = closing('0.1')
  expect(codeOfRefusal(h, () => h.limit(1, 'SHORT', '0.102', '60100'))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
})
