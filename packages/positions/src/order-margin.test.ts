import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderCost } from './margin.ts'
import { orderMargin, type WorkingOrder } from './order-margin.ts'
import { quoteScale, type Side } from './scale.ts'

const scale = quoteScale(2, 3)
const terms = { leverage: 10, reservePpm: 800, scale }
const costOf = (order: WorkingOrder, qty: number) => orderCost({ ...terms, ...order, qty }).cost
const buy = (qty: number, price: number): WorkingOrder => ({ side: 1, qty, price, mark: 6_000_000 })
const sell = (qty: number, price: number): WorkingOrder => ({ side: -1, qty, price, mark: 6_000_000 })
const reserved = (orders: readonly WorkingOrder[], positionQty: number) =>
  orderMargin({ ...terms, orders, positionQty })

const working = fc.record({
  side: fc.constantFrom<Side>(1, -1),
  qty: fc.integer({ min: 1, max: 500 }),
  price: fc.integer({ min: 5_000_000, max: 7_000_000 }),
  mark: fc.integer({ min: 5_500_000, max: 6_500_000 }),
  reduceOnly: fc.boolean(),
})

describe('order margin', () => {
  test('counts what exceeds the position on each side by itself', () => {
    const orders = [buy(100, 5_900_000), sell(100, 6_100_000)]
    expect(reserved(orders, 0).total).toBe(costOf(orders[0]!, 100) + costOf(orders[1]!, 100))
    expect(reserved(orders, 100)).toMatchObject({ buy: costOf(orders[0]!, 100), sell: 0n })
    expect(reserved(orders, -60)).toMatchObject({ buy: costOf(orders[0]!, 40), sell: costOf(orders[1]!, 100) })
  })

  test('lets only one of two opposite orders close', () => {
    const orders = [sell(100, 6_100_000), sell(100, 6_200_000)]
    const found = reserved(orders, 100)
    expect(found.orders).toEqual([
      { openingQty: 0, cost: 0n },
      { openingQty: 100, cost: costOf(orders[1]!, 100) },
    ])
  })

  test('counts the dearest orders as opening, open loss included', () => {
    // Below the mark a sell starts with a loss: cheaper notional, dearer order.
    const orders = [sell(100, 6_100_000), sell(100, 5_900_000)]
    expect(reserved(orders, 100).orders.map(({ openingQty }) => openingQty)).toEqual([0, 100])
  })

  test('reserves nothing for reduce-only orders, which use the position up first', () => {
    const orders = [{ ...sell(100, 6_100_000), reduceOnly: true }, sell(100, 6_200_000)]
    expect(reserved(orders, 100).total).toBe(costOf(orders[1]!, 100))
    expect(reserved([orders[0]!], 100).total).toBe(0n)
    expect(reserved([orders[0]!], 0).total).toBe(0n)
  })

  test('covers whatever orders fill first, and names each reservation', () => {
    fc.assert(
      fc.property(
        fc.array(working, { maxLength: 8 }),
        fc.integer({ min: -800, max: 800 }),
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        (orders, positionQty, shuffle) => {
          const found = reserved(orders, positionQty)
          expect(found.orders.reduce((sum, { cost }) => sum + cost, 0n)).toBe(found.total)
          expect(found.buy + found.sell).toBe(found.total)
          for (const side of [1, -1] as const) {
            // One side fills in some order: first closes, then opens.
            const queue = orders
              .map((order, index) => ({ order, key: shuffle[index]! }))
              .filter(({ order }) => order.side === side && !order.reduceOnly)
              .sort((a, b) => a.key - b.key)
            let held = Math.max(0, -side * positionQty)
            let needed = 0n
            for (const { order } of queue) {
              const closing = Math.min(held, order.qty)
              held -= closing
              needed += costOf(order, order.qty - closing)
            }
            // The same quantity over more orders rounds up more often: margin and fee of each.
            const most = side === 1 ? found.buy : found.sell
            expect(needed <= most + 2n * BigInt(queue.length)).toBe(true)
          }
        },
      ),
    )
  })
})
