import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { at, btc, Desk, perpetual, usdt } from '../futures/testing.ts'
import { codeOf, operator, SITE } from '../testing.ts'

function desk(amount = usdt(10_000)): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1, amount)
  return h
}

test('0: a market order is NEW, and executes on the first book of its time', () => {
  const h = desk()
  const reply = h.order(1, { side: 'LONG', qty: '0.1' })
  expect(reply.body).toMatchObject({ status: 'NEW', qty: '0.100', filledQty: '0.000', leverage: 10 })
  h.at += 149
  h.price(60_100)
  expect(h.position(1)).toBeUndefined()
  h.at += 1
  h.price(60_200)
  expect(h.orderOf(reply)).toMatchObject({ status: 'FILLED', filledQty: btc(0.1) })
  expect(h.position(1)).toMatchObject({ qty: btc(0.1), entryQuote: usdt(6_020.1), margin: usdt(602.11) })
  expect(h.fills[0]).toMatchObject({ best: at(60_201), fee: usdt(2.40804), isMaker: false, isClose: false })
  expect(h.money(1)).toMatchObject({ posted: usdt(10_000) - h.fills[0]!.fee, reserved: usdt(602.11) })
})

test('0: a double tap makes one order; both taps get its answer, which is stored once', () => {
  const h = desk()
  const order = {
    ...({ optionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1', price: null, triggerPrice: null } as const),
    ...{ isMark: false, isReduceOnly: false, takeProfit: null, stopLoss: null, isMarkTp: false, isMarkSl: false },
    ...{ tolerance: null, expiresAt: null },
  }
  const command = { kind: 'placeFutures', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), order } as const
  const first = h.do(command)
  expect(h.do(command)).toEqual(first)
  const calls = h.calls.flatMap((call) => call.rows.replies)
  expect(calls.map((row) => row.body)).toEqual([first.body])
  h.execute(60_000)
  expect(h.position(1)!.qty).toBe(btc(0.1))
})

test('0: an order that finds no book within a second is rejected, and frees what it held', () => {
  const h = desk()
  const reply = h.order(1, { side: 'LONG', qty: '0.1' })
  expect(h.money(1).reserved).toBeGreaterThan(0n)
  h.at += 999
  h.settle()
  expect(h.orderOf(reply).status).toBe('NEW')
  h.at += 1
  h.settle()
  expect(h.orderOf(reply)).toMatchObject({ status: 'REJECTED', reason: 'PRICE_FEED_STALE' })
  expect(h.money(1).reserved).toBe(0n)
  h.price(60_000)
  expect(h.position(1)).toBeUndefined()
})

test('0: what a member’s own order meets after its acceptance is an ERROR of his, and nothing else is', () => {
  const h = desk(usdt(1_000_000))
  const errors = () => h.events('ERROR').map(({ data }) => (data as { code: string }).code)
  h.order(1, { side: 'LONG', qty: '0.1' })
  h.at += 1_000
  h.settle()
  expect(h.events('ERROR')).toEqual([
    {
      to: 'member',
      siteId: SITE,
      memberId: 1,
      queue: 'error',
      event: 'ERROR',
      data: { code: 'PRICE_FEED_STALE', message: '시세 수신이 지연되어 주문할 수 없습니다.' },
    },
  ])
  h.price(60_000)
  h.order(1, { side: 'LONG', qty: '0.1' })
  h.at += 150
  h.book([[60_000, 1]], [[60_700, 1]])
  expect(errors()).toEqual(['PRICE_FEED_STALE', 'SLIPPAGE_PROTECTED'])
  // An order of which a part was filled, and his own cancellation.
  h.order(1, { side: 'LONG', qty: '2' })
  h.at += 150
  h.book(
    [[60_000, 1]],
    [
      [60_600, 1],
      [60_601, 1],
    ],
  )
  h.cancel(1, (h.limit(1, 'LONG', '0.1', '59000').body as { id: number }).id)
  expect([...h.orders.values()].map(({ reason }) => reason)).toEqual([
    'PRICE_FEED_STALE',
    'SLIPPAGE_PROTECTED',
    'SLIPPAGE_PROTECTED',
    'MEMBER',
  ])
  expect(errors()).toHaveLength(2)
})

test('0: an order that waits is given the longer wait of its market, and ends with that', () => {
  const h = desk()
  const reply = h.order(1, { side: 'LONG', qty: '0.1' })
  const set = { ...operator, kind: 'configure', scope: 'futures', optionId: 1, effectiveFrom: null } as const
  expect(h.do({ ...set, changes: { execWaitMs: 2_000 } }).status).toBe(200)
  h.at += 1_000
  h.settle()
  expect(h.orderOf(reply).status).toBe('NEW')
  h.at += 1_000
  h.settle()
  expect(h.orderOf(reply)).toMatchObject({ status: 'REJECTED', reason: 'PRICE_FEED_STALE' })
})

test('0: who waits for his book cannot take the order back; once the book is overdue he can', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  expect(codeOf(h.cancel(1, h.orderOf(close).id))).toBe('TRY_AGAIN_LATER')
  h.at += 1_000
  expect(codeOf(h.cancel(1, h.orderOf(close).id))).toBe(200)
})

test('B: a reduce-only market order closes the position and gives back its margin', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const reply = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.execute(61_000)
  expect(h.orderOf(reply).status).toBe('FILLED')
  expect(h.position(1)).toBeUndefined()
  const fees = h.fills.reduce((sum, fill) => sum + fill.fee, 0n)
  expect(h.fills[1]).toMatchObject({ realizedPnl: usdt(99.9), isClose: true })
  expect(h.money(1)).toMatchObject({ posted: usdt(10_099.9) - fees, reserved: 0n })
})

test('B: a close that still waits for its book ends with the position, and closes none that is opened after it', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const first = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.at += 100
  const second = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.at += 50
  h.price(60_000)
  expect(h.orderOf(first).status).toBe('FILLED')
  expect(h.orderOf(second)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_CLOSED', closedAt: h.at })
})

test('B: on a stale feed an opening order is refused; a close is accepted, waits, and takes the first live book', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.stale()
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe('PRICE_FEED_STALE')
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  expect(close.body).toMatchObject({ status: 'NEW' })
  h.at += 60_000
  h.price(59_500)
  expect(h.orderOf(close).status).toBe('NEW')
  h.live()
  expect(h.orderOf(close).status).toBe('FILLED')
  expect(h.fills.at(-1)!.best).toBe(at(59_500))
})

test('B: a close that waits on a stale feed may be cancelled until then', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  h.stale()
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  expect(h.cancel(1, h.orderOf(close).id).body).toMatchObject({ status: 'CANCELED', reason: 'MEMBER' })
})

test('B, depth: an order walks the levels, and beyond the last each further such quantity costs another distance', () => {
  const h = new Desk([perpetual({ slipPpm: 999_999 })])
  h.trader(1, usdt(1_000_000))
  h.price(60_000)
  h.order(1, { side: 'LONG', qty: '3' })
  h.at += 150
  const bids = [[59_990, 1]] as const
  const asks = [
    [60_000, 0.5],
    [60_010, 0.5],
  ] as const
  h.book(bids, asks)
  // 0.5 at 60,000, 0.5 at 60,010, then one bitcoin each at 60,020 and 60,030.
  expect(h.fills[0]).toMatchObject({ qty: btc(3), quote: usdt(30_000 + 30_005 + 60_020 + 60_030) })
})

test('B, depth: what a member took is missing in what he sees for two seconds; others see the book whole', () => {
  const h = new Desk()
  h.trader(1, usdt(1_000_000))
  h.trader(2, usdt(1_000_000))
  const show = () =>
    h.book(
      [[59_990, 5]],
      [
        [60_000, 1],
        [60_010, 1],
      ],
    )
  h.price(60_000)
  const buy = (memberId: number) => {
    h.order(memberId, { side: 'LONG', qty: '1' })
    h.at += 150
    show()
    return h.fills.at(-1)!.quote
  }
  expect([buy(1), buy(1), buy(2)]).toEqual([usdt(60_000), usdt(60_010), usdt(60_000)])
  h.restart()
  h.live()
  h.mark(60_000)
  show()
  // So is what he took beyond the last level: two bitcoins cost the next distance.
  expect([buy(1), buy(1), buy(1)]).toEqual([usdt(60_020), usdt(60_020), usdt(60_030)])
  h.at += 2_000
  show()
  expect(buy(1)).toBe(usdt(60_000))
})

test('B, depth: what a member bought is missing among the asks only', () => {
  const h = desk(usdt(1_000_000))
  h.trader(2, usdt(1_000_000))
  const bids = [
    [59_990, 1],
    [59_980, 1],
  ] as const
  h.order(1, { side: 'LONG', qty: '1' })
  h.at += 150
  h.book(bids, [[60_000, 1]])
  h.order(1, { side: 'SHORT', qty: '1' })
  h.at += 150
  h.book(bids, [[60_000, 1]])
  expect(h.fills.map(({ quote }) => quote)).toEqual([usdt(60_000), usdt(59_990)])
})

test('B: a market order stops 1 % from the mark and cancels the rest; one that closes at 5 %', () => {
  const h = desk(usdt(1_000_000))
  const bids = [
    [60_000, 1],
    [59_000, 1],
    [57_000, 1],
    [56_000, 1],
  ] as const
  const asks = [
    [60_600, 1],
    [60_601, 1],
  ] as const
  const open = h.order(1, { side: 'LONG', qty: '2' })
  h.at += 150
  h.book(bids, asks)
  expect(h.orderOf(open)).toMatchObject({ status: 'CANCELED', reason: 'SLIPPAGE_PROTECTED', filledQty: btc(1) })
  h.trade(1, 'LONG', '3', 60_000)
  const close = h.order(1, { side: 'SHORT', qty: '4', isReduceOnly: true })
  h.at += 150
  h.book(bids, asks)
  expect(h.orderOf(close)).toMatchObject({ status: 'CANCELED', reason: 'SLIPPAGE_PROTECTED', filledQty: btc(3) })
  expect(h.position(1)!.qty).toBe(btc(1))
})

test('B: the tolerance that a ticket named counts from the best price when the order was taken', () => {
  const h = desk(usdt(1_000_000))
  const reply = h.order(1, { side: 'LONG', qty: '2', tolerance: '0.1' }) // best 60,001: up to 60,061.0
  h.at += 150
  h.book(
    [[59_990, 5]],
    [
      [60_061, 1],
      [60_061.1, 1],
    ],
  )
  expect(h.orderOf(reply)).toMatchObject({ status: 'CANCELED', reason: 'SLIPPAGE_PROTECTED', filledQty: btc(1) })
})

test('B: the opening part of a fill is checked again; what is not covered is cancelled', () => {
  const h = desk(usdt(1_000))
  const reply = h.order(1, { side: 'LONG', qty: '0.161' }) // 966.0 USDT and fees of 7.7
  h.at += 150
  h.mark(62_000)
  h.book([[62_000, 5]], [[62_000, 5]])
  const order = h.orderOf(reply)
  expect(order).toMatchObject({ status: 'CANCELED', reason: 'BALANCE_INSUFFICIENT' })
  expect(order.filledQty).toBe(btc(0.16)) // 992 USDT and fees of 7.9 for 0.160
  expect(h.money(1).available).toBeGreaterThanOrEqual(0n)
})

test('B: money that is exactly what a part costs pays for it, a unit less does not', () => {
  const bought = (amount: number) => {
    const h = desk(usdt(amount))
    const reply = h.order(1, { side: 'LONG', qty: '0.161' })
    h.at += 150
    h.mark(62_000)
    h.book([[62_000, 5]], [[62_000, 5]])
    return h.orderOf(reply).filledQty
  }
  // 992 of margin and a round trip of 7.936 for 0.160.
  expect([bought(999.936), bought(999.93599999)]).toEqual([btc(0.16), btc(0.159)])
})

test('B: the loss that a fill starts with is checked with its margin when it fills', () => {
  const bought = (amount: number) => {
    const h = desk(usdt(amount))
    const reply = h.order(1, { side: 'LONG', qty: '0.1' })
    h.at += 150
    h.mark(59_500)
    h.book([[59_400, 5]], [[60_000, 5]])
    return h.orderOf(reply).filledQty
  }
  // 600 of margin, a round trip of 4.8, and 50 that it is worth less at the mark.
  expect([bought(654.8), bought(654.79999999)]).toEqual([btc(0.1), btc(0.099)])
})

test('B: a reduce-only order whose position shrank meanwhile closes what is left, and opens nothing', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.3', 60_000)
  h.order(1, { side: 'SHORT', qty: '0.1' })
  const close = h.order(1, { side: 'SHORT', qty: '0.3', isReduceOnly: true })
  h.execute(60_000)
  expect(h.position(1)).toBeUndefined()
  expect(h.orderOf(close)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_CLOSED', filledQty: btc(0.2) })
})

test('B: a position that is closed in parts tells the sum of them, and its reduce-only orders end with it', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.3', 60_000)
  const { id } = h.position(1)!
  const rests = h.limit(1, 'SHORT', '0.1', '65000', { isReduceOnly: true })
  const stays = h.limit(1, 'LONG', '0.1', '55000')
  h.trade(1, 'SHORT', '0.1', 61_000)
  h.trade(1, 'SHORT', '0.2', 62_000)
  expect(h.positions.get(id)).toMatchObject({ qty: 0, closedQty: btc(0.3), closedQuote: usdt(6_100 + 12_400) })
  expect(h.orderOf(rests)).toMatchObject({ status: 'CANCELED', reason: 'POSITION_CLOSED' })
  expect(h.orderOf(stays).status).toBe('NEW')
})

test('B: an opposite order reduces, then flips: two fills, the old position ends and a new one begins', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  const old = h.position(1)!
  const flip = h.trade(1, 'SHORT', '0.3', 61_000)
  const position = h.position(1)!
  expect(flip).toMatchObject({ status: 'FILLED', positionId: position.id })
  expect(h.positions.get(old.id)).toMatchObject({ qty: 0, closeReason: 'MEMBER', margin: 0n, realizedPnl: usdt(99.9) })
  expect(position).toMatchObject({ side: 'SHORT', qty: -btc(0.2), entryQuote: -usdt(12_200) })
  expect(h.fills.slice(1).map((fill) => [fill.isClose, fill.qty, fill.positionId])).toEqual([
    [true, btc(0.1), old.id],
    [false, btc(0.2), position.id],
  ])
  const told = ['POSITION_CLOSE', 'POSITION_OPEN'].map((event) => h.events(event).length)
  expect(told).toEqual([1, 2])
})
