import { expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { btc, usdt } from '../futures/testing.ts'
import { codeOf, SITE } from '../testing.ts'
import { CopyDesk, TRADER } from './testing.ts'

test('C2: each order of a trader is a lot of its own, isolated', () => {
  const h = new CopyDesk()
  const first = h.lead('LONG', '0.01', 60_000)
  const second = h.lead('LONG', '0.02', 60_000)
  expect(h.lotsOf(TRADER).map(({ lot, qty, marginType, leadLot }) => [lot, qty, marginType, leadLot])).toEqual([
    [first.id, btc(0.01), 'ISOLATED', first.id],
    [second.id, btc(0.02), 'ISOLATED', second.id],
  ])
})

test('C10: a copy puts its percentage of the trader’s margin beside his, at his price', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.follower(3, { multiplyPer: 50 })
  const order = h.lead('LONG', '0.1', 60_000)
  const [copy] = h.lotsOf(2)
  expect(copy).toMatchObject({
    qty: btc(0.1),
    entryQuote: usdt(6_000),
    leverage: 10,
    margin: usdt(600),
    leadLot: order.id,
  })
  expect(copy!.lot).toBe(copy!.id)
  expect(h.lotsOf(3)[0]).toMatchObject({ qty: btc(0.05), margin: usdt(300) })
  expect(h.fills.filter(({ memberId }) => memberId !== TRADER).map(({ orderId }) => orderId)).toEqual([null, null])
})

test('C10: limits hold in this order: multiply, one order, all copies, what is available', () => {
  const h = new CopyDesk()
  h.follower(2, { oneMaxBet: usdt(300) })
  h.follower(3, { oneMaxBet: usdt(400), maxBet: usdt(500) })
  h.follower(4, { oneMaxBet: usdt(100) }, usdt(100))
  h.lead('LONG', '0.1', 60_000)
  expect([2, 3, 4].map((id) => h.lotsOf(id)[0]?.qty)).toEqual([btc(0.05), btc(0.066), btc(0.016)])
  h.lead('LONG', '0.1', 60_000)
  expect([2, 3].map((id) => h.lotsOf(id)[1]?.qty)).toEqual([btc(0.05), btc(0.017)])
  expect(h.skips().map(({ memberId, code }) => [memberId, code])).toEqual([[4, 'BALANCE_INSUFFICIENT']])
})

test('C10: a fill in parts makes one copy of the whole, and what is too small for a step waits for the order’s next fill', () => {
  const h = new CopyDesk()
  h.follower(2, { multiplyPer: 10 })
  const order = h.limit(TRADER, 'LONG', '0.1', '60000', { leverage: 10 })
  const fillPart = (qty: number) => {
    h.at += 150
    h.flat(60_000, qty)
    h.at += 2_000
  }
  fillPart(0.005)
  expect([h.orderOf(order).filledQty, h.lotsOf(2), h.skips()[0]?.code]).toEqual([btc(0.005), [], 'QTY_BELOW_MIN'])
  fillPart(0.015)
  fillPart(10)
  expect(h.orderOf(order).status).toBe('FILLED')
  expect(h.lotsOf(2).map(({ qty }) => qty)).toEqual([btc(0.01)])
})

test('C12: a copy opens at no more than the follower’s leverage: the margin stays, the notional shrinks', () => {
  const h = new CopyDesk()
  h.follower(2, { maxLeverage: 5 })
  h.lead('LONG', '0.1', 60_000)
  expect(h.lotsOf(2)[0]).toMatchObject({ leverage: 5, qty: btc(0.05), margin: usdt(600) })
})

test('C16: a copy that may not open is left out with its code', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.do({ kind: 'setLimits', ...h.by(2), limits: [{ kind: 'LOSS', window: '24h', currency: 'USDT', amount: usdt(50) }] })
  h.lead('LONG', '0.1', 60_000)
  expect(h.lotsOf(2)).toEqual([])
  expect(h.skips()).toMatchObject([{ memberId: 2, code: 'SELF_LIMIT_EXCEEDED', wanted: usdt(600), got: 0n }])
})

test('C13: nothing within the follower’s slippage of the trader’s price is a skip, and a part stays', () => {
  const h = new CopyDesk()
  h.follower(2, { multiplyPer: 500, oneMaxBet: usdt(4_000), slipPpm: 1_000 })
  const { id } = h.send('LONG', '0.1')
  h.at += 150
  h.book(
    [[59_999, 10]],
    [
      [60_000, 0.3],
      [60_100, 10],
    ],
  )
  expect(h.orders.get(id)!.status).toBe('FILLED')
  expect(h.lotsOf(2)).toMatchObject([{ qty: btc(0.3) }])
})

test('C15, C26: a follower guards a copy; he changes its margin once it is his own', () => {
  const h = new CopyDesk()
  const follow = h.follower(2)
  h.lead('LONG', '0.1', 60_000)
  const positionId = h.lotsOf(2)[0]!.id
  const add = () => codeOf(h.do({ kind: 'changeMargin', ...h.by(2), positionId, type: 'ADD', amount: '10' }))
  expect(codeOf(h.tpsl(2, '70000', '58000'))).toBe(200)
  expect(add()).toBe('MARGIN_LOCKED_COPY')
  h.unfollow(2, follow)
  expect(add()).toBe(200)
})

test('C30f: a trader who is locked out leads nobody any more', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.lead('LONG', '0.1', 60_000)
  h.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: TRADER, status: 'DENY' })
  h.settle()
  expect(h.core.snapshot().copyFollows).toMatchObject([{ endReason: 'TRADER_DENIED', doneAt: null }])
  expect(h.lotsOf(2)).toHaveLength(1)
})

test('C30d: after a break nothing resumes by itself', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.do({ kind: 'coolOff', ...h.by(2), until: h.wall + 86_400_000 })
  h.later(2 * 86_400_000)
  h.flat(60_000)
  h.lead('LONG', '0.1', 60_000)
  expect(h.lotsOf(2)).toEqual([])
  expect(h.follow(2).status).toBe(200)
  h.lead('LONG', '0.1', 60_000)
  expect(h.lotsOf(2)).toHaveLength(1)
})

test('C17: after twenty skips in a row for want of money a follow pauses', () => {
  const h = new CopyDesk()
  h.follower(2, { oneMaxBet: usdt(10), maxBet: usdt(5_000) }, usdt(10))
  for (let order = 0; order < 25; order++) h.lead('LONG', '0.002', 60_000)
  expect(h.skips().map(({ code }) => code)).toEqual(Array(20).fill('BALANCE_INSUFFICIENT'))
})

test('C21: what a lead order filled before the follow began is not copied', () => {
  const h = new CopyDesk()
  h.limit(TRADER, 'LONG', '0.1', '60000', { leverage: 10 })
  h.at += 150
  h.flat(60_000, 0.04)
  h.follower(2)
  h.at += 2_000
  h.flat(60_000)
  expect(h.lotsOf(2).map(({ qty }) => qty)).toEqual([btc(0.06)])
})

test('C23: the trader closes a part, and each copy closes the same part; the last close closes all', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.follower(3, { multiplyPer: 33 })
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.close(TRADER, id, 30, 61_000)
  expect([h.lotsOf(TRADER)[0]!.qty, h.lotsOf(2)[0]!.qty, h.lotsOf(3)[0]!.qty]).toEqual([70, 70, 24])
  h.close(TRADER, id, 100, 61_000)
  expect([TRADER, 2, 3].flatMap((one) => h.lotsOf(one))).toEqual([])
  const closed = [...h.positions.values()].filter(({ memberId }) => memberId === 2)
  expect(closed).toMatchObject([{ closeReason: 'TRADER', realizedPnl: usdt(100), owedClose: 0 }])
})

test('C23: what the order book does not give is owed, and closes on the next ones, also after a restart', () => {
  const h = new CopyDesk()
  h.follower(2, { multiplyPer: 500, oneMaxBet: usdt(4_000) })
  const { id } = h.lead('LONG', '0.1', 60_000)
  expect(h.lotsOf(2)[0]!.qty).toBe(btc(0.5))
  h.close(TRADER, id, 100, [
    [60_000, 0.2],
    [50_000, 10],
  ])
  expect(h.lotsOf(TRADER)).toEqual([])
  expect(h.lotsOf(2)[0]).toMatchObject({ qty: btc(0.3), owedClose: btc(0.3), closedQty: btc(0.2) })
  h.restart()
  h.live()
  h.bids([
    [59_000, 0.25],
    [50_000, 10],
  ])
  h.at += 2_000
  expect(h.lotsOf(2)[0]).toMatchObject({ qty: btc(0.05), owedClose: btc(0.05) })
  h.bids([[59_500, 10]])
  expect(h.lotsOf(2)).toEqual([])
})

test('C23: a close of its member cuts what a copy owes, and the end of the follow clears it', () => {
  const h = new CopyDesk()
  const follows = [2, 3].map((id) => h.follower(id, { multiplyPer: 500, oneMaxBet: usdt(4_000) }))
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.close(TRADER, id, 100, [
    [60_000, 0.2],
    [50_000, 10],
  ])
  h.unfollow(3, follows[1]!)
  h.close(2, h.lotsOf(2)[0]!.lot, 50, [
    [60_000, 0.15],
    [50_000, 10],
  ])
  expect(h.lotsOf(2)).toMatchObject([{ qty: btc(0.15), owedClose: btc(0.15) }])
  expect(h.lotsOf(3)).toMatchObject([{ qty: btc(0.3), owedClose: 0 }])
})

test('C25: a copy that its member closed early is not opened again by the same lead order', () => {
  const h = new CopyDesk()
  h.follower(2)
  const order = h.limit(TRADER, 'LONG', '0.1', '60000', { leverage: 10 })
  h.at += 150
  h.flat(60_000, 0.04)
  h.at += 2_000
  expect(codeOf(h.close(2, h.lotsOf(2)[0]!.lot, 100, 60_001))).toBe(200)
  h.flat(60_000)
  expect(h.orderOf(order).status).toBe('FILLED')
  expect(h.lotsOf(2)).toEqual([])
})

test('C27: the liquidation of a lead lot ends all follows of the trader and closes no copy', () => {
  const h = new CopyDesk()
  const first = h.follower(2, { maxLeverage: 2 })
  h.lead('LONG', '0.1', 60_000)
  h.flat(54_200)
  expect(h.lotsOf(TRADER)).toEqual([])
  expect(h.lotsOf(2)).toHaveLength(1)
  expect(codeOf(h.unfollow(2, first))).toBe(200)
  const ends = h.calls.flatMap(({ rows }) => rows.copyFollows).map(({ endReason }) => endReason)
  expect(ends.at(-1)).toBe('TRADER_LIQUIDATED')
  expect(codeOf(h.follow(3))).toBe('WALLET_NOT_FOUND')
})

test('C30b: an unfollow leaves the copies to their member, or closes them at the market', () => {
  const h = new CopyDesk()
  const [kept, closed] = [h.follower(2), h.follower(3)]
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.unfollow(2, kept)
  h.unfollow(3, closed, true)
  expect(codeOf(h.unfollow(3, kept))).toBe('FOLLOWER_NOT_FOUND')
  h.settle()
  h.at += 150
  h.flat(60_000)
  h.at += 2_000
  expect([h.lotsOf(2).length, h.lotsOf(3).length]).toEqual([1, 0])
  h.close(TRADER, id, 100, 60_000)
  expect(h.lotsOf(2)[0]!.qty).toBe(btc(0.1))
})
