// The ticket against the core itself: what one says beforehand is what the other does.
import { byMember } from '@maru/core'
import { contractScale, flat } from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOSE, contract, eur, Floor } from '../../../../../../packages/core/src/oversea/testing.ts'
import { codeOf, SITE } from '../../../../../../packages/core/src/testing.ts'
import { errors } from './faults.ts'
import { type Draft, type TicketHolder, type TicketMarket, takesPrice, takesTrigger } from './inputs.ts'
import { maxOf, reserveOf } from './reserve.ts'
import { draft } from './testing.ts'

const MINUTE = 60_000
/** Few contracts and few orders, so that limits are met. */
const row = contract({ maxCount: 8, maxOpenOrders: 3 })
const member = 7

function holderOf(floor: Floor): TicketHolder {
  const { playerPoint, lastPnl } = floor.money(member)
  const position = floor.position(member)
  const { fxRate } = floor.ask('oversea.contract', { siteId: SITE, optionId: row.id })!.session
  return {
    terms: { ...row, scale: contractScale(row.precision), rate: BigInt(fxRate!), bandPpm: row.priceBandPpm },
    available: playerPoint + (lastPnl < 0n ? lastPnl : 0n),
    position: position ? { qty: position.qty, entryQuote: position.entryQuote } : flat,
    orders: floor
      .openOrders(member)
      .filter(({ qty }) => qty !== null)
      .map(({ side, qty, filledQty, isReduceOnly }) => ({ side, count: qty! - filledQty, isReduceOnly })),
  }
}

function marketOf(floor: Floor, last: number, isLive: boolean): TicketMarket {
  const { isRest, isCloseOnly } = floor.ask('oversea.contract', { siteId: SITE, optionId: row.id })!.session
  return {
    feed: isLive ? 'live' : 'stale',
    last,
    bid: last - 5,
    ask: last + 5,
    isStopped: false,
    isOpen: !isRest,
    isClosing: isCloseOnly,
    name: row.koName,
  }
}

/** Sends a draft as it stands, hostile or not. */
const send = (floor: Floor, order: Draft) =>
  floor.place(member, {
    side: order.side,
    marketType: order.type,
    count: Number(order.count),
    price: takesPrice(order) ? order.price : null,
    triggerPrice: takesTrigger(order) ? order.trigger : null,
    tpTick: order.takeProfit ? Number(order.tpTick) : null,
    slTick: order.stopLoss ? Number(order.slTick) : null,
    isReduceOnly: order.isReduceOnly,
  })

const sides = fc.constantFrom('LONG' as const, 'SHORT' as const)
const orders = fc.record({
  kind: fc.constant('order' as const),
  side: sides,
  type: fc.constantFrom('LIMIT' as const, 'MARKET' as const, 'STOPMARKET' as const, 'STOPLIMIT' as const),
  count: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom('0', '-1', '1.5', '31', '1000000') },
  ),
  /** Units off the last price; a tick is ten of them. */
  price: fc.oneof(fc.integer({ min: -30, max: 30 }), fc.constantFrom(-20_000, 20_000)),
  trigger: fc.integer({ min: -12, max: 12 }),
  onGrid: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  takeProfit: fc.boolean(),
  tpTick: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 1_000 }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom('0', '1001', '1.5', '-3') },
  ),
  closes: fc.integer({ min: 0, max: 2 }).map((one) => one === 0),
})
const others = fc.record({
  kind: fc.constantFrom('move' as const, 'pass' as const, 'silence' as const, 'cancelAll' as const),
  ticks: fc.integer({ min: -6, max: 6 }),
})

test('whatever was typed, the ticket names the refusal of the core, and says to the won what it holds back', () => {
  const met = new Set<unknown>()
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: orders }, others), { minLength: 10, maxLength: 30 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(-1n, 1_000n, 400_000n),
      fc.constantFrom(null, null, 8 * MINUTE, 0),
      (steps, margins, held, rest, lead) => {
        const floor = new Floor([row])
        floor.member(member, BigInt(margins) * 560_000n + rest)
        let last = eur(1.1)
        let isLive = true
        // While the feed is silent, prices move unseen.
        let seen = last
        const quote = () => {
          seen = last
          floor.prices(last - 5, last + 5)
        }
        quote()
        floor.order(member, { side: 'LONG', count: held })
        floor.pass(3_000)
        steps.forEach((step, place) => {
          // A part of the runs goes on into the last minutes of the session and beyond its end.
          if (lead !== null && place === Math.floor(steps.length / 2)) {
            floor.goTo(CLOSE - lead)
            if (isLive) quote()
          }
          if (step.kind === 'order') {
            const grid = (units: number) => {
              const at = last + units
              return ((step.onGrid ? at - (at % 10) : at) / 100_000).toFixed(5)
            }
            const given = {
              ...step,
              price: grid(step.price),
              trigger: grid(step.trigger),
              isReduceOnly: step.closes,
              takeProfit: step.takeProfit && !step.closes,
            }
            const order = draft(given)
            const holder = holderOf(floor)
            const market = marketOf(floor, seen, isLive)
            const said = errors(order, holder, market)[0]?.code ?? 200
            const isOpening = !order.isReduceOnly && !market.isClosing
            const before = floor.wallet(member).reserved
            const done = codeOf(send(floor, order))
            expect([done, order, market.isClosing]).toEqual([said, order, market.isClosing])
            met.add(said)
            if (done !== 200) expect(floor.wallet(member).reserved).toBe(before)
            else if (isOpening) {
              const { margin, fee } = reserveOf(order.side, Number(order.count), holder)
              expect(floor.wallet(member).reserved - before).toBe(margin + fee)
            }
            floor.settle()
            // The largest order fits, and one contract more does not.
            const after = holderOf(floor)
            for (const side of ['LONG', 'SHORT'] as const) {
              const max = maxOf(side, after, market)
              const fits = (count: number) =>
                errors(draft({ side, type: 'MARKET', count: String(count) }), after, {
                  ...market,
                  feed: 'live',
                  isOpen: true,
                })
              const sizes = ['MAX_CONTRACTS_EXCEEDED', 'BALANCE_INSUFFICIENT', 'FEE_INSUFFICIENT', 'OVERSEA_CLOSE_ONLY']
              if (max > 0) expect(sizes).not.toContain(fits(max)[0]?.code)
              if (after.orders.length < row.maxOpenOrders) expect(sizes).toContain(fits(max + 1)[0]?.code)
            }
          } else if (step.kind === 'move') {
            last += step.ticks * 10
            if (isLive) quote()
          } else if (step.kind === 'pass') floor.pass(2_500)
          else if (step.kind === 'silence') {
            isLive = !isLive
            if (isLive) floor.live('EURUSD')
            else floor.stale('EURUSD')
            if (isLive) quote()
          } else if (step.kind === 'cancelAll') {
            const key = floor.key()
            floor.do({
              kind: 'cancelOrders',
              ...byMember({ siteId: SITE, memberId: member }, key),
              book: 'oversea',
              optionId: null,
            })
          }
        })
      },
    ),
    // Always the same runs: what they met is asked below.
    { numRuns: 100, seed: 4 },
  )
  // The runs met what they are to prove.
  expect([...met].map(String).sort()).toEqual(
    [
      '200',
      'BALANCE_INSUFFICIENT',
      'COUNT_INVALID',
      'FEE_INSUFFICIENT',
      'MAX_CONTRACTS_EXCEEDED',
      'ORDER_COUNT_EXCEEDED',
      'OVERSEA_CLOSE_ONLY',
      'PRICE_FEED_STALE',
      'PRICE_OUT_OF_BAND',
      'PRICE_TICK_INVALID',
      'REDUCE_ONLY_CONFLICT',
      'REDUCE_ONLY_NO_POSITION',
      'REDUCE_ONLY_QTY_EXCEEDED',
      'REDUCE_ONLY_SAME_SIDE',
      'STOCK_CLOSED',
      'TPSL_TICK_RANGE',
      'TRIGGER_PRICE_INVALID',
    ].sort(),
  )
})
