import { describe, expect, test } from 'vitest'
import type { Effects } from '../../src/index.ts'
import { change, drop } from '../tamper.ts'
import { simulateFutures } from './simulation.ts'

/** Runs that meet what a tampered auditor must notice, and everything else. */
const seed = 2
const busySeed = 3
const steps = 6_000

describe('the simulator of perpetuals', () => {
  test('a change whose work is not done when members act, prices come or the house dies breaks no rule', () => {
    for (const busy of [6, 14, 22]) expect(simulateFutures(busy, 400).counts['crashes']).toBeGreaterThan(0)
  })

  test('an order of a member that fees no longer let him pay for ends before he is refused another one', () => {
    expect(simulateFutures(46, 5_000).counts['crashes']).toBeGreaterThan(0)
  })

  test('a second run with the same seed gives the same replies and events', () => {
    expect(simulateFutures(11, 1_500).trail).toBe(simulateFutures(11, 1_500).trail)
    expect(simulateFutures(11, 1_500).trail).not.toBe(simulateFutures(12, 1_500).trail)
  })

  test('a run meets takers, makers, fundings, warnings, liquidations, deficits and crashes', () => {
    const { counts, refusals } = simulateFutures(busySeed, steps)
    for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0)
    expect(refusals.size).toBeGreaterThan(10)
  })
})

describe('the auditor of perpetuals notices', () => {
  const cases: [string, (effects: Effects) => Effects, RegExp][] = [
    [
      'a fill that is a unit too dear',
      change('fills', (fill) => ({ ...fill, quote: fill.quote + 1n })),
      /price of fill/,
    ],
    [
      'a fill that nets with what is none of its lot',
      change('fills', (fill) => (fill.lot === 0 ? fill : { ...fill, lot: 0 })),
      /lot of fill/,
    ],
    [
      'an order that changes its lot',
      change('orders', (row) => (row.lot !== 0 && row.closedAt !== null ? { ...row, lot: 0 } : row)),
      /lot of/,
    ],
    ['a fill on a book that was gone', change('fills', (fill) => ({ ...fill, bookU: fill.bookU - 1 })), /book of fill/],
    ['a fee that is a unit too small', change('fills', (fill) => ({ ...fill, fee: fill.fee - 1n })), /fee of fill/],
    [
      'a result that is a unit too good',
      change('fills', (fill) => (fill.isClose ? { ...fill, realizedPnl: fill.realizedPnl + 1n } : fill)),
      /result of fill/,
    ],
    [
      'a posting without its counterpart',
      (effects) => ({
        ...effects,
        rows: { ...effects.rows, postings: effects.rows.postings.filter(({ account }) => account !== 'FEE_FUTURES') },
      }),
      /sum of the postings/,
    ],
    [
      'money of the insurance fund that went to the house',
      change('postings', (row) => (row.account === 'INSURANCE_FUND' ? { ...row, account: 'PNL_FUTURES' } : row)),
      /posting/,
    ],
    [
      'a wallet that reserves a unit too little',
      change('wallets', (row) => (row.reserved > 0n ? { ...row, reserved: row.reserved - 1n } : row)),
      /reserved of/,
    ],
    [
      'a wallet that has a unit too much',
      change('wallets', (row) => ({ ...row, posted: row.posted + 1n })),
      /posted of/,
    ],
    ['a margin that is a unit off', change('positions', (row) => ({ ...row, margin: row.margin + 1n })), /margin of/],
    [
      'an entry that is a unit off',
      change('positions', (row) => ({ ...row, entryQuote: row.entryQuote + 1n })),
      /entry of/,
    ],
    [
      'a liquidation that did not come',
      drop((rows) => rows.fills.some(({ marketType }) => marketType === 'LIQUIDATION')),
      /was not liquidated/,
    ],
    [
      'a liquidation without reason',
      (effects) => {
        const closing = effects.rows.fills.find(({ isClose, marketType }) => isClose && marketType === 'MARKET')
        if (!closing) return effects
        const asLiquidation = <R extends { id: number; marketType: string }>(row: R, id: number) =>
          row.id === id ? { ...row, marketType: 'LIQUIDATION' as const, positionId: closing.positionId } : row
        const orders = effects.rows.orders.map((row) => asLiquidation(row, closing.orderId!))
        const fills = effects.rows.fills.map((row) => asLiquidation(row, closing.id))
        return { ...effects, rows: { ...effects.rows, orders, fills } }
      },
      /no reason to liquidate|outlived a liquidation/,
    ],
    [
      'an order that filled beyond its limit',
      change('orders', (row) =>
        row.price === null ? row : { ...row, price: Math.round(row.price * (row.side === 'LONG' ? 0.98 : 1.02)) },
      ),
      /beyond|more than was shown|price of|reserved of|an order that needs/,
    ],
    [
      'a stop that did not fire',
      drop((rows) =>
        rows.orders.some(({ triggeredAt, marketType }) => triggeredAt !== null && marketType !== 'LIQUIDATION'),
      ),
      /did not fire/,
    ],
    [
      'a stop that fired before its price',
      change('orders', (row) => (row.triggerKind !== null ? { ...row, triggeredAt: row.acceptedAt } : row)),
      /fired at|fired while/,
    ],
    [
      'a resting order that the book reached in vain',
      drop((rows) => rows.fills.some(({ isMaker }) => isMaker)),
      /passed over by the book|passed its book over/,
    ],
    [
      'an order that waited for its book in vain',
      drop((rows) => rows.fills.some(({ marketType, isMaker }) => marketType === 'MARKET' && !isMaker)),
      /passed its book over|waits for a book/,
    ],
    ['a funding at another rate', change('fundings', (row) => ({ ...row, rate: row.rate + 1 })), /rate of a funding/],
    [
      'a funding that one position did not get',
      drop((rows) => rows.postings.some(({ reason }) => reason === 'FUTURES_FUNDING')),
      /was not funded|never came/,
    ],
    [
      'an order that changes after its end',
      change('orders', (row) =>
        row.status === 'FILLED' ? { ...row, status: 'PARTIALLY_FILLED', closedAt: null } : row,
      ),
      /is filled and goes on|outlived|changed after/,
    ],
  ]
  test('a warning that did not come', () => {
    const unwarned = change('positions', (row) => ({ ...row, isWarned: false }))
    expect(() => simulateFutures(busySeed, steps, unwarned)).toThrow(/was not warned/)
  })

  test.each(cases)('%s', (_name, tamper, message) => {
    expect(() => simulateFutures(seed, steps, tamper)).toThrow(message)
  })
})
