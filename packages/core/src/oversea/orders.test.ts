import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { codeOf, operator, SITE } from '../testing.ts'
import { CLOSE, contract, eur, Floor } from './testing.ts'

const MILLION = 1_000_000n

test('C: a market order fills 300 ms later at the ask, margin and fee are won at the session’s rate, and a close pays ticks', () => {
  const floor = new Floor()
  const member = floor.member(7, 10n * MILLION)
  floor.price(1.1)
  const reply = floor.order(member, { side: 'LONG', count: 2 })
  expect(floor.orderOf(reply)).toMatchObject({ status: 'NEW', executeAt: floor.at + 300 })
  expect(floor.wallet(member)).toEqual({ posted: 10n * MILLION, reserved: 2n * 561_400n })
  floor.pass(299)
  expect(floor.position(member)).toBeUndefined()
  floor.pass(1)
  expect(floor.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQty: 2, fee: 2_800n })
  expect(floor.position(member)).toMatchObject({
    qty: 2,
    margin: 1_120_000n,
    fxRate: 140_000,
    tradingDay: '2026-03-02',
  })
  expect(floor.wallet(member)).toEqual({ posted: 10n * MILLION - 2_800n, reserved: 1_120_000n })
  // Ten ticks up: bought at 1.1001, sold at 1.1011, two contracts of 1,750 won a tick.
  floor.prices(eur(1.1011), eur(1.1012))
  expect(floor.money(member).lastPnl).toBe(2n * 10n * 1_750n + 1_750n)
  floor.pass(2_000)
  floor.trade(member, 'SHORT', 2)
  expect(floor.position(member)).toBeUndefined()
  expect(floor.wallet(member)).toEqual({ posted: 10n * MILLION - 5_600n + 35_000n, reserved: 0n })
  expect(floor.house('PNL_OVERSEA')).toBe(-35_000n)
  expect(floor.house('FEE_OVERSEA')).toBe(5_600n)
  expect(floor.fills.map(({ tradingDay, fxRate, realizedPnl }) => [tradingDay, fxRate, realizedPnl])).toEqual([
    ['2026-03-02', 140_000, 0n],
    ['2026-03-02', 140_000, 35_000n],
  ])
})

test('C: a count is whole and above 0', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  for (const count of [0, -1, 1.5, Number.NaN]) {
    expect(codeOf(floor.order(7, { side: 'LONG', count }))).toBe('COUNT_INVALID')
  }
})

test('C: above the maximum, off the tick, a stop at the last price, too many orders: each its own error, nothing changes', () => {
  const floor = new Floor([contract({ maxOpenOrders: 2 })])
  floor.member(7, 100n * MILLION)
  floor.price(1.1)
  const limit = { marketType: 'LIMIT', side: 'LONG', count: 1 } as const
  expect(codeOf(floor.order(7, { side: 'LONG', count: 31 }))).toBe('MAX_CONTRACTS_EXCEEDED')
  expect(floor.order(7, { ...limit, price: '1.10005' }).body).toEqual({
    code: 'PRICE_TICK_INVALID',
    params: { tick: '0.00010' },
  })
  for (const price of ['0', '-1.1', '1e0', 'x', '1.123456'])
    expect(codeOf(floor.order(7, { ...limit, price }))).toBe('PRICE_TICK_INVALID')
  expect(codeOf(floor.order(7, { ...limit, price: '0.9' }))).toBe('PRICE_OUT_OF_BAND')
  expect(codeOf(floor.order(7, { ...limit, price: null }))).toBe('INVALID_REQUEST')
  expect(codeOf(floor.order(7, { ...limit, price: '1.1', expiresAt: floor.at - 1 }))).toBe('ORDER_EXPIRED')
  expect(codeOf(floor.order(7, { side: 'SHORT', count: 1, isReduceOnly: true }))).toBe('REDUCE_ONLY_NO_POSITION')
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1, optionId: 9 }))).toBe('STOCK_NOT_FOUND')
  expect(codeOf(floor.order(8, { side: 'LONG', count: 1 }))).toBe('WALLET_NOT_FOUND')
  floor.prices(eur(1.1), eur(1.1002))
  const mit = { marketType: 'STOPMARKET', side: 'LONG', count: 1 } as const
  expect(codeOf(floor.order(7, { ...mit, triggerPrice: '1.1001' }))).toBe('TRIGGER_PRICE_INVALID')
  expect(floor.openOrders(7)).toEqual([])
  expect(floor.wallet(7)).toEqual({ posted: 100n * MILLION, reserved: 0n })
  for (const price of ['1.05', '1.06']) expect(floor.order(7, { ...limit, price }).status).toBe(200)
  expect(codeOf(floor.order(7, { ...limit, price: '1.07' }))).toBe('ORDER_COUNT_EXCEEDED')
})

test('C: position and opening orders together stay within the maximum; an opposite order may flip', () => {
  const floor = new Floor([contract({ maxCount: 5 })])
  floor.member(7, 100n * MILLION)
  floor.price(1.1)
  floor.trade(7, 'LONG', 3)
  const limit = { marketType: 'LIMIT', side: 'LONG', price: '1.05' } as const
  expect(floor.order(7, { ...limit, count: 2 }).status).toBe(200)
  expect(codeOf(floor.order(7, { ...limit, count: 1 }))).toBe('MAX_CONTRACTS_EXCEEDED')
  expect(floor.order(7, { side: 'SHORT', count: 3 }).status).toBe(200)
  expect(codeOf(floor.order(7, { side: 'SHORT', count: 5 }))).toBe('MAX_CONTRACTS_EXCEEDED')
})

test('C: the largest count, the edges of the band and the very moment of expiry are allowed', () => {
  const floor = new Floor([contract({ maxCount: 5 })])
  floor.member(7, 100n * MILLION)
  floor.prices(eur(1.1), eur(1.1))
  const limit = { marketType: 'LIMIT', count: 1 } as const
  const at = (side: 'LONG' | 'SHORT', price: string) => codeOf(floor.order(7, { ...limit, side, price }))
  expect([at('LONG', '0.9899'), at('LONG', '0.99')]).toEqual(['PRICE_OUT_OF_BAND', 200])
  expect([at('SHORT', '1.2101'), at('SHORT', '1.21')]).toEqual(['PRICE_OUT_OF_BAND', 200])
  floor.member(8, 100n * MILLION)
  expect(codeOf(floor.order(8, { side: 'LONG', count: 5, expiresAt: floor.at }))).toBe(200)
})

test('C: an opposite order closes the position and opens the rest as another', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  floor.trade(7, 'LONG', 2)
  const first = floor.position(7)!
  floor.trade(7, 'SHORT', 5)
  expect(floor.positions.get(first.id)).toMatchObject({ qty: 0, closedQty: 2, closeReason: 'MEMBER', margin: 0n })
  expect(floor.position(7)).toMatchObject({ side: 'SHORT', qty: -3, margin: 1_680_000n })
  expect(floor.position(7)!.id).not.toBe(first.id)
  const events = floor.calls.flatMap((call) => call.events).filter((event) => event.event.startsWith('POSITION'))
  expect(events.map(({ event }) => event)).toEqual(['POSITION_OPEN', 'POSITION_CLOSE', 'POSITION_OPEN'])
})

test('C: each ten contracts of his last two seconds cost one tick more', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.prices(eur(1.1), eur(1.1001))
  floor.order(7, { side: 'LONG', count: 12 })
  floor.pass(300)
  // Ten at the ask, two a tick above it.
  expect(floor.fills[0]!.quote).toBe((10n * 110_010n + 2n * 110_020n) * 100_000_000n)
  floor.order(7, { side: 'LONG', count: 10 })
  floor.pass(300)
  // Contracts 13 to 22: eight a tick above, two two ticks above.
  expect(floor.fills[1]!.quote).toBe((8n * 110_020n + 2n * 110_030n) * 100_000_000n)
  floor.pass(2_000)
  floor.order(7, { side: 'LONG', count: 1 })
  floor.pass(300)
  expect(floor.fills[2]!.quote).toBe(110_010n * 100_000_000n)
})

test('C: a limit rests and fills at its price when the opposite quote touches it', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.price(1.1)
  const reply = floor.order(7, { side: 'LONG', count: 10, marketType: 'LIMIT', price: '1.0990' })
  expect(floor.orderOf(reply)).toMatchObject({ status: 'NEW', executeAt: null })
  floor.prices(eur(1.099), eur(1.0991))
  expect(floor.orderOf(reply).filledQty).toBe(0)
  floor.prices(eur(1.0988), eur(1.099))
  expect(floor.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: 10n * 109_900n * 100_000_000n })
})

test('C: the direction of a MIT is set at entry: above the last price it fires at last ≥ trigger, below it at ≤', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.prices(eur(1.1), eur(1.1002))
  const above = floor.order(7, { side: 'LONG', count: 1, marketType: 'STOPMARKET', triggerPrice: '1.1011' })
  const below = floor.order(7, { side: 'SHORT', count: 1, marketType: 'STOPMARKET', triggerPrice: '1.0991' })
  expect(floor.orderOf(above)).toMatchObject({ triggerDirection: 'rises', triggerKind: 'last' })
  expect(floor.orderOf(below)).toMatchObject({ triggerDirection: 'falls' })
  floor.pass(300)
  floor.prices(eur(1.101), eur(1.10118))
  expect(floor.orderOf(above).status).toBe('NEW')
  floor.prices(eur(1.101), eur(1.1012))
  expect(floor.orderOf(above)).toMatchObject({ status: 'FILLED', filledQuote: 110_120n * 100_000_000n })
  floor.prices(eur(1.099), eur(1.0992))
  expect(floor.orderOf(below).status).toBe('FILLED')
})

test('0, C: a MIT, a TP and an SL that fire at once do not escape the delay of execution', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.prices(eur(1.1), eur(1.1002))
  const mit = floor.order(7, { side: 'LONG', count: 1, marketType: 'STOPMARKET', triggerPrice: '1.1011', tpTick: 5 })
  floor.pass(5)
  floor.prices(eur(1.101), eur(1.1013))
  expect(floor.orderOf(mit)).toMatchObject({ status: 'TRIGGERED', triggeredAt: floor.at, executeAt: floor.at + 295 })
  floor.pass(294)
  floor.prices(eur(1.102), eur(1.1022))
  expect(floor.fills).toEqual([])
  floor.pass(1)
  expect(floor.orderOf(mit)).toMatchObject({ status: 'FILLED', filledQuote: 110_220n * 100_000_000n })
  // Its TP, at 1.1027, was set by this fill.
  floor.prices(eur(1.103), eur(1.1032))
  const by = byMember({ siteId: 1, memberId: 7 }, floor.key())
  const of = { optionId: 1, id: floor.position(7)!.id }
  const cleared = floor.do({ kind: 'deleteOverseaTpsl', ...by, ...of, value: 'TP' })
  expect([cleared, floor.tpsl(7, 900, null)].map(codeOf)).toEqual(['TRY_AGAIN_LATER', 'TRY_AGAIN_LATER'])
  expect(floor.position(7)).toBeDefined()
  floor.pass(300)
  expect(floor.position(7)).toBeUndefined()
})

test('C: a stop-limit becomes a limit that rests at its price', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.prices(eur(1.1), eur(1.1002))
  const parts = { marketType: 'STOPLIMIT', triggerPrice: '1.1011', price: '1.1005' } as const
  const reply = floor.order(7, { side: 'LONG', count: 1, ...parts })
  floor.pass(300)
  floor.prices(eur(1.101), eur(1.1012))
  expect(floor.orderOf(reply)).toMatchObject({ status: 'TRIGGERED', filledQty: 0 })
  floor.prices(eur(1.1003), eur(1.1005))
  expect(floor.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQuote: 110_050n * 100_000_000n })
})

test('0: on a stale feed nothing opens; a close is taken and executes at the price of the live feed', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  floor.stale('EURUSD')
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('PRICE_FEED_STALE')
  const close = floor.order(7, { side: 'SHORT', count: 1, isReduceOnly: true })
  floor.pass(5_000)
  expect(floor.orderOf(close).status).toBe('NEW')
  floor.live('EURUSD')
  floor.settle()
  expect(floor.orderOf(close).status).toBe('FILLED')
})

test('0: an order whose price goes stale while it waits is rejected after a second', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  const reply = floor.order(7, { side: 'LONG', count: 1 })
  floor.stale('EURUSD')
  floor.pass(999)
  expect(floor.orderOf(reply).status).toBe('NEW')
  floor.pass(1)
  expect(floor.orderOf(reply)).toMatchObject({ status: 'REJECTED', reason: 'PRICE_FEED_STALE' })
  expect(floor.wallet(7).reserved).toBe(0n)
})

test('C: TP and SL lie at most 1,000 ticks away, those included', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  expect(floor.tpsl(7, 1_000, 1_000)).toMatchObject({ status: 200, body: { tpTick: 1_000, slTick: 1_000 } })
})

test('B, C: a profit that is not realised funds neither an order nor a stake', () => {
  const floor = new Floor()
  floor.member(7, 1_000_000n)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  floor.prices(eur(1.2), eur(1.2001))
  // 438,600 are free; another contract asks for 561,400, and the open one has made 1,749,125.
  expect(floor.money(7).lastPnl).toBe(1_749_125n)
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('BALANCE_INSUFFICIENT')
})

test('C: what margin and fee do not fit into is refused, by the fee alone with its own error', () => {
  const floor = new Floor()
  floor.member(7, 561_399n)
  floor.member(8, 559_999n)
  floor.member(9, 561_400n)
  floor.member(10, 560_000n)
  floor.price(1.1)
  for (const member of [7, 10]) expect(codeOf(floor.order(member, { side: 'LONG', count: 1 }))).toBe('FEE_INSUFFICIENT')
  expect(codeOf(floor.order(8, { side: 'LONG', count: 1 }))).toBe('BALANCE_INSUFFICIENT')
  floor.trade(9, 'LONG', 1)
  expect(floor.position(9)).toMatchObject({ qty: 1, fee: 1_400n })
})

test('C: an opposite order that only closes needs no money, however little is free', () => {
  const floor = new Floor()
  floor.member(7, 1_000_000n)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  // 560,000 of 998,600 are held back; 300 ticks of 1,750 are more than the rest.
  floor.price(1.07)
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('BALANCE_INSUFFICIENT')
  expect(floor.trade(7, 'SHORT', 1).status).toBe('FILLED')
  expect(floor.position(7)).toBeUndefined()
})

test('C: a position above a maximum that became smaller is closed in one', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.price(1.1)
  floor.trade(7, 'LONG', 20)
  floor.do({ kind: 'configureOversea', ...operator, option: contract({ maxCount: 5 }) })
  expect(codeOf(floor.order(7, { side: 'SHORT', count: 20 }))).toBe('MAX_CONTRACTS_EXCEEDED')
  expect(codeOf(floor.order(7, { side: 'SHORT', count: 21, isReduceOnly: true }))).toBe('REDUCE_ONLY_QTY_EXCEEDED')
  expect(floor.order(7, { side: 'SHORT', count: 20, isReduceOnly: true }).status).toBe(200)
})

test('C: TP and SL lie whole ticks from the average entry, follow it, close the whole position and end each other', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.prices(eur(1.1), eur(1.1001))
  floor.trade(7, 'LONG', 1)
  for (const ticks of [0, -1, 1_001, 1.5]) expect(codeOf(floor.tpsl(7, ticks, null))).toBe('TPSL_TICK_RANGE')
  expect(floor.tpsl(7, 10, 20)).toMatchObject({ status: 200, body: { tpTick: 10, slTick: 20 } })
  const triggers = () => floor.openOrders(7).map((row) => [row.marketType, row.triggerPrice])
  expect(triggers()).toEqual([
    ['TAKEPROFIT', 110_110],
    ['STOPLOSS', 109_810],
  ])
  floor.prices(eur(1.0995), eur(1.0996))
  floor.trade(7, 'LONG', 1)
  // The average is 1.09985.
  expect(triggers()).toEqual([
    ['TAKEPROFIT', 110_085],
    ['STOPLOSS', 109_785],
  ])
  floor.prices(eur(1.1008), eur(1.1009))
  expect(floor.position(7)).toBeUndefined()
  const done = [...floor.orders.values()].filter(({ qty }) => qty === null)
  expect(done.map((row) => [row.marketType, row.status, row.reason])).toEqual([
    ['TAKEPROFIT', 'FILLED', null],
    ['STOPLOSS', 'CANCELED', 'OCO'],
  ])
  expect([...floor.positions.values()].at(-1)).toMatchObject({ closeReason: 'TAKEPROFIT' })
})

test('C: TP and SL that an order carries stand on the position once it fills, replace older ones, and not what a close leaves', () => {
  const floor = new Floor()
  floor.member(7, 100n * MILLION)
  floor.prices(eur(1.1), eur(1.1001))
  const triggers = () => floor.openOrders(7).map((row) => [row.marketType, row.triggerPrice])
  for (const ticks of [0, 1_001, 1.5])
    expect(codeOf(floor.order(7, { side: 'LONG', count: 1, slTick: ticks }))).toBe('TPSL_TICK_RANGE')
  const order = floor.order(7, { side: 'LONG', count: 1, tpTick: 10, slTick: 20 })
  expect(order.body).toMatchObject({ tpTick: 10, slTick: 20 })
  expect(triggers()).toEqual([['MARKET', null]])
  floor.pass(300)
  const guarded = [
    ['TAKEPROFIT', 110_110],
    ['STOPLOSS', 109_810],
  ]
  expect(triggers()).toEqual(guarded)
  // Refused, and everything stays.
  const close = { side: 'SHORT', count: 1, isReduceOnly: true, tpTick: 5 } as const
  expect(codeOf(floor.order(7, close))).toBe('INVALID_REQUEST')
  floor.order(7, { side: 'LONG', count: 1, slTick: 30 })
  floor.pass(300)
  expect(new Set(triggers().map(String))).toEqual(new Set(['TAKEPROFIT,110110', 'STOPLOSS,109710']))
  // Two close, one opens the other way.
  floor.order(7, { side: 'SHORT', count: 3, tpTick: 40 })
  floor.pass(300)
  expect(floor.position(7)).toMatchObject({ side: 'SHORT', qty: -1 })
  expect(triggers()).toEqual([['TAKEPROFIT', 109_600]])
})

test('7: delete-tpsl takes the TP or the SL away', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  floor.trade(7, 'SHORT', 1)
  floor.tpsl(7, 10, 10)
  const positionId = floor.position(7)!.id
  const remove = (value: 'TP' | 'SL', optionId = 1, id = positionId) =>
    floor.do({
      kind: 'deleteOverseaTpsl',
      ...byMember({ siteId: SITE, memberId: 7 }, floor.key()),
      id,
      optionId,
      value,
    })
  expect(remove('TP').body).toMatchObject({ tpTick: null, slTick: 10 })
  expect(remove('TP').body).toMatchObject({ tpTick: null, slTick: 10 })
  expect(codeOf(remove('SL', 2))).toBe('STOCK_NOT_FOUND')
  const [stop] = floor.openOrders(7)
  expect(stop).toMatchObject({ marketType: 'STOPLOSS' })
  // The id of the order names it as well, and nothing else.
  expect(codeOf(remove('TP', 1, stop!.id))).toBe('POSITION_NOT_FOUND')
  expect(floor.openOrders(7)).toHaveLength(1)
  expect(remove('SL', 1, stop!.id).body).toMatchObject({ id: positionId, tpTick: null, slTick: null })
  expect(codeOf(remove('SL', 1, stop!.id))).toBe('POSITION_NOT_FOUND')
})

test('J 4: overseas results count against a self-set limit in won, and an order that would pass it is refused', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  const limits = [{ kind: 'LOSS', window: '24h', currency: 'KRW', amount: 600_000n }] as const
  floor.do({ kind: 'setLimits', ...byMember({ siteId: SITE, memberId: 7 }, floor.key()), limits })
  floor.trade(7, 'LONG', 1)
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('SELF_LIMIT_EXCEEDED')
  floor.prices(eur(1.08), eur(1.0801))
  floor.trade(7, 'SHORT', 1)
  expect(floor.wallet(7).posted).toBe(10n * MILLION - 2_800n - 201n * 1_750n)
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('SELF_LIMIT_EXCEEDED')
})

test('idempotency: a repeated key gets the stored reply and no second order', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  const key = floor.key()
  const parts = {
    marketType: 'LIMIT',
    price: '1.05',
    triggerPrice: null,
    tpTick: null,
    slTick: null,
    isReduceOnly: false,
    expiresAt: null,
  } as const
  const order = { optionId: 1, side: 'LONG', count: 1, ...parts } as const
  const command = { kind: 'placeOversea', ...byMember({ siteId: SITE, memberId: 7 }, key), order } as const
  expect(floor.do(command)).toEqual(floor.do(command))
  expect(floor.openOrders(7)).toHaveLength(1)
})

test('0: an order of which the house hears a second late executes all the same where the price that holds is good', () => {
  const floor = new Floor()
  floor.member(7)
  floor.price(1.1)
  const reply = floor.order(7, { side: 'LONG', count: 1 })
  floor.pass(5_000)
  expect(floor.orderOf(reply).status).toBe('FILLED')
})

test('C: a marketable limit whose price is the ask itself fills at once, on the first book of its time', () => {
  const floor = new Floor()
  floor.member(7, 10n * MILLION)
  floor.price(1.1)
  const reply = floor.order(7, { marketType: 'LIMIT', side: 'LONG', count: 1, price: '1.1001' })
  floor.pass(299)
  expect(floor.position(7)).toBeUndefined()
  floor.pass(1)
  expect(floor.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQty: 1 })
})

test('C: a limit that rests fills through the ladder, as many contracts as a market order would get up to its price', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  const limit = f.order(7, { side: 'LONG', count: 25, marketType: 'LIMIT', price: '1.0995' })
  // Touched: ten contracts at the best price, the others one and two ticks behind it.
  f.prices(eur(1.0994), eur(1.0995))
  expect(f.orderOf(limit)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQty: 10 })
  f.prices(eur(1.0994), eur(1.0995))
  expect(f.orderOf(limit).filledQty).toBe(10)
  // What he took of the market counts for two seconds; a quote beyond his price gives a tick more.
  f.pass(2_000)
  f.prices(eur(1.0993), eur(1.0994))
  expect(f.orderOf(limit)).toMatchObject({ status: 'FILLED', filledQty: 25 })
  expect(f.fills.map(({ quote, qty }) => quote / BigInt(qty))).toEqual(
    [109_950n, 109_950n].map((price) => price * 100_000_000n),
  )
})

test('C: a close at the market in a halt of a session is taken, waits, can be cancelled, and fills when the halt ends', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  f.trade(7, 'LONG', 2)
  f.trading('EURUSD', { isRest: true })
  const close = { side: 'SHORT', count: 1, isReduceOnly: true } as const
  const [first, second] = [f.order(7, close), f.order(7, close)]
  expect([first, second].map((reply) => codeOf(reply))).toEqual([200, 200])
  expect(codeOf(f.order(7, { ...close, marketType: 'LIMIT', price: '1.101' }))).toBe('STOCK_CLOSED')
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe('STOCK_CLOSED')
  f.pass(10_000)
  expect(f.orderOf(first).status).toBe('NEW')
  const cancel = { kind: 'cancelOrder', book: 'oversea', id: f.orderOf(second).id } as const
  expect(codeOf(f.do({ ...cancel, ...byMember({ siteId: SITE, memberId: 7 }, f.key()) }))).toBe(200)
  f.trading()
  f.price(1.1)
  f.pass(300)
  expect(f.orderOf(first).status).toBe('FILLED')
  expect(f.position(7)?.qty).toBe(1)
})

test('C: a close at the market out of session is refused as before', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  f.trade(7, 'LONG', 1)
  f.overnight(7)
  f.goTo(CLOSE + 1_000)
  expect(codeOf(f.order(7, { side: 'SHORT', count: 1, isReduceOnly: true }))).toBe('STOCK_CLOSED')
})
