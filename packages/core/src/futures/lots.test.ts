import { majorBrackets } from '@maru/positions'
import { expect, test } from 'vitest'
import { byMember, byStaff } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import type { FuturesOrderInput, PositionRow, Reply } from '../types.ts'
import { btc, Desk, perpetual, usdt } from './testing.ts'

/** A lot of a copy, with a leverage of its own. */
const copy = { lot: 7, leverage: 20, marginType: 'ISOLATED' } as const
const whom = { siteId: SITE, memberId: 1 }
const reduce = { isReduceOnly: true }

class LotDesk extends Desk {
  /** Buys or sells at the market in a lot, on a book with one price. */
  open(side: 'LONG' | 'SHORT', qty: string, price: number, parts: Partial<FuturesOrderInput> = {}): Reply {
    const reply = this.order(1, { side, qty, ...parts })
    this.at += 150
    this.flat(price)
    this.at += 2_000
    return reply
  }

  flat(price: number): void {
    this.book([[price, 10_000]], [[price, 10_000]])
    this.mark(price)
  }

  in(lot: number): PositionRow | undefined {
    return this.ask('futures.open', { siteId: SITE, memberId: 1 }).positions.find(({ row }) => row.lot === lot)?.row
  }

  exits(lot: number, takeProfit: string, stopLoss: string): Reply {
    const positionId = this.in(lot)!.id
    const exits = { takeProfit, stopLoss, isMarkTp: true, isMarkSl: true }
    const reply = this.do({ kind: 'setFuturesTpsl', ...byMember(whom, this.key()), positionId, ...exits })
    this.settle()
    return reply
  }
}

/** A member with 0.1 long of his own at 10×, and 0.1 long in a copy at 20×: two sides of one market are never open at once. */
function desk(amount = usdt(10_000)): LotDesk {
  const h = new LotDesk()
  h.trader(1, amount)
  h.last(60_000)
  h.flat(60_000)
  h.open('LONG', '0.1', 60_000)
  h.open('LONG', '0.1', 60_000, copy)
  return h
}

test('E: what a member trades himself and a copy are positions of their own, each with its margin and leverage', () => {
  const h = desk()
  expect(h.in(0)).toMatchObject({ qty: btc(0.1), side: 'LONG', leverage: 10, margin: usdt(600) })
  expect(h.in(7)).toMatchObject({ qty: btc(0.1), side: 'LONG', leverage: 20, margin: usdt(300) })
  expect(h.money(1).reserved).toBe(usdt(900))
  expect(h.fills.map(({ lot, isClose }) => [lot, isClose])).toEqual([
    [0, false],
    [7, false],
  ])
})

test('E: an order adds to and closes the position of its lot alone', () => {
  const h = desk()
  h.open('SHORT', '0.04', 60_000, { ...copy, ...reduce })
  expect([h.in(0)!.qty, h.in(7)!.qty]).toEqual([btc(0.1), btc(0.06)])
  h.open('SHORT', '0.1', 60_000, reduce)
  expect(h.in(0)).toBeUndefined()
  expect(h.in(7)!.qty).toBe(btc(0.06))
  // A flip of one lot is none of the other.
  h.open('SHORT', '0.1', 60_000, copy)
  expect(h.in(7)!.qty).toBe(-btc(0.04))
  expect(h.in(0)).toBeUndefined()
})

test('E: what only reduces sees its own lot', () => {
  const h = desk()
  expect(codeOf(h.limit(1, 'LONG', '0.1', '59000', reduce))).toBe('REDUCE_ONLY_SAME_SIDE')
  expect(codeOf(h.limit(1, 'LONG', '0.1', '59000', { ...copy, ...reduce }))).toBe('REDUCE_ONLY_SAME_SIDE')
  expect(codeOf(h.limit(1, 'SHORT', '0.1', '61000', { ...copy, lot: 8, ...reduce }))).toBe('REDUCE_ONLY_NO_POSITION')
  const own = h.limit(1, 'SHORT', '0.1', '61000', reduce)
  const copied = h.limit(1, 'SHORT', '0.1', '61000', { ...copy, ...reduce })
  // Each lot is spoken for by its own order: a second one has nothing left.
  expect(codeOf(h.limit(1, 'SHORT', '0.1', '62000', { ...copy, ...reduce }))).toBe('REDUCE_ONLY_CONFLICT')
  h.open('SHORT', '0.1', 60_000, { ...copy, ...reduce })
  expect(h.orderOf(copied)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_REDUCED' })
  expect(h.orderOf(own).status).toBe('NEW')
})

test('E: orders hold back what they would open in their lot; a position of another lot is none that they close', () => {
  const h = desk()
  const before = h.money(1).reserved
  h.limit(1, 'LONG', '0.1', '59000', copy)
  expect(h.money(1).reserved - before).toBe(usdt(299.72))
  h.cancel(1, h.openOrders(1)[0]!.id)
  h.limit(1, 'SHORT', '0.1', '61000', copy)
  expect(h.money(1).reserved - before).toBe(0n)
  // His own long would close against it, were it one position.
  expect(codeOf(h.limit(1, 'SHORT', '0.1', '61000', copy))).toBe('LINKED_OPPOSITE')
})

test('E: a lot that is liquidated takes neither position nor orders of another with it', () => {
  const h = desk()
  const own = h.limit(1, 'LONG', '0.1', '55000')
  const copied = h.limit(1, 'LONG', '0.1', '56900', copy)
  h.flat(57_100)
  expect(h.in(7)).toBeUndefined()
  expect(h.in(0)).toMatchObject({ qty: btc(0.1), margin: usdt(600) })
  expect(h.orderOf(copied)).toMatchObject({ status: 'CANCELED', reason: 'LIQUIDATION' })
  expect(h.orderOf(own).status).toBe('NEW')
  expect(h.fills.at(-1)).toMatchObject({ lot: 7, marketType: 'LIQUIDATION' })
})

test('E: TP and SL close the lot that they stand on', () => {
  const h = desk()
  expect(codeOf(h.exits(0, '61000', '59000'))).toBe(200)
  expect(codeOf(h.exits(7, '62000', '58500'))).toBe(200)
  expect(h.openOrders(1).map(({ lot, marketType }) => [lot, marketType])).toEqual([
    [0, 'TAKEPROFIT'],
    [0, 'STOPLOSS'],
    [7, 'TAKEPROFIT'],
    [7, 'STOPLOSS'],
  ])
  h.flat(61_000)
  h.at += 150
  h.flat(61_000)
  expect(h.in(0)).toBeUndefined()
  expect(h.in(7)!.qty).toBe(btc(0.1))
  expect(h.openOrders(1).map(({ lot }) => lot)).toEqual([7, 7])
})

test('E: lots of one market are warned and judged apart in ISOLATED, together in CROSS', () => {
  const h = new LotDesk()
  h.trader(1, usdt(700))
  h.flat(60_000)
  const cross = { leverage: 20, marginType: 'CROSS' } as const
  h.open('LONG', '0.05', 60_000, { ...cross, lot: 7 })
  h.open('LONG', '0.05', 60_000, { ...cross, lot: 8 })
  expect(h.money(1)).toMatchObject({ reserved: usdt(300), markPnl: 0n })
  // One of them alone would have twice as much behind it.
  h.flat(53_260)
  expect(h.ask('futures.open', { siteId: SITE, memberId: 1 }).positions).toHaveLength(2)
  expect(h.events('POSITION_WARN')).toHaveLength(2)
  expect(h.money(1).markPnl).toBe(usdt(-674))
})

test('E: a restart gives each lot its position, its orders and what they hold back', () => {
  const h = desk()
  h.exits(7, '62000', '58000')
  h.limit(1, 'LONG', '0.1', '58500')
  h.limit(1, 'SHORT', '0.1', '61500', copy)
  const before = { own: h.in(0), copied: h.in(7), orders: h.openOrders(1), money: h.money(1).reserved }
  h.restart()
  h.live()
  h.flat(60_000)
  expect({ own: h.in(0), copied: h.in(7), orders: h.openOrders(1), money: h.money(1).reserved }).toEqual(before)
  h.open('SHORT', '0.1', 60_000, { ...copy, ...reduce })
  expect(h.in(7)).toBeUndefined()
  expect(h.openOrders(1).map(({ lot, side }) => [lot, side])).toEqual([
    [0, 'LONG'],
    [7, 'SHORT'],
  ])
})

test('E: the setting of a copy is none of the member, and is fast while the copy is open', () => {
  const h = desk()
  expect(h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })).toEqual({
    leverage: 10,
    marginType: 'ISOLATED',
  })
  expect(h.events('LEVERAGE_UPDATE')).toEqual([])
  expect(codeOf(h.limit(1, 'LONG', '0.1', '59000', { ...copy, leverage: 10 }))).toBe('LEVERAGE_LOCKED_POSITION')
  expect(h.orderOf(h.limit(1, 'LONG', '0.1', '59000', { lot: 7 }))).toMatchObject({ lot: 7, leverage: 20 })
  expect(h.orderOf(h.limit(1, 'LONG', '0.1', '59000'))).toMatchObject({ lot: 0, leverage: 10 })
})

test('B: while a copy is open its member changes neither leverage nor margin type, nor the margin of the copy', () => {
  const h = desk()
  h.open('SHORT', '0.1', 60_000, reduce)
  const leverage = () => codeOf(h.do({ kind: 'setLeverage', ...byMember(whom, h.key()), optionId: 1, leverage: 5 }))
  const type = () =>
    codeOf(h.do({ kind: 'setMarginType', ...byMember(whom, h.key()), optionId: 1, marginType: 'CROSS' }))
  const margin = (positionId: number) =>
    codeOf(h.do({ kind: 'changeMargin', ...byMember(whom, h.key()), positionId, type: 'ADD', amount: '10' }))
  expect([leverage(), type(), margin(h.in(7)!.id)]).toEqual([
    'LEVERAGE_LOCKED_COPY',
    'MARGIN_TYPE_LOCKED_COPY',
    'MARGIN_LOCKED_COPY',
  ])
  h.open('SHORT', '0.1', 60_000, { ...copy, ...reduce })
  const waiting = h.limit(1, 'SHORT', '0.1', '61000', copy)
  expect([leverage(), type()]).toEqual(['LEVERAGE_LOCKED_COPY', 'MARGIN_TYPE_LOCKED_COPY'])
  h.cancel(1, h.orderOf(waiting).id)
  expect([leverage(), type()]).toEqual([200, 200])
})

test('E: a copy takes neither what its member chose nor keeps him from choosing elsewhere', () => {
  const h = new LotDesk([perpetual(), perpetual({ id: 2, stock: 'CR_ETHUSDTPERP', instrument: 'ETHUSDT' })])
  h.trader(1)
  h.flat(60_000)
  const leverage = (optionId: number) =>
    codeOf(h.do({ kind: 'setLeverage', ...byMember(whom, h.key()), optionId, leverage: 25 }))
  expect(leverage(1)).toBe(200)
  expect(h.orderOf(h.limit(1, 'SHORT', '0.1', '61000', { lot: 7 }))).toMatchObject({ lot: 7, leverage: 10 })
  expect([leverage(1), leverage(2)]).toEqual(['LEVERAGE_LOCKED_COPY', 200])
})

test('B: an order of a copy does not keep its member from taking margin out of his own position', () => {
  const h = desk()
  const positionId = h.in(0)!.id
  const change = (type: 'ADD' | 'REMOVE') =>
    codeOf(h.do({ kind: 'changeMargin', ...byMember(whom, h.key()), positionId, type, amount: '50' }))
  expect(change('ADD')).toBe(200)
  h.limit(1, 'SHORT', '0.1', '61000', copy)
  expect(change('REMOVE')).toBe(200)
})

test('B: the most that a member can order looks at what is his own', () => {
  const h = desk()
  const { buy, sell } = h.ask('futures.maxQty', { siteId: SITE, memberId: 1, optionId: 1, leverage: 10, wall: h.wall })!
  expect(sell - buy).toBe(btc(0.1))
})

test('B: other brackets cancel the newest of what goes beyond them, whatever its lot', () => {
  const h = desk(usdt(100_000))
  const own = h.limit(1, 'LONG', '0.9', '59000')
  const copied = h.limit(1, 'LONG', '0.1', '59000', copy)
  const brackets = [
    { ...majorBrackets[0]!, notionalCap: usdt(20_000), maxLeverage: 100 },
    { notionalCap: usdt(70_000), maxLeverage: 10, mmrPpm: 5_000, cum: usdt(20) },
    { notionalCap: usdt(1_000_000), maxLeverage: 5, mmrPpm: 10_000, cum: usdt(370) },
  ]
  expect(
    codeOf(h.do({ kind: 'configureFutures', ...byStaff(SITE, 1, 'brackets'), option: perpetual({ brackets }) })),
  ).toBe(200)
  h.settle()
  expect(h.orderOf(copied)).toMatchObject({ status: 'CANCELED', reason: 'LEVERAGE_MAX_QTY_EXCEEDED' })
  expect(h.orderOf(own).status).toBe('NEW')
})

test('J: who may open nothing keeps what closes in its lot, and nothing that opens in another', () => {
  const h = desk()
  const opens = h.limit(1, 'LONG', '0.1', '59000')
  const closes = h.limit(1, 'SHORT', '0.1', '61000', copy)
  h.do({ kind: 'coolOff', ...byMember(whom, h.key()), until: h.wall + 86_400_000 })
  h.settle()
  expect([closes, opens].map((reply) => h.orderOf(reply).status)).toEqual(['NEW', 'CANCELED'])
})

test('E: a CROSS lot is backed by what another lot of its market has won: its exits may lie as far', () => {
  const h = new LotDesk()
  h.trader(1, usdt(700))
  h.last(50_000)
  h.flat(50_000)
  const cross = { leverage: 20, marginType: 'CROSS' } as const
  h.open('LONG', '0.1', 50_000, { ...cross, lot: 7 })
  // 1,000 won: a long of 0.1 holds to about 43,500, and to 53,500 without it.
  for (const price of [54_000, 57_000, 60_000]) {
    h.last(price)
    h.flat(price)
  }
  const long = (stopLoss: string) =>
    codeOf(h.order(1, { side: 'LONG', qty: '0.1', ...cross, lot: 8, stopLoss, isMarkSl: true }))
  expect(long('42000')).toBe('STOP_LOSS_BEYOND_LIQUIDATION')
  expect(long('46000')).toBe(200)
})

test('E: a lot is of one market: orders of another with the same number neither hold back for it nor end with it', () => {
  const h = new LotDesk([perpetual(), perpetual({ id: 2, stock: 'CR_ETHUSDTPERP', instrument: 'ETHUSDT' })])
  h.trader(1)
  h.last(60_000)
  h.flat(60_000)
  h.live('ETHUSDT')
  const mark = { kind: 'mark', instrument: 'ETHUSDT', sourceTs: h.at, price: 600_000 } as const
  h.venueUpdate({ ...mark, fundingRate: null, nextFundingTime: null })
  h.open('LONG', '0.1', 60_000)
  const before = h.money(1).reserved
  const other = h.limit(1, 'SHORT', '0.05', '61000', { optionId: 2 })
  const held = h.money(1).reserved - before
  // It closes nothing of the position in the first market, and what is ordered there changes nothing of it.
  expect(held).toBe(usdt(305 + 3_050 * 0.0008))
  h.limit(1, 'SHORT', '0.1', '61000')
  expect(h.money(1).reserved - before).toBe(held)
  h.open('SHORT', '0.1', 60_000, reduce)
  expect(h.orderOf(other).status).toBe('NEW')
})

test('B: the brackets bound what all lots of a market are worth together: lots are no way around them', () => {
  const h = new LotDesk()
  h.trader(1, usdt(100_000))
  h.last(60_000)
  h.flat(60_000)
  // At 100x there is room for 50,000 USDT.
  const lots = { leverage: 100, marginType: 'ISOLATED' } as const
  h.open('LONG', '0.4', 60_000, { ...lots, lot: 7 })
  expect(codeOf(h.limit(1, 'LONG', '0.4', '60000', { ...lots, lot: 8 }))).toBe(200)
  expect(codeOf(h.limit(1, 'LONG', '0.1', '60000', { ...lots, lot: 9 }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
  const { buy } = h.ask('futures.maxQty', { siteId: SITE, memberId: 1, optionId: 1, leverage: 100, wall: h.wall })!
  expect(buy).toBe(btc(0.033))
})

test('E: an order may be a lot of its own, named by its id: two of one side are two positions', () => {
  const h = new LotDesk()
  h.trader(1)
  h.last(60_000)
  h.flat(60_000)
  const lead = { lot: 'NEW', leverage: 10, marginType: 'ISOLATED' } as const
  const [first, second] = [h.open('LONG', '0.1', 60_000, lead), h.open('LONG', '0.05', 60_000, lead)].map((reply) =>
    h.orderOf(reply),
  )
  expect([first!.lot, second!.lot]).toEqual([first!.id, second!.id])
  expect([h.in(first!.id)!.qty, h.in(second!.id)!.qty]).toEqual([btc(0.1), btc(0.05)])
  expect(h.in(0)).toBeUndefined()
})
