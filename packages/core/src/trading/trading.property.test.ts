import { destinations, FuturesOrder } from '@maru/contract'
import { initialMargin, notionalOf, orderMargin, quoteScale, worstPrice } from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { at, Desk, perpetual, usdt } from '../futures/testing.ts'
import { codeOf, SITE } from '../testing.ts'
import type { FillRow, OrderRow, PriceUnits } from '../types.ts'

type Schema = { readonly parse: (data: unknown) => unknown }
const scale = quoteScale(1, 3)
const option = perpetual()
const MEMBERS = [1, 2, 3]
/** Small moves around 60,000, so that orders meet; now and then a jump that liquidates. */
const offset = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -600, max: 600 }) },
  fc.integer({ min: -7_000, max: 7_000 }),
)
const price = offset.map((move) => 60_000 + move)
const side = fc.constantFrom<'LONG' | 'SHORT'>('LONG', 'SHORT')
const qty = fc.integer({ min: 1, max: 900 }).map((steps) => (steps / 1_000).toFixed(3))
const member = fc.constantFrom(...MEMBERS)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 })

const order = fc.record({
  do: fc.constant('order' as const),
  member,
  side,
  qty,
  marketType: fc.constantFrom('MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'),
  price,
  triggerPrice: price,
  isMark: fc.boolean(),
  isReduceOnly: fc.boolean(),
  takeProfit: maybe(price),
  stopLoss: maybe(price),
  tolerance: maybe(fc.constantFrom('0.01', '0.5')),
})
const levels = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 600 })), { maxLength: 4 })
const steps = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: order },
    { weight: 9, arbitrary: fc.record({ do: fc.constant('book' as const), price, bids: levels, asks: levels }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('last' as const), price }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('mark' as const), price, rate: fc.integer({ min: -9_000, max: 9_000 }) }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const), member }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('tpsl' as const),
        member,
        takeProfit: price,
        stopLoss: price,
        isMark: fc.boolean(),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), member, pick: fc.nat() }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 160, 900, 2_100, 3_600_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('margin' as const),
        member,
        isCross: fc.boolean(),
        leverage: fc.integer({ min: 1, max: 60 }),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom({ do: 'gap' as const }, { do: 'restart' as const }) },
  ),
  { minLength: 20, maxLength: 90, size: 'max' },
)
type Step = (typeof steps extends fc.Arbitrary<infer S> ? S : never)[number]

/** Plays the steps; `after` looks at the house after each. */
function play(list: readonly Step[], after: (h: Desk) => void): Desk {
  const h = new Desk([option])
  for (const one of MEMBERS) h.trader(one, usdt(one * 2_000))
  h.price(60_000)
  for (const step of list) {
    take(h, step)
    after(h)
  }
  return h
}

function take(h: Desk, step: Step): void {
  const text = (value: number | null) => (value === null ? null : String(value))
  if (step.do === 'order') {
    const { marketType, isReduceOnly } = step
    const hasTrigger = marketType.startsWith('STOP')
    const hasPrice = marketType.endsWith('LIMIT')
    h.order(step.member, {
      side: step.side,
      qty: step.qty,
      marketType: marketType as 'LIMIT',
      price: hasPrice ? text(step.price) : null,
      triggerPrice: hasTrigger ? text(step.triggerPrice) : null,
      isMark: step.isMark,
      isReduceOnly,
      takeProfit: isReduceOnly ? null : text(step.takeProfit),
      stopLoss: isReduceOnly ? null : text(step.stopLoss),
      tolerance: hasPrice ? null : step.tolerance,
    })
  } else if (step.do === 'book') {
    const sideOf = (from: number, sign: number, list: readonly (readonly [number, number])[]) =>
      list.map(([, size], index) => [from + sign * (index + 1) * (list[0]![0] + 1), size / 1_000] as const)
    h.book(sideOf(step.price, -1, step.bids), sideOf(step.price, 1, step.asks))
  } else if (step.do === 'last') h.last(step.price)
  else if (step.do === 'mark') h.mark(step.price, { rate: step.rate, at: h.at + 3_600_000 })
  else if (step.do === 'close') {
    const position = h.position(step.member)
    if (!position) return
    const close = {
      side: position.qty > 0 ? 'SHORT' : 'LONG',
      qty: (Math.abs(position.qty) / 1_000).toFixed(3),
    } as const
    expect(codeOf(h.order(step.member, { ...close, isReduceOnly: true }))).toBe(200)
  } else if (step.do === 'tpsl') h.tpsl(step.member, text(step.takeProfit), text(step.stopLoss), step.isMark)
  else if (step.do === 'cancel') {
    const open = h.openOrders(step.member)
    if (open.length > 0) h.cancel(step.member, open[step.pick % open.length]!.id)
  } else if (step.do === 'wait') {
    h.at += step.ms
    h.settle()
  } else if (step.do === 'margin') {
    const own = { siteId: SITE, memberId: step.member }
    h.do({ kind: 'setLeverage', ...byMember(own, h.key()), optionId: 1, leverage: step.leverage })
    const marginType = step.isCross ? 'CROSS' : 'ISOLATED'
    h.do({ kind: 'setMarginType', ...byMember(own, h.key()), optionId: 1, marginType })
  } else if (step.do === 'gap') {
    h.stale()
    h.at += 5_000
    h.settle()
    h.live()
  } else {
    h.restart()
    h.live()
    h.settle()
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
const abs = (amount: bigint) => (amount < 0n ? -amount : amount)
const signed = (fill: FillRow) => (fill.side === 'LONG' ? fill.qty : -fill.qty)

test('B: the ledger sums to zero; a wallet is its postings; what it reserves is what positions and orders hold', () => {
  fc.assert(
    fc.property(steps, (list) => {
      play(list, (h) => {
        const byTxn = Map.groupBy(h.postings, (row) => row.txnId)
        for (const rows of byTxn.values()) expect(sum(rows.map((row) => row.amount))).toBe(0n)
        for (const one of MEMBERS) {
          const own = h.postings.filter((row) => row.memberId === one)
          const { posted, reserved } = h.money(one)
          expect(posted).toBe(sum(own.map((row) => row.amount)))
          expect(posted).toBeGreaterThanOrEqual(0n)
          expect(reserved).toBe(heldByPosition(h, one) + heldByOrders(h, one))
        }
      })
    }),
    { endOnFailure: true, numRuns: 60 },
  )
})

function heldByPosition(h: Desk, one: number): bigint {
  const position = h.position(one)
  if (!position) return 0n
  return position.marginType === 'ISOLATED'
    ? position.margin
    : initialMargin(abs(position.entryQuote), position.leverage)
}

function heldByOrders(h: Desk, one: number): bigint {
  const open = h.openOrders(one).filter((row) => row.qty !== null && !(row.isReduceOnly && row.marketType === 'MARKET'))
  if (open.length === 0) return 0n
  const orders = open.map((row) => {
    const from = row.price ?? row.triggerPrice ?? row.basePrice ?? 1
    const left = row.qty! - row.filledQty
    return {
      side: row.side === 'LONG' ? 1 : -1,
      qty: left,
      price: from,
      mark: from,
      reduceOnly: row.isReduceOnly,
    } as const
  })
  const positionQty = h.position(one)?.qty ?? 0
  return orderMargin({ orders, positionQty, leverage: open[0]!.leverage, reservePpm: 800, scale }).total
}

test('B: a position is the sum of its fills, to the last unit; so are its order, its result and the ledger', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const h = play(list, () => undefined)
      for (const position of h.positions.values()) {
        const fills = h.fills.filter((fill) => fill.positionId === position.id)
        expect(position.qty).toBe(fills.reduce((total, fill) => total + signed(fill), 0))
        expect(position.realizedPnl).toBe(sum(fills.map((fill) => fill.realizedPnl)))
        expect(position.fee).toBe(sum(fills.map((fill) => fill.fee)))
        // Result = what was received − what was paid, against what is still open.
        const flow = sum(fills.map((fill) => (fill.side === 'LONG' ? -fill.quote : fill.quote)))
        expect(position.realizedPnl).toBe(flow + position.entryQuote)
        if (position.closedAt !== null) expect([position.margin, position.entryQuote]).toEqual([0n, 0n])
      }
      for (const row of h.orders.values()) {
        const fills = h.fills.filter((fill) => fill.orderId === row.id)
        expect(row.filledQty).toBe(fills.reduce((total, fill) => total + fill.qty, 0))
        expect(row.filledQuote).toBe(sum(fills.map((fill) => fill.quote)))
        expect(row.fee).toBe(sum(fills.map((fill) => fill.fee)))
        if (row.qty !== null) expect(row.filledQty).toBeLessThanOrEqual(row.qty)
        if (row.qty !== null && row.status === 'FILLED') expect(row.filledQty).toBe(row.qty)
      }
      for (const one of MEMBERS) {
        const booked = (...reasons: string[]) =>
          sum(h.postings.filter((row) => row.memberId === one && reasons.includes(row.reason)).map((row) => row.amount))
        const fills = h.fills.filter((fill) => fill.memberId === one)
        expect(booked('FUTURES_PNL')).toBe(sum(fills.map((fill) => fill.realizedPnl)))
        expect(booked('FUTURES_FEE', 'FUTURES_LIQUIDATION_FEE')).toBe(-sum(fills.map((fill) => fill.fee)))
        const positions = [...h.positions.values()].filter((row) => row.memberId === one)
        expect(booked('FUTURES_FUNDING')).toBe(sum(positions.map((row) => row.fundingFee)))
      }
    }),
    { endOnFailure: true, numRuns: 60 },
  )
})

test('B: no fill is worse than its limit, its stop or its tolerance; a maker fills at his limit exactly', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const h = play(list, () => undefined)
      for (const fill of h.fills) {
        const row = h.orders.get(fill.orderId!)!
        const worst = worstOf(row, fill)
        if (worst === null) continue
        const most = notionalOf(worst, fill.qty, scale)
        if (fill.isMaker) expect(fill.quote).toBe(most)
        else if (fill.side === 'LONG') expect(fill.quote).toBeLessThanOrEqual(most)
        else expect(fill.quote).toBeGreaterThanOrEqual(most)
      }
    }),
    { endOnFailure: true, numRuns: 60 },
  )
})

function worstOf(row: OrderRow, fill: FillRow): PriceUnits | null {
  if (row.price !== null) return row.price
  if (row.qty === null) return null
  const sign = row.side === 'LONG' ? 1 : -1
  const stop = worstPrice(sign, fill.mark ?? fill.best, row.isReduceOnly ? 50_000 : 10_000)
  if (row.tolerancePpm === null) return stop
  const named = worstPrice(sign, row.basePrice ?? fill.best, row.tolerancePpm)
  return sign > 0 ? Math.min(stop, named) : Math.max(stop, named)
}

test('B: no stop is missed or fires early; what resting reduce-only orders and TP/SL need is there', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let prices: { last: PriceUnits; mark: PriceUnits } = { last: at(60_000), mark: at(60_000) }
      const h = new Desk([option])
      for (const one of MEMBERS) h.trader(one, usdt(one * 2_000))
      h.price(60_000)
      for (const step of list) {
        const before = new Map(h.orders)
        take(h, step)
        const moved = step.do === 'last' || step.do === 'mark' ? step.do : null
        if (moved) prices = { ...prices, [moved]: at((step as { price: number }).price) }
        const crossed = (row: OrderRow) => {
          const now = prices[row.triggerKind!]
          return row.triggerDirection === 'rises' ? now >= row.triggerPrice! : now <= row.triggerPrice!
        }
        for (const row of h.orders.values()) {
          const was = before.get(row.id)
          if (row.triggerKind === null || (was && was.triggeredAt !== null)) continue
          if (row.triggeredAt !== null) expect(crossed(row)).toBe(true)
          else if (row.closedAt === null && row.triggerKind === moved) expect(crossed(row)).toBe(false)
        }
        for (const one of MEMBERS) checkOpen(h, one)
      }
    }),
    { endOnFailure: true, numRuns: 60 },
  )
})

function checkOpen(h: Desk, one: number): void {
  const open = h.ask('futures.open', { siteId: SITE, memberId: one }).positions.map(({ row }) => row)
  expect(open.length).toBeLessThanOrEqual(1)
  const held = Math.abs(open[0]?.qty ?? 0)
  const orders = h.openOrders(one)
  const resting = orders.filter((row) => row.isReduceOnly && row.qty !== null && row.executeAt === null)
  expect(resting.reduce((total, row) => total + row.qty! - row.filledQty, 0)).toBeLessThanOrEqual(held)
  for (const row of orders.filter((order) => order.qty === null)) expect(row.positionId).toBe(open[0]?.id)
  for (const type of ['TAKEPROFIT', 'STOPLOSS'])
    expect(orders.filter((row) => row.marketType === type).length).toBeLessThanOrEqual(1)
}

test('the same calls give the same effects', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const [first, second] = [play(list, () => undefined), play(list, () => undefined)]
      expect(first.calls).toEqual(second.calls)
      expect(first.core.stateHash()).toBe(second.core.stateHash())
    }),
    { endOnFailure: true, numRuns: 15 },
  )
})

test('wire: replies and events are as the contract says', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const h = play(list, () => undefined)
      for (const { events } of h.calls) {
        for (const event of events) {
          if (event.to !== 'member') continue
          const queue: Readonly<Record<string, Schema>> = destinations[`/user/queue/${event.queue}`]
          const schema = queue[event.event]!
          expect(schema.parse(event.data)).toEqual(event.data)
        }
      }
      for (const { reply } of h.calls) {
        const body = reply?.body as { id?: number; marketType?: string } | undefined
        if (body?.marketType) expect(FuturesOrder.parse(body)).toEqual(body)
      }
    }),
    { endOnFailure: true, numRuns: 20 },
  )
})
