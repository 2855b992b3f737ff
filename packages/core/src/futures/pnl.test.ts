import { destinations, type FuturesFill, type FuturesOrderEvent, type FuturesPosition } from '@maru/contract'
import {
  addFill,
  feeOf,
  flat,
  initialMargin,
  type Level,
  orderCost,
  type Position,
  quoteScale,
  roeBp,
  unrealizedPnl,
  walk,
} from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMinor } from '../money.ts'
import type { Minor } from '../types.ts'
import { at, btc, Desk, usdt } from './testing.ts'
import { futuresFillWire } from './wire.ts'

const scale = quoteScale(1, 3)
const money = (text: string): Minor => parseMinor(text, 'USDT')!
const sum = (amounts: readonly Minor[]) => amounts.reduce((a, b) => a + b, 0n)

/** What the ticket says before: the same arithmetic on the same book, nothing of the core's. */
function ticket(position: Position, side: 1 | -1, qty: number, levels: readonly Level[]) {
  const found = walk(side, levels, qty, scale)
  const effect = addFill(position, side * qty, found.quote)
  return { found, effect, fee: feeOf(found.quote, 400) }
}

/** Every place that tells the result of one member's trades. */
function told(h: Desk, memberId: number) {
  const option = h.ask('futures.option', { siteId: 1, optionId: 1 })!
  const rows = h.fills.filter((fill) => fill.memberId === memberId)
  const history: FuturesFill[] = rows.map((fill) => futuresFillWire(fill, option))
  const positions = [...h.positions.values()].filter((row) => row.memberId === memberId)
  const cards = h
    .events('POSITION_CLOSE')
    .filter((event) => event.to === 'member' && event.memberId === memberId)
    .map((event) => destinations['/user/queue/futures'].POSITION_CLOSE.parse(event.data) as FuturesPosition)
  const booked = (reason: string) =>
    sum(h.postings.filter((row) => row.memberId === memberId && row.reason === reason).map((row) => row.amount))
  return {
    ledger: { pnl: booked('FUTURES_PNL'), fee: -booked('FUTURES_FEE') },
    history: {
      pnl: sum(history.map((fill) => money(fill.realizedPnl))),
      fee: sum(history.map((fill) => money(fill.fee))),
    },
    positions: { pnl: sum(positions.map((row) => row.realizedPnl)), fee: sum(positions.map((row) => row.fee)) },
    cards: { pnl: sum(cards.map((card) => money(card.realizedPnl))), fee: sum(cards.map((card) => money(card.fee))) },
  }
}

test('B: ticket, position, history and ledger say the same of one trade, to the last unit', () => {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  const before = h.money(1)

  const asks = [
    [at(60_001), btc(0.07)],
    [at(60_003.3), btc(0.5)],
  ] as const
  const opening = ticket(flat, 1, btc(0.1), asks)
  const cost = orderCost({
    side: 1,
    qty: btc(0.1),
    price: at(60_001),
    mark: at(60_000),
    leverage: 10,
    reservePpm: 800,
    scale,
  })
  h.order(1, { side: 'LONG', qty: '0.1' })
  expect(h.money(1).reserved).toBe(cost.margin + cost.feeReserve)
  h.at += 150
  h.mark(60_000)
  h.book(
    [[60_000, 1]],
    [
      [60_001, 0.07],
      [60_003.3, 0.5],
    ],
  )
  const position = h.position(1)!
  const openLoss = opening.found.quote - usdt(6_000)
  expect(position.entryQuote).toBe(opening.effect.position.entryQuote)
  expect(position.margin).toBe(initialMargin(opening.found.quote, 10) + openLoss)
  const card = h.events('POSITION_OPEN').at(-1)!.data as FuturesPosition
  expect(money(card.entryNotional)).toBe(opening.found.quote)
  const filled = h.events('ORDER_FILLED').at(-1)!.data as FuturesOrderEvent
  expect(money(filled.fee)).toBe(opening.fee)

  // The figure beside a line that is dragged to 61,234.5, and the close there.
  h.at += 2_000
  h.mark(61_234.5)
  const beside = unrealizedPnl(position, at(61_234.5), scale)
  const roe = roeBp(position, at(61_234.5), 10, scale)!
  expect(roe).toBe((beside * 100_000n) / opening.found.quote)
  const closing = ticket(position, -1, btc(0.1), [[at(61_234.5), btc(1)]])
  h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.at += 150
  h.book([[61_234.5, 1]], [[61_235, 1]])

  const expected = { pnl: beside, fee: opening.fee + closing.fee }
  expect(closing.effect.realizedPnl).toBe(beside)
  expect(told(h, 1)).toEqual({ ledger: expected, history: expected, positions: expected, cards: expected })
  expect(h.money(1)).toMatchObject({ posted: before.posted + beside - expected.fee, reserved: 0n })
})

test('B: and of any trades: partial closes, additions and flips at awkward prices', () => {
  const trade = fc.record({
    side: fc.constantFrom<1 | -1>(1, -1),
    steps: fc.integer({ min: 1, max: 400 }),
    price: fc.integer({ min: 599_000, max: 601_000 }),
    second: fc.integer({ min: 1, max: 37 }),
    first: fc.integer({ min: 1, max: 300 }),
  })
  const worst = { price: 599_000, second: 1, first: 1 }
  const flipOfTheSameSize = [
    { side: 1, steps: 182, ...worst },
    { side: -1, steps: 364, ...worst },
    { side: 1, steps: 1, ...worst },
  ] as const
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 12 }), (trades) => {
      const h = new Desk()
      h.trader(1, usdt(1_000_000))
      h.price(60_000)
      let position: Position = flat
      let pnl = 0n
      let fee = 0n
      for (const { side, steps, price, first, second } of trades) {
        const levels: Level[] = [
          [price, first],
          [price + side * second, 10_000],
        ]
        const shown = levels.map(([level, qty]) => [level / 10, qty / 1_000] as const)
        h.order(1, { side: side > 0 ? 'LONG' : 'SHORT', qty: (steps / 1_000).toFixed(3) })
        h.at += 150
        if (side > 0) h.book([[50_000, 1]], shown)
        else h.book(shown, [[70_000, 1]])
        // A flip is two fills: what closes takes the best levels.
        const closes = position.qty !== 0 && position.qty > 0 !== side > 0
        const closing = closes ? Math.min(Math.abs(position.qty), steps) : 0
        let taken = 0n
        for (const [qty, upTo] of [
          [closing, closing],
          [steps - closing, steps],
        ] as const) {
          if (qty === 0) continue
          const quote = walk(side, levels, upTo, scale).quote - taken
          const effect = addFill(position, side * qty, quote)
          position = effect.position
          pnl += effect.realizedPnl
          fee += feeOf(quote, 400)
          taken = quote
        }
        h.at += 2_000
      }
      const { cards: _, ...others } = told(h, 1)
      const expected = { pnl, fee }
      expect(others).toEqual({ ledger: expected, history: expected, positions: expected })
      expect(h.position(1)?.qty ?? 0).toBe(position.qty)
      expect(h.position(1)?.entryQuote ?? 0n).toBe(position.entryQuote)
      expect(h.money(1).posted).toBe(usdt(1_000_000) + pnl - fee)
    }),
    { numRuns: 60, examples: [[[...flipOfTheSameSize]]] },
  )
})
