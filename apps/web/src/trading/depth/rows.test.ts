import { describe, expect, test, vi } from 'vitest'
import { createDepthStore } from './depth-store.ts'
import { type DepthView, depthRows, type Level } from './rows.ts'

const view: DepthView = { precision: 1, qtyPrecision: 3, group: 1, cumulated: false, rows: 3, mine: [] }
const asks: Level[] = [
  ['100.1', '1.000'],
  ['100.4', '0.500'],
  ['100.9', '2.000'],
  ['101.2', '4.000'],
]
const bids: Level[] = [
  ['100.0', '0.250'],
  ['99.8', '1.000'],
  ['99.0', '3.000'],
]

describe('rows of the order book', () => {
  test('the best levels of each side, with bars against the largest of both', () => {
    const rows = depthRows(asks, bids, view)
    expect(rows.asks.map(({ price, qty, share }) => [price, qty, share])).toEqual([
      ['100.1', '1.000', 0.33],
      ['100.4', '0.500', 0.17],
      ['100.9', '2.000', 0.67],
    ])
    expect(rows.bids.map(({ share }) => share)).toEqual([0.08, 0.33, 1])
  })
  test('a wider level makes no price look better than it is: asks go up, bids go down', () => {
    const rows = depthRows(asks, bids, { ...view, group: 10 })
    expect(rows.asks.map(({ price, qty }) => [price, qty])).toEqual([
      ['101.0', '3.500'],
      ['102.0', '4.000'],
    ])
    expect(rows.bids.map(({ price, qty }) => [price, qty])).toEqual([
      ['100.0', '0.250'],
      ['99.0', '4.000'],
    ])
  })
  test('cumulated quantities grow away from the best', () => {
    const rows = depthRows(asks, bids, { ...view, cumulated: true })
    expect(rows.asks.map(({ qty }) => qty)).toEqual(['1.000', '1.500', '3.500'])
    expect(rows.bids.map(({ qty, share }) => [qty, share])).toEqual([
      ['0.250', 0.06],
      ['1.250', 0.29],
      ['4.250', 1],
    ])
  })
  test('my order is marked on its own side, in the level that it belongs to', () => {
    const mine = [
      { price: '100.4', side: 'SHORT' as const },
      { price: '99.8', side: 'LONG' as const },
      { price: '100.1', side: 'LONG' as const },
    ]
    const fine = depthRows(asks, bids, { ...view, mine })
    expect(fine.asks.map((row) => row.mine)).toEqual([false, true, false])
    expect(fine.bids.map((row) => row.mine)).toEqual([false, true, false])
    expect(depthRows(asks, bids, { ...view, mine, group: 10 }).asks[0]?.mine).toBe(true)
  })
  test('an empty side is no row', () => {
    expect(depthRows([], bids, view).asks).toEqual([])
  })
})

test('a side is told of a message that changes what it shows, and of no other', () => {
  const depth = createDepthStore(view)
  expect(depth.ready).toBe(false)
  depth.update(asks, bids)
  const [ofAsks, ofBids] = [vi.fn(), vi.fn()]
  const forget = depth.subscribe('asks', ofAsks)
  depth.subscribe('bids', ofBids)
  const before = depth.row('asks', 0)
  // Nothing that is seen changes: the fourth level is not shown.
  depth.update([...asks.slice(0, 3), ['101.2', '9.000']], bids)
  expect(ofAsks).not.toHaveBeenCalled()
  expect(depth.row('asks', 0)).toEqual(before)
  depth.update([asks[0]!, asks[1]!, ['100.9', '1.900']], bids)
  expect(ofAsks).toHaveBeenCalledTimes(1)
  expect(depth.row('asks', 2)?.qty).toBe('1.900')
  expect(ofBids).not.toHaveBeenCalled()
  forget()
  depth.view({ ...view, cumulated: true })
  expect(ofAsks).toHaveBeenCalledTimes(1)
  expect(ofBids).toHaveBeenCalledTimes(1)
  depth.update([], bids)
  expect(depth.row('asks', 0)).toBeNull()
})
