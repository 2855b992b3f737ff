import { expect, test } from 'vitest'
import { codeOf, operator, SITE } from '../testing.ts'
import { CLOSE, contract, eur, Floor, gold, NEXT_OPEN, OPEN } from './testing.ts'

const MILLION = 1_000_000n
const MINUTE = 60_000

/** Members 7 and 8 hold one contract each since noon; it is shortly before the close. */
function late(lead: number): Floor {
  const floor = new Floor()
  for (const member of [7, 8]) floor.member(member)
  floor.price(1.1)
  for (const member of [7, 8]) floor.trade(member, 'LONG', 1)
  floor.goTo(CLOSE - lead)
  floor.price(1.1)
  return floor
}

const state = (floor: Floor, member: number) => {
  const position = floor.position(member)
  return position ? 'open' : [...floor.positions.values()].findLast((row) => row.memberId === member)?.closeReason
}

test('C: five minutes before the close positions without overnight are closed at market, the others live on', () => {
  const floor = late(40 * MINUTE)
  expect(floor.overnight(7).body).toMatchObject({ isActive: true })
  floor.goTo(CLOSE - 5 * MINUTE - 1)
  expect([state(floor, 7), state(floor, 8)]).toEqual(['open', 'open'])
  floor.goTo(CLOSE - 5 * MINUTE)
  expect([state(floor, 7), state(floor, 8)]).toEqual(['open', 'SESSION_END'])
  const order = [...floor.orders.values()].at(-1)!
  expect(order).toMatchObject({ origin: 'SYSTEM', marketType: 'MARKET', status: 'FILLED', memberId: 8 })
  expect(floor.wallet(8).reserved).toBe(0n)
})

test('C: overnight is applied for until 30 minutes before the close, once, and taken back once', () => {
  const floor = late(30 * MINUTE + 1)
  expect(codeOf(floor.overnight(7, false))).toBe('OVERNIGHT_ALREADY_UNSET')
  expect(floor.overnight(7).status).toBe(200)
  expect(codeOf(floor.overnight(7))).toBe('OVERNIGHT_ALREADY_SET')
  floor.pass(1)
  expect(codeOf(floor.overnight(8))).toBe('OVERNIGHT_DEADLINE_PASSED')
  expect(floor.overnight(7, false).body).toMatchObject({ isActive: false })
  expect(codeOf(floor.overnight(7))).toBe('OVERNIGHT_DEADLINE_PASSED')
  expect(codeOf(floor.overnight(9))).toBe('WALLET_NOT_FOUND')
})

test('C: overnight can be taken back until the moment in which positions without it are closed', () => {
  const floor = late(40 * MINUTE)
  for (const member of [7, 8]) expect(floor.overnight(member).status).toBe(200)
  floor.goTo(CLOSE - 5 * MINUTE - 1)
  expect(floor.overnight(7, false).status).toBe(200)
  floor.goTo(CLOSE - 5 * MINUTE)
  expect(codeOf(floor.overnight(8, false))).toBe('OVERNIGHT_DEADLINE_PASSED')
  expect([state(floor, 7), state(floor, 8)]).toEqual(['SESSION_END', 'open'])
})

test('C: no overnight before a weekend or a holiday, nor below twice the margin', () => {
  const floor = late(60 * MINUTE)
  floor.trading('EURUSD', { overnightAllowed: false })
  floor.price(1.1)
  expect(codeOf(floor.overnight(7))).toBe('OVERNIGHT_NOT_ALLOWED')
  floor.trading('EURUSD')
  floor.member(9, 1_100_000n)
  floor.price(1.1)
  floor.trade(9, 'LONG', 1)
  expect(codeOf(floor.overnight(9))).toBe('OVERNIGHT_MARGIN_INSUFFICIENT')
})

test('C: the check ten minutes before the close takes all flags of an account together where its equity is too low', () => {
  const floor = new Floor([contract(), gold()])
  floor.member(7, 8n * MILLION)
  floor.price(1.1)
  floor.prices(200_000, 200_010, 'XAUUSD')
  floor.trade(7, 'LONG', 1)
  floor.trade(7, 'LONG', 1, 3)
  floor.goTo(CLOSE - 60 * MINUTE)
  floor.overnight(7)
  floor.overnight(7, true, 3)
  floor.price(1.1)
  // Twice 560,000 and 2,800,000 are 6,720,000; a gold tick of 1,400 won, 1,000 of them are lost.
  floor.prices(190_000, 190_010, 'XAUUSD')
  expect(floor.money(7).equity).toBeLessThan(6_720_000n)
  floor.goTo(CLOSE - 10 * MINUTE)
  expect([floor.position(7)!.overnight, floor.position(7, 3)!.overnight]).toEqual([null, null])
  floor.goTo(CLOSE - 5 * MINUTE)
  expect(floor.ask('oversea.open', { siteId: SITE, memberId: 7 }).positions).toEqual([])
})

test('C: in the last ten minutes only closing orders are taken; opening ones die before the check, all at the close', () => {
  const floor = late(20 * MINUTE)
  floor.tpsl(7, 100, 100)
  floor.overnight(8)
  const resting = floor.order(7, { side: 'LONG', count: 1, marketType: 'LIMIT', price: '1.05' })
  const closing = { side: 'SHORT', count: 1, marketType: 'LIMIT', price: '1.15', isReduceOnly: true } as const
  const close = floor.order(7, closing)
  floor.goTo(CLOSE - 10 * MINUTE)
  expect(floor.orderOf(resting)).toMatchObject({ status: 'CANCELED', reason: 'SESSION_END' })
  expect(floor.orderOf(close).status).toBe('NEW')
  expect(codeOf(floor.order(8, { side: 'LONG', count: 1 }))).toBe('OVERSEA_CLOSE_ONLY')
  expect(codeOf(floor.order(8, { side: 'SHORT', count: 2 }))).toBe('OVERSEA_CLOSE_ONLY')
  const reply = floor.order(8, { side: 'SHORT', count: 1, marketType: 'LIMIT', price: '1.15' })
  expect(floor.orderOf(reply)).toMatchObject({ isReduceOnly: true, status: 'NEW' })
  expect(codeOf(floor.order(8, { side: 'SHORT', count: 1 }))).toBe('OVERSEA_CLOSE_ONLY')
  floor.goTo(CLOSE)
  expect(floor.orderOf(reply)).toMatchObject({ status: 'CANCELED' })
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('STOCK_CLOSED')
})

test('C: an opening order does not fill at a price that comes in the same moment in which it dies', () => {
  const floor = new Floor()
  floor.member(7)
  floor.member(8)
  floor.price(1.1)
  floor.trade(8, 'LONG', 1)
  floor.tpsl(8, null, 100)
  floor.goTo(CLOSE - 11 * MINUTE)
  floor.price(1.1)
  const order = { side: 'SHORT', count: 1 } as const
  const dies = [
    floor.order(7, { ...order, side: 'LONG', marketType: 'LIMIT', price: '1.0890' }),
    floor.order(7, { ...order, marketType: 'STOPMARKET', triggerPrice: '1.0950' }),
    floor.order(7, { ...order, marketType: 'STOPLIMIT', triggerPrice: '1.0950', price: '1.0800' }),
    floor.order(8, { ...order, marketType: 'STOPMARKET', triggerPrice: '1.0950' }),
  ]
  floor.goTo(CLOSE - 10 * MINUTE - 100)
  const waits = floor.order(7, order)
  const before = floor.fills.length
  // The price is the first that the core hears of the last ten minutes.
  floor.at = CLOSE - 10 * MINUTE + 200
  floor.prices(eur(1.0885), eur(1.0886))
  for (const reply of [...dies, waits])
    expect(floor.orderOf(reply)).toMatchObject({ status: 'CANCELED', reason: 'SESSION_END', filledQty: 0 })
  expect(floor.position(7)).toBeUndefined()
  // What closes does: the SL.
  expect(floor.fills.slice(before).map(({ memberId, marketType }) => [memberId, marketType])).toEqual([[8, 'STOPLOSS']])
})

test('C: a night costs notional × the venue’s rate less the house’s part ÷ 365, and the flag lasts one session', () => {
  const floor = new Floor([contract({ longRatePpm: -20_000, shortRatePpm: 25_000 })])
  for (const member of [7, 8]) floor.member(member)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  floor.trade(8, 'SHORT', 1)
  floor.tpsl(7, 500, 500)
  floor.goTo(CLOSE - 60 * MINUTE)
  floor.price(1.1)
  for (const member of [7, 8]) floor.overnight(member)
  floor.goTo(CLOSE)
  // 1.10005 ÷ 0.0001 × 1,750 won = 19,250,875; × 2.5 % paid and × 2 % received ÷ 365.
  expect(floor.position(7)).toMatchObject({ overnight: null, fundingFee: -1_319n, tradingDay: '2026-03-03' })
  expect(floor.position(8)).toMatchObject({ overnight: null, fundingFee: 1_054n })
  expect(floor.house('FUNDING')).toBe(1_319n - 1_054n)
  expect(floor.openOrders(7).map(({ marketType }) => marketType)).toEqual(['TAKEPROFIT', 'STOPLOSS'])
  expect(floor.events('OVERSEA_OPTION_CLOSE')).toMatchObject([{ to: 'site', siteId: SITE }])
  floor.trading('EURUSD', { isRest: true })
  floor.goTo(NEXT_OPEN)
  floor.trading('EURUSD', { day: 1 })
  floor.price(1.1)
  expect(state(floor, 7)).toBe('open')
  floor.goTo(CLOSE + 24 * 60 * MINUTE - 5 * MINUTE)
  expect([state(floor, 7), state(floor, 8)]).toEqual(['SESSION_END', 'SESSION_END'])
})

test('C: rates that the venue tells hold from the next night on; what is no rate changes nothing', () => {
  const floor = new Floor([contract({ longRatePpm: -20_000, shortRatePpm: 25_000 }), gold()])
  const untouched = floor.core.snapshot().overseaOptions[1]
  floor.member(7)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  floor.goTo(CLOSE - 60 * MINUTE)
  floor.overnight(7)
  const told = { kind: 'financing', instrument: 'EURUSD', at: floor.at } as const
  floor.signal({ ...told, longRatePpm: 15_000, shortRatePpm: -45_000 })
  for (const longRatePpm of [1_000_000, -1_000_000, 0.5, Number.NaN])
    floor.signal({ ...told, longRatePpm, shortRatePpm: 0 })
  expect(floor.core.snapshot().overseaOptions).toMatchObject([
    { longRatePpm: 15_000, shortRatePpm: -45_000 },
    untouched!,
  ])
  floor.goTo(CLOSE)
  // 19,250,875 won (1.10005) × (1.5 % − 0.5 %) ÷ 365, received.
  expect(floor.position(7)).toMatchObject({ fundingFee: 527n })
})

test('C: with a dead feed at the end a position closes at the next open’s first price', () => {
  const floor = late(20 * MINUTE)
  floor.stale('EURUSD')
  floor.goTo(CLOSE - 5 * MINUTE)
  expect(state(floor, 7)).toBe('open')
  floor.goTo(CLOSE)
  floor.trading('EURUSD', { isRest: true })
  floor.goTo(NEXT_OPEN)
  floor.restart()
  floor.trading('EURUSD', { day: 1 })
  floor.live('EURUSD')
  floor.settle()
  expect(state(floor, 7)).toBe('open')
  floor.prices(eur(1.09), eur(1.0901))
  expect(state(floor, 7)).toBe('SESSION_END')
  expect(floor.fills.at(-1)).toMatchObject({ quote: 109_000n * 100_000_000n, tradingDay: '2026-03-03' })
})

test('C: what an earlier session left closes at the first live price, also where that comes in the last ten minutes', () => {
  const floor = late(20 * MINUTE)
  floor.stale('EURUSD')
  floor.goTo(CLOSE)
  floor.trading('EURUSD', { isRest: true })
  floor.goTo(NEXT_OPEN)
  floor.trading('EURUSD', { day: 1 })
  floor.goTo(NEXT_OPEN + 22 * 60 * MINUTE - 9 * MINUTE)
  expect(state(floor, 7)).toBe('open')
  floor.live('EURUSD')
  floor.price(1.1)
  expect(state(floor, 7)).toBe('SESSION_END')
})

test('C: a halt inside the session closes nothing, and refuses what may open', () => {
  const floor = late(60 * MINUTE)
  floor.trading('EURUSD', { isRest: true })
  expect(floor.events('OVERSEA_OPTION_CLOSE')).toMatchObject([{ to: 'site', siteId: SITE }])
  expect(codeOf(floor.order(7, { side: 'SHORT', count: 1 }))).toBe('STOCK_CLOSED')
  floor.goTo(CLOSE - 5 * MINUTE)
  expect(state(floor, 7)).toBe('open')
  floor.trading('EURUSD')
  expect(state(floor, 7)).toBe('open')
  floor.price(1.1)
  expect(state(floor, 7)).toBe('SESSION_END')
})

test('C: what the venue says in a halt values nobody: the last price from before it holds', () => {
  const floor = late(60 * MINUTE)
  const before = floor.money(7)
  floor.trading('EURUSD', { isRest: true })
  floor.price(1.2)
  expect(floor.money(7)).toEqual(before)
  floor.trading('EURUSD')
  floor.price(1.2)
  expect(floor.money(7).lastPnl).toBe(before.lastPnl + 1_000n * 1_750n)
})

test('C: what the venue says in a halt is no price at which anything trades when it goes on', () => {
  const floor = late(60 * MINUTE)
  const order = floor.order(7, { side: 'LONG', count: 1 })
  floor.trading('EURUSD', { isRest: true })
  floor.price(1.2)
  floor.trading('EURUSD')
  floor.pass(300)
  expect(floor.orderOf(order)).toMatchObject({ status: 'NEW' })
  floor.price(1.1)
  expect(floor.orderOf(order)).toMatchObject({ status: 'FILLED', filledQuote: 110_010n * 100_000_000n })
})

test('C: the session’s end is worked off in turns that leave room for orders', () => {
  const floor = new Floor()
  const members = Array.from({ length: 250 }, (_, index) => 100 + index)
  for (const member of members) floor.member(member)
  floor.price(1.1)
  for (const member of members) floor.place(member, { side: 'LONG', count: 1 })
  floor.pass(300)
  floor.goTo(CLOSE - 6 * MINUTE)
  floor.price(1.1)
  floor.at = CLOSE - 5 * MINUTE
  const closed = () => members.filter((member) => !floor.position(member)).length
  const done: number[] = []
  do {
    floor.core.advance(floor.ctx(), 200)
    done.push(closed())
  } while (floor.core.more(floor.ctx()))
  expect(done.length).toBeGreaterThan(5)
  expect(done[0]).toBeLessThan(50)
  expect(done.at(-1)).toBe(250)
})

test('C: the rate is fixed ten minutes before the open; positions held over it are margined by the new one', () => {
  const floor = late(60 * MINUTE)
  floor.overnight(7)
  floor.goTo(CLOSE)
  floor.trading('EURUSD', { isRest: true })
  floor.goTo(NEXT_OPEN - 11 * MINUTE)
  floor.rate(150_000)
  expect(floor.position(7)).toMatchObject({ fxRate: 140_000 })
  floor.goTo(NEXT_OPEN - 10 * MINUTE)
  expect(floor.position(7)).toMatchObject({ fxRate: 150_000, margin: 600_000n })
  expect(floor.wallet(7).reserved).toBe(600_000n)
  floor.rate(151_000)
  floor.goTo(NEXT_OPEN)
  floor.trading('EURUSD', { day: 1 })
  expect(floor.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session).toMatchObject({
    isRest: false,
    fxRate: 150_000,
    marginKrw: 600_000n,
  })
})

test('C: without a rate the stock rests; the first good one opens it, one older than four days or none at all does not', () => {
  const floor = new Floor()
  const fixings = () => floor.calls.flatMap((call) => call.rows.fixings)
  expect(fixings()).toMatchObject([{ tradingDay: '2026-03-02', rate: 140_000 }])
  floor.member(7)
  const before = floor.core.snapshot()
  floor.core = new Floor([contract()]).core
  expect(before.fixings).toHaveLength(1)
  const rateless = new Floor([contract()], {})
  rateless.goTo(CLOSE)
  rateless.trading('EURUSD', { isRest: true, nextOpenAt: NEXT_OPEN + 3 * 24 * 60 * MINUTE })
  rateless.restart()
  rateless.goTo(NEXT_OPEN + 3 * 24 * 60 * MINUTE)
  rateless.trading('EURUSD', { day: 4 })
  expect(rateless.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session).toMatchObject({ isRest: true })
  rateless.rate(140_000, rateless.at - 4 * 24 * 60 * MINUTE - 1)
  expect(rateless.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session).toMatchObject({ isRest: true })
  for (const rate of [0, -140_000, 140_000.5]) rateless.rate(rate)
  expect(rateless.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session).toMatchObject({ isRest: true })
  rateless.rate(141_000, rateless.at - 4 * 24 * 60 * MINUTE)
  expect(rateless.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session).toMatchObject({
    isRest: false,
    fxRate: 141_000,
  })
})

test('C: a session without a new rate keeps the last fixing while it is younger than 72 hours', () => {
  const floor = late(60 * MINUTE)
  floor.goTo(CLOSE)
  floor.trading('EURUSD', { isRest: true })
  floor.restart()
  floor.goTo(NEXT_OPEN)
  floor.trading('EURUSD', { day: 1 })
  expect(floor.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session).toMatchObject({
    isRest: false,
    fxRate: 140_000,
  })
})

test('C: at a rate older than four days nothing is opened; closing is always possible', () => {
  const old = { siteGroup: 'main', rate: 140_000, source: 'test', sourceTs: OPEN - 4 * 24 * 60 * MINUTE, at: OPEN }
  const floor = new Floor([contract()], { fixings: [{ ...old, tradingDay: '2026-03-02' }] })
  floor.member(7)
  floor.price(1.1)
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('PRICE_FEED_STALE')
  expect(codeOf(floor.order(7, { side: 'SHORT', count: 1, isReduceOnly: true }))).toBe('REDUCE_ONLY_NO_POSITION')
})

test('C: a stop refuses what opens and tells members; a close is taken; a contract that comes later knows its session', () => {
  const floor = late(60 * MINUTE)
  floor.do({ kind: 'configureOversea', ...operator, option: contract({ isStop: true }) })
  expect(floor.events('OVERSEA_OPTION_CLOSE')).toMatchObject([{ to: 'site', siteId: SITE }])
  expect(codeOf(floor.order(7, { side: 'LONG', count: 1 }))).toBe('OPTION_STOPPED')
  expect(codeOf(floor.order(7, { side: 'SHORT', count: 1, isReduceOnly: true }))).toBe(200)
  expect(codeOf(floor.do({ kind: 'configureOversea', ...operator, option: contract({ tickUnits: 5 }) }))).toBe(
    'INVALID_REQUEST',
  )
  floor.trading('XAUUSD')
  floor.do({ kind: 'configureOversea', ...operator, option: gold() })
  expect(floor.ask('oversea.contract', { siteId: SITE, optionId: 3 })?.session).toMatchObject({
    isRest: false,
    marginKrw: 2_800_000n,
  })
})

test('C: a raised margin holds for open orders at once, for open positions not yet', () => {
  const floor = late(60 * MINUTE)
  floor.order(7, { side: 'LONG', count: 1, marketType: 'LIMIT', price: '1.05' })
  floor.do({ kind: 'configureOversea', ...operator, option: contract({ margin: 5_000_000n }) })
  floor.settle()
  expect(floor.position(7)).toMatchObject({ margin: 560_000n })
  expect(floor.wallet(7).reserved).toBe(560_000n + 701_400n)
})

test('C: a TP that the price has passed already fires at once, and closes after the delay of execution', () => {
  const floor = late(60 * MINUTE)
  floor.prices(eur(1.1021), eur(1.1022))
  expect(floor.tpsl(7, 10, null).status).toBe(200)
  expect(floor.openOrders(7)).toMatchObject([{ status: 'TRIGGERED' }])
  floor.pass(300)
  expect(state(floor, 7)).toBe('TAKEPROFIT')
})

test('C: an order that outlived its session because the house was down dies at the next open, and holds back what the new rate asks until then', () => {
  const floor = late(60 * MINUTE)
  const order = floor.order(7, { side: 'LONG', count: 1, marketType: 'LIMIT', price: '1.05' })
  floor.restart(NEXT_OPEN + MINUTE - floor.at)
  floor.rate(150_000)
  const session = { tradingDay: '2026-03-03', openAt: NEXT_OPEN, closeAt: CLOSE + 24 * 60 * MINUTE }
  floor.signal({ kind: 'session', instrument: 'EURUSD', isRest: false, at: floor.at, session })
  const before = floor.calls.length
  floor.settle(1)
  // Order and position are counted by the new rate before the order dies.
  const reserved = floor.calls.slice(before).flatMap(({ rows }) => rows.wallets.map((row) => row.reserved))
  expect(reserved[0]).toBe(600_000n + 601_500n)
  expect(floor.orderOf(order)).toMatchObject({ status: 'CANCELED', reason: 'SESSION_END' })
  expect(floor.wallet(7).reserved).toBe(600_000n)
})

test('C: a stock that rests for want of a rate closes nothing either: what an earlier session left waits for it', () => {
  const floor = late(6 * MINUTE)
  floor.stale('EURUSD')
  floor.goTo(CLOSE)
  const nextOpenAt = NEXT_OPEN + 3 * 24 * 60 * MINUTE
  floor.trading('EURUSD', { isRest: true, nextOpenAt })
  floor.restart()
  floor.goTo(nextOpenAt)
  floor.live('EURUSD')
  floor.trading('EURUSD', { day: 4 })
  floor.price(1.1)
  expect([state(floor, 7), state(floor, 8)]).toEqual(['open', 'open'])
  floor.rate(141_000)
  floor.settle()
  expect([state(floor, 7), state(floor, 8)]).toEqual(['SESSION_END', 'SESSION_END'])
  expect(floor.fills.at(-1)).toMatchObject({ fxRate: 141_000, tradingDay: '2026-03-06' })
})

test('reads change nothing: who asked decides neither who is told of a session’s end nor what any other effect is', () => {
  const [read, unread] = [0, 1].map((index) => {
    const floor = new Floor()
    for (const member of [7, 8, 9]) floor.member(member)
    floor.price(1.1)
    floor.trade(7, 'LONG', 1)
    if (index === 0)
      for (const member of [8, 9]) {
        const of = { siteId: SITE, memberId: member }
        expect(floor.ask('oversea.cross', of)).not.toBeNull()
        expect(floor.ask('oversea.open', of)).toEqual({ orders: [], positions: [], options: [] })
        expect(floor.ask('futures.open', of)).toEqual({ orders: [], positions: [], options: [] })
        floor.ask('futures.cross', of)
      }
    floor.goTo(CLOSE)
    return floor
  })
  expect(read!.events('OVERSEA_OPTION_CLOSE')).toHaveLength(1)
  expect(read!.calls).toEqual(unread!.calls)
})

test('C: a night that costs more than the account holds takes what it holds; the house pays the rest', () => {
  const floor = new Floor([contract({ fee: 0n, margin: 40_000n, longRatePpm: -990_000 })])
  floor.member(7, 20_000n)
  floor.prices(eur(1.1), eur(1.1))
  floor.trade(7, 'LONG', 1)
  floor.goTo(CLOSE - 60 * MINUTE)
  expect(floor.overnight(7).status).toBe(200)
  floor.goTo(CLOSE)
  // 19,250,000 won × (−99 % − 0.5 %) ÷ 365
  expect(floor.position(7)!.fundingFee).toBe(-52_477n)
  expect(floor.wallet(7).posted).toBe(0n)
  expect([floor.house('FUNDING'), floor.house('BAD_DEBT')]).toEqual([52_477n, -32_477n])
})

/** Two contracts since 1.1001 at 1,400 won, held into a day whose rate is 1,500: nothing but an order is worked off since its fixing. */
function reMargining(side: 'LONG' | 'SHORT', isReduceOnly: boolean): Floor {
  const floor = new Floor([contract({ longRatePpm: 0, financingFeePpm: 0 })])
  floor.member(7)
  floor.price(1.1)
  floor.trade(7, 'LONG', 2)
  floor.goTo(CLOSE - 60 * MINUTE)
  floor.overnight(7)
  floor.goTo(NEXT_OPEN - 11 * MINUTE)
  floor.rate(150_000)
  floor.at = NEXT_OPEN
  floor.live('EURUSD')
  const times = { tradingDay: '2026-03-03', openAt: NEXT_OPEN, closeAt: CLOSE + 24 * 60 * MINUTE }
  const session = { session: times, nextOpenAt: NEXT_OPEN + 24 * 60 * MINUTE, overnightAllowed: true }
  floor.signal({ kind: 'session', instrument: 'EURUSD', isRest: false, at: floor.at, ...session })
  const show = (u: number) => {
    const seen = { sourceTs: floor.at, recvTs: floor.at, correctedTs: floor.at }
    const levels = { bids: [[eur(1.101), 1]], asks: [[eur(1.101), 1]] } as const
    floor.venueUpdate({ kind: 'depth', instrument: 'EURUSD', ...seen, ...levels, u })
    floor.tick(eur(1.101), { instrument: 'EURUSD' })
  }
  show(1_000)
  floor.place(7, { side, count: 1, isReduceOnly })
  expect(floor.position(7)).toMatchObject({ fxRate: 140_000, margin: 1_120_000n })
  floor.at += 300
  show(1_001)
  return floor
}

test('C: a position that grows before it was valued by the rate of its new day is margined whole by it', () => {
  expect(reMargining('LONG', false).position(7)).toMatchObject({ qty: 3, fxRate: 150_000, margin: 1_800_000n })
})

test('C: what closes before it was valued by the rate of its new day is paid by it', () => {
  const floor = reMargining('SHORT', true)
  // Nine ticks of 1.25 dollars.
  expect(floor.fills.at(-1)).toMatchObject({ isClose: true, realizedPnl: 16_875n })
  expect(floor.position(7)).toMatchObject({ qty: 1, fxRate: 150_000, margin: 600_000n })
})
