// The card, its sheets and its night against the core itself: what one says is what the other does.
import { contractScale } from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract, eur, Floor, gold, OPEN } from '../../../../../../packages/core/src/oversea/testing.ts'
import { overseaPositionWire } from '../../../../../../packages/core/src/oversea/wire.ts'
import { SITE } from '../../../../../../packages/core/src/testing.ts'
import type { PositionRow } from '../../../../../../packages/core/src/types.ts'
import { heldOf, type Terms, wonOf } from '../../../books/oversea/terms.ts'
import { pnlAt } from '../figures.ts'
import { closeOutcome } from '../sheets/close-form.ts'
import { exitOutcome } from '../sheets/exits-form.ts'

const member = 7
const row = contract()
const rich = 100_000_000n

const termsAt = (rate: number, option = row): Terms => ({
  ...option,
  scale: contractScale(option.precision),
  rate: BigInt(rate),
  bandPpm: option.priceBandPpm,
})
/** The position as the page gets it. */
const shown = (position: PositionRow, option = row) =>
  overseaPositionWire(position, option, { tpTick: null, slTick: null })

/** A house whose day was fixed at a rate in 10^-2 won. */
const floorAt = (rate: number) => {
  const fixing = { siteGroup: 'main', tradingDay: '2026-03-02', rate, source: 'test', sourceTs: OPEN, at: OPEN }
  const floor = new Floor([row], { fixings: [fixing] })
  floor.member(member, rich)
  return floor
}

/** Even six on one side stay within the 30 contracts that one may hold. */
const trades = fc.array(
  fc.record({
    side: fc.constantFrom('LONG' as const, 'SHORT' as const),
    count: fc.integer({ min: 1, max: 5 }),
    price: fc.integer({ min: 109_000, max: 111_000 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const rates = fc.integer({ min: 130_000, max: 149_999 })

test('the result on the card is the account’s, to the won, however the position came about', () => {
  fc.assert(
    fc.property(trades, fc.integer({ min: 108_000, max: 112_000 }), rates, (steps, last, rate) => {
      const floor = floorAt(rate)
      for (const { side, count, price } of steps) {
        floor.prices(price, price + 10)
        floor.trade(member, side, count)
        floor.prices(price, price + 10)
      }
      floor.prices(last, last)
      const position = floor.position(member)
      if (!position) return
      const terms = termsAt(rate)
      expect(pnlAt(heldOf(shown(position), terms), last, terms)).toBe(floor.money(member).lastPnl)
    }),
    { numRuns: 40 },
  )
})

test('a close brings what its sheet said: result, fee and average price', () => {
  const part = fc.integer({ min: 1, max: 30 })
  fc.assert(
    fc.property(trades, fc.integer({ min: 109_000, max: 111_000 }), part, rates, (steps, bid, wanted, rate) => {
      const floor = floorAt(rate)
      for (const { side, count, price } of steps) {
        floor.prices(price, price + 10)
        floor.trade(member, side, count)
        floor.prices(price, price + 10)
      }
      const position = floor.position(member)
      if (!position) return
      const count = Math.min(wanted, Math.abs(position.qty))
      const terms = termsAt(position.fxRate!)
      const held = heldOf(shown(position), terms)
      const said = closeOutcome(held, count, { limit: null, bid, ask: bid + 10 }, terms)!
      floor.prices(bid, bid + 10)
      const before = floor.wallet(member).posted
      const reply = floor.order(member, { side: held.qty > 0 ? 'SHORT' : 'LONG', count, isReduceOnly: true })
      floor.pass(300)
      const order = floor.orderOf(reply)
      expect(order).toMatchObject({ status: 'FILLED', filledQty: count, fee: said.fee })
      expect(floor.wallet(member).posted - before).toBe(said.net)
      expect(said.net).toBe(said.pnl - said.fee)
    }),
    { numRuns: 40 },
  )
})

test('TP and SL wait at the price that their sheet names', () => {
  const ticks = fc.integer({ min: 1, max: 1_000 })
  fc.assert(
    fc.property(trades, ticks, ticks, (steps, tp, sl) => {
      const floor = floorAt(140_000)
      for (const { side, count, price } of steps) {
        floor.prices(price, price + 10)
        floor.trade(member, side, count)
        floor.prices(price, price + 10)
      }
      const position = floor.position(member)
      if (!position) return
      const terms = termsAt(position.fxRate!)
      const held = heldOf(shown(position), terms)
      const outcomes = {
        TAKEPROFIT: exitOutcome('takeProfit', tp, held, null, terms),
        STOPLOSS: exitOutcome('stopLoss', sl, held, null, terms),
      }
      floor.tpsl(member, tp, sl)
      for (const [type, { price, pnl }] of Object.entries(outcomes)) {
        const order = floor.openOrders(member).find(({ marketType }) => marketType === type)
        // One that is reached already has closed the position.
        if (order) expect(order.triggerPrice).toBe(price)
        expect(pnl! > 0n).toBe(type === 'TAKEPROFIT')
      }
    }),
    { numRuns: 40 },
  )
})

test('a price that is there already is said to close at once', () => {
  const terms = termsAt(140_000)
  const held = { qty: 1, entryQuote: BigInt(eur(1.1)) * terms.scale.unit }
  expect(exitOutcome('takeProfit', 10, held, eur(1.101), terms)).toMatchObject({ price: 110_100, firesAtOnce: true })
  expect(exitOutcome('takeProfit', 10, held, eur(1.101) - 1, terms).firesAtOnce).toBe(false)
  expect(exitOutcome('stopLoss', 10, held, eur(1.099), terms)).toMatchObject({ price: 109_900, firesAtOnce: true })
  const low = { qty: 1, entryQuote: 9_000n * terms.scale.unit }
  expect(exitOutcome('stopLoss', 1_000, low, null, terms)).toEqual({ price: null, pnl: null, firesAtOnce: false })
})

test('a night takes twice the margin of the day, as the core tells it', () => {
  const floor = new Floor([row, gold()])
  floor.member(member, rich)
  floor.price(1.1)
  floor.prices(250_000, 250_010, 'XAUUSD')
  floor.trade(member, 'LONG', 3)
  const [view] = floor.ask('oversea.open', { siteId: SITE, memberId: member }).positions
  expect(view!.requiredMargin).toBe(2n * wonOf(shown(view!.row).margin))
  expect(view!.extraMargin).toBe(wonOf(shown(view!.row).margin))
})
