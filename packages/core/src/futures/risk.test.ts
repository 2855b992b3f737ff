import { FuturesLiquidEvent, FuturesPositionEvent, FuturesWarnEvent } from '@maru/contract'
import { liquidationPrice, majorBrackets, otherBrackets, quoteScale } from '@maru/positions'
import { expect, test } from 'vitest'
import { byMember, byStaff } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import type { FuturesOption, Levels, Minor, PositionRow } from '../types.ts'
import { at, btc, Desk, perpetual, usdt } from './testing.ts'

const eth = (parts: Partial<FuturesOption> = {}) =>
  perpetual({ id: 2, stock: 'CR_ETHUSDTPERP', instrument: 'ETHUSDT', brackets: otherBrackets, ...parts })

/** A desk with two perpetuals, and a member with USDT. */
class RiskDesk extends Desk {
  #u = 10_000

  constructor(options: readonly FuturesOption[] = [perpetual(), eth()]) {
    super(options)
    this.live('ETHUSDT')
    this.price(60_000)
    this.ethPrice(3_000)
  }

  ethMark(price: number): void {
    const mark = { kind: 'mark', instrument: 'ETHUSDT', sourceTs: this.at, price: at(price) } as const
    this.venueUpdate({ ...mark, fundingRate: null, nextFundingTime: null })
    this.settle()
  }

  ethPrice(price: number, qty = 1_000_000): void {
    this.ethMark(price)
    const level = (best: number): Levels => [[at(best), qty]]
    const times = { sourceTs: this.at, recvTs: this.at, correctedTs: this.at, u: this.#u++ }
    this.venueUpdate({ kind: 'depth', instrument: 'ETHUSDT', ...times, bids: level(price), asks: level(price) })
    this.settle()
  }

  /** One level a side at a price: what is traded there loses nothing but fees. */
  flat(price: number): void {
    this.book([[price, 10_000]], [[price, 10_000]])
    this.mark(price)
  }

  open(memberId: number, side: 'LONG' | 'SHORT', qty: string, price: number, optionId = 1): void {
    this.order(memberId, { side, qty, optionId })
    this.at += 150
    if (optionId === 1) this.flat(price)
    else this.ethPrice(price)
    this.at += 2_000
  }

  cross(memberId: number, leverage = 20): void {
    const whom = { siteId: SITE, memberId }
    for (const optionId of [1, 2]) {
      this.do({ kind: 'setMarginType', ...byMember(whom, this.key()), optionId, marginType: 'CROSS' })
      this.do({ kind: 'setLeverage', ...byMember(whom, this.key()), optionId, leverage })
    }
  }

  change(memberId: number, type: 'ADD' | 'REMOVE', amount: string) {
    const positionId = this.position(memberId)?.id ?? 0
    const reply = this.do({
      kind: 'changeMargin',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      positionId,
      type,
      amount,
    })
    this.settle()
    return reply
  }

  held(memberId: number): readonly PositionRow[] {
    return this.ask('futures.open', { siteId: SITE, memberId }).positions.map(({ row }) => row)
  }

  /** The balance of a house account, from its postings. */
  house(account: string): Minor {
    return this.postings.filter((row) => row.account === account).reduce((sum, row) => sum + row.amount, 0n)
  }

  sum(reason: string): Minor {
    return this.postings
      .filter((row) => row.reason === reason && row.account === 'MEMBER')
      .reduce((total, row) => total + row.amount, 0n)
  }
}

function desk(amount = usdt(10_000), options?: readonly FuturesOption[]): RiskDesk {
  const h = new RiskDesk(options)
  h.trader(1, amount)
  h.flat(60_000)
  return h
}

// ---- wallet terms ----

test('B: playerPoint leaves isolated reservations out; an open profit makes nothing available', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  const fee = usdt(2.4)
  expect(h.money(1)).toMatchObject({ playerPoint: usdt(9_400) - fee, markPnl: 0n, reserved: usdt(600) })
  h.flat(61_000)
  expect(h.money(1).available).toBe(usdt(9_400) - fee)
})

test('B: the result of isolated positions stands beside the cross account, and loses at most their margin', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.flat(61_000)
  expect(h.money(1)).toMatchObject({ markPnl: 0n, isolatedPnl: usdt(100) })
  h.flat(59_500)
  expect(h.money(1)).toMatchObject({ markPnl: 0n, isolatedPnl: usdt(-50) })
})

test('B: the result of a CROSS position is none of isolated ones', () => {
  const h = desk()
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  h.flat(61_000)
  expect(h.money(1)).toMatchObject({ markPnl: usdt(100), isolatedPnl: 0n })
})

test('B: a CROSS loss lowers what is available, a CROSS profit does not raise it', () => {
  const h = desk()
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  const start = usdt(10_000 - 2.4 - 300)
  expect(h.money(1)).toMatchObject({ available: start, playerPoint: usdt(9_997.6), reserved: usdt(300) })
  h.flat(59_000)
  expect(h.money(1)).toMatchObject({ available: start - usdt(100), markPnl: usdt(-100) })
  h.flat(61_000)
  expect(h.money(1)).toMatchObject({ available: start, markPnl: usdt(100) })
})

test('B: the liquidation price of a CROSS position moves with the marks of the others, and a stop-loss is judged by it', () => {
  const h = desk(usdt(1_000))
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  h.open(1, 'LONG', '1', 3_000, 2)
  const [position] = h.held(1)
  const shown = () => h.liquidPrice(1, position!.id)!
  const before = shown()
  h.ethPrice(2_900) // 100 USDT less behind 0.1 BTC: 1,000 higher, and a little for ETH's own maintenance
  expect((shown() - before) / 10).toBeGreaterThan(950)
  expect((shown() - before) / 10).toBeLessThan(1_050)
  const between = String(before / 10 + 500)
  expect(h.tpsl(1, null, between).body).toMatchObject({ code: 'STOP_LOSS_BEYOND_LIQUIDATION' })
  expect(h.tpsl(1, null, String(shown() / 10 + 1)).status).toBe(200)
})

test('B: minusFundingFee is what the next funding would take, never what it would bring', () => {
  const h = desk()
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  const before = h.money(1).available
  h.mark(60_000, { rate: 10_000, at: h.at + 3_600_000 })
  expect(h.money(1)).toMatchObject({ minusFundingFee: usdt(-0.6), available: before - usdt(0.6) })
  h.mark(60_000, { rate: -10_000, at: h.at + 3_600_000 })
  expect(h.money(1)).toMatchObject({ minusFundingFee: 0n, available: before })
})

test('B: while the mark behind a CROSS position is not known nothing is available', () => {
  const h = desk()
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  expect(h.money(1).available).toBeGreaterThan(0n)
  h.restart()
  expect(h.money(1).available).toBe(0n)
})

// ---- margin ± ----

test('B: margin is added to an isolated position from what is available, and moves its liquidation price', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  const before = h.liquidPrice(1)!
  expect(h.change(1, 'ADD', '100').body).toMatchObject({ margin: '700' })
  expect(h.money(1)).toMatchObject({ reserved: usdt(700), posted: usdt(9_997.6) })
  expect(h.liquidPrice(1)).toBeLessThan(before)
  expect(h.events('POSITION_UPDATE_LIQUIDPRICE')).toHaveLength(1)
  expect(codeOf(h.change(1, 'ADD', '9300'))).toBe('BALANCE_INSUFFICIENT')
  expect(codeOf(h.change(1, 'ADD', '0'))).toBe('INVALID_REQUEST')
})

test('B: removable is margin + min(0, open result) − mark notional ÷ leverage, to the last unit', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.change(1, 'ADD', '100')
  h.flat(59_900)
  // 700 − 10 − 599
  expect(codeOf(h.change(1, 'REMOVE', '91.00000001'))).toBe('ISOLATED_MARGIN_INSUFFICIENT')
  expect(codeOf(h.change(1, 'REMOVE', '91'))).toBe(200)
  expect(h.position(1)!.margin).toBe(usdt(609))
})

test('B: margin ± needs ISOLATED; removing is refused while an order is open or the feed is stale', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.change(1, 'ADD', '100')
  const order = h.limit(1, 'LONG', '0.1', '58000')
  expect(codeOf(h.change(1, 'REMOVE', '1'))).toBe('MARGIN_LOCKED_ORDER')
  expect(codeOf(h.change(1, 'ADD', '1'))).toBe(200)
  h.cancel(1, h.orderOf(order).id)
  h.tpsl(1, '65000', null)
  h.stale()
  expect(codeOf(h.change(1, 'REMOVE', '1'))).toBe('PRICE_FEED_STALE')
  h.live()
  expect(codeOf(h.change(1, 'REMOVE', '1'))).toBe(200)
  h.trader(2)
  h.cross(2)
  h.open(2, 'LONG', '0.1', 60_000)
  expect(codeOf(h.change(2, 'ADD', '1'))).toBe('MARGIN_LOCKED_POSITION')
  expect(codeOf(h.change(3, 'ADD', '1'))).toBe('WALLET_NOT_FOUND')
  expect(codeOf(h.change(2, 'REMOVE', '1'))).toBe('MARGIN_LOCKED_POSITION')
})

// ---- warning ----

test('B: a position is warned once from 80 %, and again only after it was below 70 %', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  const warnings = () => h.events('POSITION_WARN').length
  // ratio = 0.1 × mark × 0.4 % ÷ (600 + 0.1 × (mark − 60,000)): 80 % at 54,271.4, 70 % at 54,310.4
  h.flat(54_271.5)
  expect(warnings()).toBe(0)
  h.flat(54_271.3)
  expect(warnings()).toBe(1)
  expect(h.events('POSITION_WARN')[0]!.data).toMatchObject({ isWarned: true, ratio: expect.stringMatching(/^80\./) })
  h.flat(54_300)
  h.flat(54_250)
  expect(warnings()).toBe(1)
  h.flat(54_320)
  expect(h.position(1)!.isWarned).toBe(false)
  h.flat(54_250)
  expect(warnings()).toBe(2)
})

test('B: the ratio of a margin account is asked for: each isolated one, and all CROSS ones together', () => {
  const crossed = desk()
  const ratios = (h: RiskDesk) => h.ask('futures.ratios', { siteId: SITE, memberId: 1 })
  expect(ratios(crossed)).toEqual([])
  crossed.cross(1)
  crossed.open(1, 'LONG', '0.1', 60_000)
  crossed.open(1, 'LONG', '1', 3_000, 2)
  expect(ratios(crossed)).toMatchObject([{ positionId: null, stock: 'CR_BTCUSDTPERP' }])
  const isolated = desk()
  isolated.open(1, 'LONG', '0.1', 60_000)
  const [one] = ratios(isolated)
  expect(one).toMatchObject({ positionId: isolated.position(1)!.id })
  isolated.flat(59_000)
  expect(ratios(isolated)[0]!.ratioPpm).toBeGreaterThan(one!.ratioPpm)
})

test('B: at exactly 80 % a position is warned', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  expect(h.change(1, 'ADD', '27').status).toBe(200) // at 54,000: maintenance 21.6 of 627 − 600
  h.flat(54_000.1)
  expect(h.events('POSITION_WARN')).toEqual([])
  h.flat(54_000)
  expect(h.events('POSITION_WARN')).toMatchObject([{ data: { ratio: '80' } }])
})

test('B: margin that brings a position to exactly 80 % while the feed is stale is taken; the first live mark warns', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.stale()
  h.flat(54_000)
  expect(h.change(1, 'ADD', '27').status).toBe(200) // maintenance 21.6 of 627 − 600
  expect(h.events('POSITION_WARN')).toEqual([])
  h.live()
  h.flat(54_000)
  expect(h.events('POSITION_WARN')).toMatchObject([{ data: { ratio: '80' } }])
})

test('B: at exactly 70 % a warning is not armed again, below it is', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  expect(h.change(1, 'ADD', '180').status).toBe(200) // at 52,500: maintenance 21 of 780 − 750
  h.flat(52_460)
  expect(h.position(1)!.isWarned).toBe(true)
  h.flat(52_500)
  expect(h.position(1)!.isWarned).toBe(true)
  h.flat(52_500.1)
  expect(h.position(1)!.isWarned).toBe(false)
})

test('B: all CROSS positions of an account are warned together', () => {
  const h = desk(usdt(500))
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  h.open(1, 'LONG', '0.3', 3_000, 2)
  h.flat(55_400)
  expect(h.held(1).map((row) => row.isWarned)).toEqual([true, true])
  expect(h.events('POSITION_WARN')).toHaveLength(2)
})

test('B: a position that joins a warned CROSS account is warned with it, and not told of again', () => {
  const steep = [{ notionalCap: usdt(100_000), maxLeverage: 10, mmrPpm: 90_000, cum: 0n }]
  const h = desk(usdt(1_000), [perpetual({ brackets: steep }), eth()])
  h.cross(1, 10)
  h.open(1, 'LONG', '0.1', 60_000)
  h.flat(56_300) // maintenance 506.7 of 997.6 − 370
  expect(h.held(1).map((row) => row.isWarned)).toEqual([true])
  h.open(1, 'LONG', '0.01', 3_000, 2)
  expect(h.held(1).map((row) => row.isWarned)).toEqual([true, true])
  expect(h.events('POSITION_WARN')).toHaveLength(1)
})

test('what changes nothing of a warned position does not write it again', () => {
  const h = desk(usdt(500))
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  h.open(1, 'LONG', '0.3', 3_000, 2)
  h.flat(55_400)
  const before = h.calls.length
  expect(h.limit(1, 'SHORT', '0.1', '60000', { isReduceOnly: true }).status).toBe(200)
  expect(h.calls.slice(before).flatMap(({ rows }) => rows.positions)).toEqual([])
})

// ---- liquidation ----

test('B: the first mark that liquidates is the one of the formula: long 0.1 at 60,000, 10× at 54,216.87', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  expect(h.liquidPrice(1)).toBe(at(54_216.8))
  h.flat(54_216.9)
  expect(h.position(1)).toBeDefined()
  h.flat(54_216.8)
  expect(h.position(1)).toBeUndefined()
})

test('B: short 0.1 at 60,000, 10× is liquidated at 65,737.05', () => {
  const h = desk()
  h.open(1, 'SHORT', '0.1', 60_000)
  h.flat(65_737)
  expect(h.position(1)).toBeDefined()
  h.flat(65_737.1)
  expect(h.position(1)).toBeUndefined()
})

test('B: liquidation looks at the mark alone', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.last(40_000)
  h.book([[40_000, 100]], [[40_001, 100]])
  expect(h.position(1)).toBeDefined()
})

test('B: a liquidated member loses his margin and no more; what is left of it and the fee go to the insurance fund', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.book([[54_300, 100]], [[54_400, 100]])
  h.mark(54_200)
  expect(h.money(1)).toMatchObject({ posted: usdt(10_000 - 2.4 - 600), reserved: 0n })
  // closed at 54,300: −570, fee 0.04 % and 0.5 % of 5,430
  expect(h.house('INSURANCE_FUND')).toBe(usdt(600 - 570 - 2.172))
  expect(h.sum('FUTURES_LIQUIDATION_FEE')).toBe(usdt(-27.15))
  const [event] = h.events('POSITION_LIQUID')
  expect(event!.data).toMatchObject({
    status: 'LIQUIDATED',
    closeReason: 'LIQUIDATION',
    liquidation: { qty: '0.100', mark: '54200.0', price: '54300.0', loss: '600', fee: '27.15', deficit: '0' },
  })
})

test('B: a position that was taken over has no margin left: its surplus is with the insurance fund', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  const { id } = h.position(1)!
  h.book([[54_300, 100]], [[54_400, 100]])
  h.mark(54_200)
  expect(h.house('INSURANCE_FUND')).toBe(usdt(600 - 570 - 2.172))
  expect(h.positions.get(id)).toMatchObject({ margin: 0n, closedAt: h.at })
})

test('B: a loss of a partial close beyond the margin that it releases is taken from the margin that stays', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.order(1, { side: 'SHORT', qty: '0.05', isReduceOnly: true })
  h.at += 150
  h.mark(54_600)
  h.book([[53_800, 100]], [[54_700, 100]])
  // 300 are released; −310 and a fee of 1.076
  expect(h.position(1)).toMatchObject({ qty: btc(0.05), margin: usdt(300 - 11.076) })
  expect(h.money(1)).toMatchObject({ posted: usdt(9_686.524), reserved: usdt(300 - 11.076) })
})

test('B, J 11: a loss beyond the margin is paid by the insurance fund as far as it reaches, then by the house', () => {
  const h = desk()
  h.trader(2)
  h.open(1, 'LONG', '0.1', 60_000)
  h.book([[54_300, 100]], [[54_400, 100]])
  h.mark(54_200) // leaves 27.828 and the fee of 27.15 in the fund
  h.flat(60_000)
  h.open(2, 'LONG', '0.1', 60_000)
  h.flat(50_000)
  expect(h.money(2)).toMatchObject({ posted: usdt(10_000 - 2.4 - 600), reserved: 0n })
  // −1,000 − 2 − 25 against 600: 427 are missing, the fund has 27.828 and gets the fee of 25
  expect(h.house('INSURANCE_FUND')).toBe(0n)
  expect(h.house('BAD_DEBT')).toBe(usdt(-(427 - 27.828 - 25)))
  expect(h.events('POSITION_LIQUID')[1]!.data).toMatchObject({ liquidation: { deficit: '427', loss: '600' } })
})

test('B: a large position is cut to the next lower bracket first, keeps its margin, and goes on once it holds', () => {
  const h = desk(usdt(50_000))
  h.open(1, 'LONG', '5', 60_000) // 300,000: third bracket
  const before = h.position(1)!
  h.flat(54_280)
  const after = h.position(1)!
  // 250,000 ÷ 54,280 = 4.6057…
  expect(after).toMatchObject({ id: before.id, qty: btc(4.605) })
  const lost = h.fills.at(-1)!
  expect(after.margin).toBe(before.margin + lost.realizedPnl - lost.fee)
  expect(lost).toMatchObject({ marketType: 'LIQUIDATION', qty: btc(0.395), fee: usdt(115.77924) })
  expect(h.house('INSURANCE_FUND')).toBe(usdt(107.203))
  expect(h.money(1).reserved).toBe(after.margin)
})

test('B: what a cut leaves is whole steps of the perpetual', () => {
  const h = desk(usdt(50_000), [perpetual({ stepUnits: 100, minQty: 100 }), eth()])
  h.open(1, 'LONG', '5', 60_000)
  h.flat(54_280) // 250,000 ÷ 54,280 = 4.6057…
  expect(h.position(1)!.qty).toBe(btc(4.6))
})

test('B: a cut that finds too little within 1 % of the mark is followed by the takeover', () => {
  const h = desk(usdt(50_000))
  h.open(1, 'LONG', '5', 60_000)
  h.book(
    [
      [53_990, 0.1],
      [50_000, 100],
    ],
    [[54_500, 1]],
  )
  h.mark(54_000)
  expect(h.position(1)).toBeUndefined()
  expect(h.fills.slice(-2).map((fill) => fill.qty)).toEqual([btc(0.1), btc(4.9)])
})

test("B: liquidation cancels the market's orders first; TP and SL end with the position", () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.tpsl(1, '65000', '55000')
  const order = h.orderOf(h.limit(1, 'LONG', '0.01', '57000'))
  const other = h.orderOf(h.order(1, { optionId: 2, side: 'LONG', qty: '0.1', marketType: 'LIMIT', price: '2900' }))
  h.book([[56_000, 10]], [[57_500, 10]])
  h.mark(54_000)
  expect(h.position(1)).toBeUndefined()
  expect(h.orders.get(order.id)).toMatchObject({ status: 'CANCELED', reason: 'LIQUIDATION' })
  expect(h.orders.get(other.id)).toMatchObject({ status: 'NEW' })
  expect(h.openOrders(1)).toHaveLength(1)
})

test('B: cancelling its orders may save a CROSS account: it is computed again before anything is closed', () => {
  const h = desk(usdt(500))
  h.cross(1)
  h.do({
    kind: 'setMarginType',
    ...byMember({ siteId: SITE, memberId: 1 }, h.key()),
    optionId: 2,
    marginType: 'ISOLATED',
  })
  h.open(1, 'LONG', '0.1', 60_000)
  const order = h.orderOf(h.order(1, { optionId: 2, side: 'LONG', qty: '1', marketType: 'LIMIT', price: '2800' }))
  expect(h.money(1).playerPoint).toBeLessThan(usdt(360))
  h.flat(56_500)
  expect(h.orders.get(order.id)).toMatchObject({ status: 'CANCELED', reason: 'LIQUIDATION' })
  expect(h.held(1)).toHaveLength(1)
  expect(h.fills.filter((fill) => fill.marketType === 'LIQUIDATION')).toEqual([])
})

test('B: CROSS goes by the largest maintenance, and stops as soon as the account holds', () => {
  const h = desk(usdt(1_100))
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000) // maintenance 24
  h.open(1, 'LONG', '3', 3_000, 2) // maintenance 90 at 1 %
  h.ethPrice(2_660) // −1,020
  const [left] = h.held(1)
  expect(h.held(1)).toHaveLength(1)
  expect(left!.optionId).toBe(1)
})

test('B: a position that is worth exactly the cap of a bracket lies in it, and is cut to the one below', () => {
  const h = desk(usdt(50_000))
  h.do({ kind: 'setLeverage', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, leverage: 50 })
  h.flat(50_800)
  h.open(1, 'LONG', '5', 50_800)
  h.flat(50_000) // 250,000: maintenance 1,200 of 5,080 − 4,000
  expect(h.fills.filter((fill) => fill.marketType === 'LIQUIDATION')[0]!.qty).toBe(btc(4))
})

test('B: all that is available can be added to a margin, and not a unit more', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  expect(codeOf(h.change(1, 'ADD', '9397.60000001'))).toBe('BALANCE_INSUFFICIENT')
  expect(h.change(1, 'ADD', '9397.6').status).toBe(200)
})

test('B: at exactly 100 % a position is liquidated', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  expect(h.change(1, 'ADD', '21.6').status).toBe(200) // at 54,000: 621.6 − 600 = 0.4 % of 5,400
  h.flat(54_000.1)
  expect(h.position(1)).toBeDefined()
  h.flat(54_000)
  expect(h.position(1)).toBeUndefined()
})

test('B: of equal maintenance the lower option goes first', () => {
  const h = desk(usdt(700), [perpetual(), eth({ brackets: majorBrackets })])
  h.cross(1)
  h.open(1, 'SHORT', '2', 3_000, 2)
  h.open(1, 'SHORT', '0.1', 60_000)
  h.ethPrice(3_300)
  // Both are worth 6,600 now, and the account is gone.
  h.flat(66_000)
  h.ethPrice(3_300)
  const liquidated = h.fills.filter((fill) => fill.marketType === 'LIQUIDATION').map((fill) => fill.optionId)
  expect(liquidated).toEqual([1, 2])
})

test('B: CROSS losses reach playerPoint, isolated margin stays untouched', () => {
  const h = desk(usdt(1_000))
  h.open(1, 'LONG', '1', 3_000, 2) // isolated, 300
  h.do({ kind: 'setMarginType', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, marginType: 'CROSS' })
  h.open(1, 'LONG', '0.1', 60_000)
  h.flat(40_000)
  expect(h.held(1).map((row) => row.optionId)).toEqual([2])
  expect(h.money(1)).toMatchObject({ posted: usdt(300), reserved: usdt(300), playerPoint: 0n })
  expect(h.house('BAD_DEBT')).toBeLessThan(0n)
})

test('B: a CROSS account is judged with the funding that is due, also by the mark of another instrument', () => {
  const h = desk(usdt(500))
  h.cross(1)
  h.open(1, 'SHORT', '0.1', 60_000)
  h.open(1, 'LONG', '0.3', 3_000, 2)
  const due = h.at + 120_000
  h.at = due - 1_000
  h.mark(60_000, { rate: 1_000_000, at: due })
  h.at = due
  h.ethMark(1_430) // 26.2 were left for a maintenance of 28.3; 60 of funding come on top
  expect(h.sum('FUTURES_FUNDING')).toBe(usdt(60))
  expect(h.held(1)).toHaveLength(2)
  expect(h.events('POSITION_LIQUID')).toEqual([])
})

test('B: liquidation pauses while the feed is stale, and goes on with the first live mark', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.stale()
  h.flat(50_000)
  expect(h.position(1)).toBeDefined()
  h.live()
  h.flat(50_000)
  expect(h.position(1)).toBeUndefined()
})

test('B: a CROSS account waits for all its feeds', () => {
  const h = desk(usdt(500))
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  h.open(1, 'LONG', '0.3', 3_000, 2)
  h.stale('ETHUSDT')
  h.flat(50_000)
  expect(h.held(1)).toHaveLength(2)
  h.live('ETHUSDT')
  h.ethPrice(3_000)
  expect(h.held(1)).toEqual([])
})

test('B: without a book on its side a liquidation waits for one', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.book([], [[54_100, 1]])
  h.mark(54_000)
  expect(h.position(1)).toBeDefined()
  h.book([[54_000, 1]], [[54_100, 1]])
  expect(h.position(1)).toBeUndefined()
})

test('B: an account that waits for a book to be closed on is warned when its mark brings it back', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.book([], [[54_100, 1]])
  h.mark(54_000)
  expect(h.position(1)?.isWarned).toBe(false)
  h.mark(54_230)
  expect(h.position(1)?.isWarned).toBe(true)
})

test('after a restart nobody is judged before his marks are known, and everybody is with the first of them', () => {
  const h = desk(usdt(500))
  h.cross(1)
  h.open(1, 'LONG', '0.1', 60_000)
  h.open(1, 'LONG', '0.3', 3_000, 2)
  h.restart()
  h.live()
  h.live('ETHUSDT')
  h.flat(50_000)
  expect(h.held(1)).toHaveLength(2)
  h.ethPrice(3_000)
  expect(h.held(1)).toEqual([])
})

test('a mark that brings down more accounts than fit into a turn goes on at its own price, whatever came since', () => {
  const h = desk()
  const members = Array.from({ length: 250 }, (_, index) => index + 10)
  for (const member of members) {
    h.trader(member)
    h.place(member, { side: 'LONG', qty: '0.1' })
  }
  h.at += 150
  h.flat(60_000)
  h.at += 2_000
  const mark = {
    kind: 'mark',
    instrument: 'BTCUSDT',
    sourceTs: h.at,
    fundingRate: null,
    nextFundingTime: null,
  } as const
  h.venueUpdate({ ...mark, price: at(54_000) })
  const first = h.fills.filter((fill) => fill.marketType === 'LIQUIDATION').length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(250)
  h.venueUpdate({ ...mark, price: at(60_000) })
  h.settle()
  const liquidated = h.fills.filter((fill) => fill.marketType === 'LIQUIDATION')
  expect(new Set(liquidated.map((fill) => fill.memberId))).toEqual(new Set(members))
  expect(new Set(liquidated.map((fill) => fill.mark))).toEqual(new Set([at(54_000)]))
})

test('what is told of a warning, a liquidation and a moved price has the form of the contract', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  h.flat(54_250)
  h.change(1, 'ADD', '1')
  h.flat(54_000)
  for (const [name, form] of [
    ['POSITION_WARN', FuturesWarnEvent],
    ['POSITION_LIQUID', FuturesLiquidEvent],
    ['POSITION_UPDATE_LIQUIDPRICE', FuturesPositionEvent],
  ] as const) {
    expect(h.events(name)).not.toEqual([])
    for (const { data } of h.events(name)) expect(form.strict().safeParse(data).error).toBeUndefined()
  }
})

test('B: the price that is shown is the first mark that liquidates', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  const row = h.position(1)!
  expect(h.liquidPrice(1)).toBe(liquidationPrice(row.margin, row, majorBrackets, quoteScale(1, 3)))
})

// ---- adding margin ----

const whom = { siteId: SITE, memberId: 1 } as const

test.each([
  [
    'a loss limit',
    'SELF_LIMIT_EXCEEDED',
    (h: RiskDesk) => h.do({ kind: 'setLimits', ...byMember(whom, h.key()), limits: [lossLimit(usdt(700))] }),
  ],
  [
    'a break',
    'COOL_OFF_ACTIVE',
    (h: RiskDesk) => h.do({ kind: 'coolOff', ...byMember(whom, h.key()), until: h.wall + 60_000 }),
  ],
  ['exclusion', 'SELF_EXCLUDED', (h: RiskDesk) => h.do({ kind: 'selfExclude', ...byMember(whom, h.key()), months: 6 })],
] as const)('J 4–6: %s bars adding margin, and taking it out stays possible', (_what, code, bar) => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  expect(h.change(1, 'ADD', '50').status).toBe(200)
  bar(h)
  expect(codeOf(h.change(1, 'ADD', '100'))).toBe(code)
  expect(h.position(1)?.margin).toBe(usdt(650))
  expect(h.change(1, 'REMOVE', '10').status).toBe(200)
})

test('B: neither a stop, a stale feed nor a halt bars adding margin', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  const scope = { scope: 'LINE', line: 'FUTURES', instrument: null } as const
  h.do({ kind: 'stop', ...byStaff(SITE, 9, 'prices', { key: h.key() }), ...scope })
  h.do({ kind: 'configureFutures', ...byStaff(SITE, 9, 'halt'), option: perpetual({ isStop: true }) })
  h.stale()
  expect(h.change(1, 'ADD', '50').status).toBe(200)
  expect(h.position(1)?.margin).toBe(usdt(650))
})

test('B: margin is not removed where the stop loss would lie beyond the liquidation', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1', 60_000)
  expect(h.change(1, 'ADD', '400').status).toBe(200)
  const before = h.liquidPrice(1)!
  expect(codeOf(h.tpsl(1, null, '51000'))).toBe(200)
  expect(codeOf(h.change(1, 'REMOVE', '400'))).toBe('STOP_LOSS_BEYOND_LIQUIDATION')
  expect(h.liquidPrice(1)).toBe(before)
  expect(h.change(1, 'REMOVE', '10').status).toBe(200)
  expect(h.liquidPrice(1)!).toBeLessThan(at(51_000))
  expect(codeOf(h.tpsl(1, null, '0'))).toBe(200)
  expect(h.change(1, 'REMOVE', '390').status).toBe(200)
})

const lossLimit = (amount: Minor) => ({ kind: 'LOSS', window: '24h', currency: 'USDT', amount }) as const

test('an open position is valued at the mark, before fees, with the price that liquidates it; a flat member has none', () => {
  const h = desk()
  expect(h.ask('futures.valued', { siteId: SITE, memberId: 1 })).toEqual([])
  h.open(1, 'LONG', '0.1', 60_000)
  h.flat(60_500)
  const [row] = h.held(1)
  expect(h.ask('futures.valued', { siteId: SITE, memberId: 1 })).toEqual([
    { positionId: row!.id, price: 605_000, pnl: usdt(50), liquidPrice: h.liquidPrice(1) },
  ])
})
