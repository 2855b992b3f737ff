import { expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { Desk, perpetual, usdt } from '../futures/testing.ts'
import { eur, Floor } from '../oversea/testing.ts'
import { codeOf, SITE, site } from '../testing.ts'

const device = 'd'.repeat(64)
/** Says nothing more of an order. */
const plain = {
  ...{ price: null, triggerPrice: null, isMark: false, isReduceOnly: false, tolerance: null, expiresAt: null },
  ...{ takeProfit: null, stopLoss: null, isMarkTp: false, isMarkSl: false },
}
const copy = { lot: 7, leverage: 10, marginType: 'ISOLATED' } as const

/** Members 1 and 2 on one device, 3 on his own. */
function linked(): Desk {
  const h = new Desk()
  for (const id of [1, 2, 3]) h.trader(id, usdt(10_000))
  h.price(60_000)
  for (const memberId of [1, 2]) link(h, memberId)
  return h
}

const link = (h: Desk, memberId: number) =>
  h.do({ kind: 'noteTrait', ...bySystem(SITE), memberId, trait: 'DEVICE', hash: device })

test('B: nothing opens against what another member of the risk group holds', () => {
  const h = linked()
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(codeOf(h.order(2, { side: 'SHORT', qty: '0.1' }))).toBe('LINKED_OPPOSITE')
  expect(codeOf(h.order(2, { side: 'LONG', qty: '0.1' }))).toBe(200)
  expect(codeOf(h.order(3, { side: 'SHORT', qty: '0.1' }))).toBe(200)
})

test('B: nothing opens against what another member of the risk group works, but what only reduces works no side', () => {
  const h = linked()
  const working = h.limit(1, 'LONG', '0.1', '59000')
  expect(codeOf(h.order(2, { side: 'SHORT', qty: '0.1' }))).toBe('LINKED_OPPOSITE')
  h.cancel(1, h.orderOf(working).id)
  h.trade(1, 'LONG', '0.1', 60_000)
  h.limit(1, 'SHORT', '0.1', '61000', { isReduceOnly: true })
  h.tpsl(1, '62000', '58000')
  expect(codeOf(h.order(2, { side: 'LONG', qty: '0.1' }))).toBe(200)
})

test('B: nothing opens against what the member holds in another lot, and what closes always does', () => {
  const h = linked()
  h.trade(3, 'LONG', '0.1', 60_000)
  expect(codeOf(h.order(3, { side: 'SHORT', qty: '0.1', ...copy }))).toBe('LINKED_OPPOSITE')
  expect(codeOf(h.order(3, { side: 'LONG', qty: '0.1', ...copy }))).toBe(200)
  h.execute(60_000)
  expect(codeOf(h.order(3, { side: 'SHORT', qty: '0.1' }))).toBe(200)
  expect(codeOf(h.order(3, { side: 'SHORT', qty: '0.2' }))).toBe('LINKED_OPPOSITE')
})

test('B: an order that worked before its member was linked closes, and opens nothing against the group any more', () => {
  const h = new Desk()
  for (const id of [1, 2]) h.trader(id, usdt(10_000))
  h.price(60_000)
  h.trade(1, 'LONG', '0.1', 60_000)
  h.trade(2, 'LONG', '0.05', 60_000)
  const flip = h.order(2, { side: 'SHORT', qty: '0.15' })
  for (const memberId of [1, 2]) link(h, memberId)
  h.execute(60_000)
  expect(h.orderOf(flip)).toMatchObject({ status: 'CANCELED', reason: 'LINKED_OPPOSITE', filledQty: 50 })
  expect(h.position(2)).toBeUndefined()
})

/** 1 is long with a margin of 600, 2 short with what he says, before they are known to belong together; then the price falls through. */
function gap(amount2: number, qty2: string): { h: Desk; before: [bigint, bigint] } {
  const h = new Desk()
  h.trader(1, usdt(700))
  h.trader(2, usdt(amount2))
  h.trader(3, usdt(10_000))
  h.price(60_000)
  h.trade(1, 'LONG', '0.1', 60_000)
  for (const memberId of [2, 3]) h.trade(memberId, 'SHORT', qty2, 60_000)
  for (const memberId of [1, 2]) link(h, memberId)
  const posted = (memberId: number) => h.money(memberId).posted
  const before: [bigint, bigint] = [posted(2), posted(3)]
  h.at += 60_000
  h.live()
  h.book([[50_000, 10]], [[50_001, 10]])
  h.mark(50_000)
  return { h, before }
}

test('B: the deficit of a liquidation is set against what the risk group won in the same gap, before insurance pays', () => {
  const { h, before } = gap(10_000, '0.1')
  const of = (reason: string) => h.postings.filter((row) => row.reason === reason)
  expect(of('LINKED_DEFICIT').map(({ memberId }) => memberId)).toEqual([2, 1])
  const paid = of('LINKED_DEFICIT')[1]!.amount
  expect(paid).toBeGreaterThan(usdt(400))
  expect(h.money(2).posted).toBe(before[0] - paid)
  expect(h.money(3).posted).toBe(before[1])
  expect(of('FUTURES_INSURANCE')).toEqual([])
})

test('B: of a linked gain no more is taken than it is, than the deficit, and than is available', () => {
  const short = gap(10_000, '0.01')
  const amounts = (h: Desk, reason: string) =>
    h.postings.filter((row) => row.reason === reason && row.memberId === 1).map(({ amount }) => amount)
  expect(amounts(short.h, 'LINKED_DEFICIT')).toEqual([usdt(100)])
  expect(amounts(short.h, 'FUTURES_INSURANCE')).toHaveLength(1)
  const poor = gap(610, '0.1')
  expect(amounts(poor.h, 'LINKED_DEFICIT')[0]).toBeLessThan(usdt(10))
  expect(poor.h.position(2)).toBeDefined()
})

/** Contracts and a perpetual on one instrument; members 1 and 2 are linked. */
function floor(): Floor {
  const f = new Floor(undefined, { futuresOptions: [perpetual({ instrument: 'EURUSD', precision: 5 })] })
  const grants = [
    { type: 'BINARY', currency: 'KRW', amount: 10_000_000n },
    { type: 'FUTURES', currency: 'USDT', amount: usdt(10_000) },
  ] as const
  for (const memberId of [1, 2]) {
    f.do({ kind: 'openMember', ...bySystem(SITE), memberId, grants })
    f.do({ kind: 'noteTrait', ...bySystem(SITE), memberId, trait: 'DEVICE', hash: device })
  }
  f.price(1.1)
  const mark = { kind: 'mark', instrument: 'EURUSD', sourceTs: f.at, price: eur(1.1) } as const
  f.venueUpdate({ ...mark, fundingRate: null, nextFundingTime: null })
  return f
}

test('C: contracts open against no contract of the risk group, and its closes are taken', () => {
  const f = floor()
  f.order(1, { side: 'LONG', count: 1 })
  f.at += 200
  f.price(1.1)
  expect(codeOf(f.order(2, { side: 'SHORT', count: 1 }))).toBe('LINKED_OPPOSITE')
  expect(codeOf(f.order(1, { side: 'SHORT', count: 1 }))).toBe(200)
})

test('B and C: perpetuals and contracts on one instrument are one underlying, of one member too', () => {
  const f = floor()
  f.order(1, { side: 'LONG', count: 1 })
  const order = { optionId: 1, side: 'SHORT', marketType: 'MARKET', qty: '100', ...plain } as const
  const perpetualOf = (memberId: number) =>
    codeOf(f.do({ kind: 'placeFutures', ...byMember({ siteId: SITE, memberId }, f.key()), order }))
  expect([perpetualOf(1), perpetualOf(2)]).toEqual(['LINKED_OPPOSITE', 'LINKED_OPPOSITE'])
})

test('B: a member of the risk group on another site stands against nothing', () => {
  const options = [1, 2].map((siteId) => perpetual({ siteId }))
  const h = new Desk(options, { sites: [site(), site({ siteId: 2 })] })
  for (const siteId of [1, 2]) {
    const grants = [{ type: 'FUTURES', currency: 'USDT', amount: usdt(10_000) }] as const
    h.do({ kind: 'openMember', ...bySystem(siteId), memberId: siteId, grants })
    h.do({ kind: 'noteTrait', ...bySystem(siteId), memberId: siteId, trait: 'IDENTITY', hash: device })
  }
  h.price(60_000)
  h.trade(1, 'LONG', '0.1', 60_000)
  const order = { optionId: 1, side: 'SHORT', marketType: 'MARKET', qty: '0.1', ...plain } as const
  expect(codeOf(h.do({ kind: 'placeFutures', ...byMember({ siteId: 2, memberId: 2 }, h.key()), order }))).toBe(200)
})

const linkedDeficits = (h: Desk) => h.postings.filter(({ reason }) => reason === 'LINKED_DEFICIT')

test('B: several linked gains pay a deficit once, in the order of ids', () => {
  const h = new Desk()
  h.trader(1, usdt(700))
  for (const memberId of [2, 3]) h.trader(memberId, usdt(10_000))
  h.price(60_000)
  h.trade(1, 'LONG', '0.1', 60_000)
  h.trade(2, 'SHORT', '0.01', 60_000)
  h.trade(3, 'SHORT', '0.1', 60_000)
  for (const memberId of [1, 2, 3]) link(h, memberId)
  h.book([[50_000, 10]], [[50_001, 10]])
  h.mark(50_000)
  const [first, second, to] = linkedDeficits(h)
  expect([first!.memberId, second!.memberId, to!.memberId]).toEqual([2, 3, 1])
  expect(first!.amount).toBe(usdt(-100))
  expect(to!.amount).toBe(-first!.amount - second!.amount)
  // He lost his margin and gained nothing.
  expect(h.money(1).posted).toBeLessThan(usdt(100))
  expect(h.postings.filter(({ reason }) => reason === 'FUTURES_INSURANCE')).toEqual([])
})

test('B: what the group won on the same side, open or just closed, pays no deficit', () => {
  const h = new Desk()
  h.trader(1, usdt(700))
  for (const memberId of [2, 3]) h.trader(memberId, usdt(10_000))
  h.price(40_000)
  for (const memberId of [2, 3]) h.trade(memberId, 'LONG', '0.1', 40_000)
  h.price(60_000)
  h.trade(1, 'LONG', '0.1', 60_000)
  for (const memberId of [1, 2, 3]) link(h, memberId)
  h.order(3, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.execute(60_000)
  h.book([[50_000, 10]], [[50_001, 10]])
  h.mark(50_000)
  expect(h.position(1)).toBeUndefined()
  expect(linkedDeficits(h)).toEqual([])
})
