import { expect, test } from 'vitest'
import { type DecimalLevel, type DepthChange, OrderBook } from './order-book.ts'

const book = () => new OrderBook(Number)
const change = (
  previousId: number,
  lastId: number,
  bids: readonly DecimalLevel[],
  asks: readonly DecimalLevel[] = [],
): DepthChange => ({ lastId, previousId, bids, asks })

test('changes before the snapshot are held, those it has dropped, the rest applied in order', () => {
  const one = book()
  expect(one.change(change(5, 9, [['100', '9']]))).toBe(true)
  expect(one.change(change(9, 12, [['100', '12']]))).toBe(true)
  expect(one.whole).toBe(false)
  one.snapshot(10, [['100', '10']], [['101', '1']])
  expect(one.whole).toBe(true)
  expect(one.lastId).toBe(12)
  expect(one.top(5)).toEqual({ bids: [[100, '12']], asks: [[101, '1']] })
})

test('a snapshot that lies between two changes is followed by the next one', () => {
  const one = book()
  one.snapshot(100, [['10', '1']], [['11', '1']])
  // Ids are shared by all symbols: the next change may begin far above the snapshot.
  expect(one.change({ lastId: 160, previousId: 90, bids: [['10', '0']], asks: [['12', '3']] })).toBe(true)
  expect(one.top(5)).toEqual({
    bids: [],
    asks: [
      [11, '1'],
      [12, '3'],
    ],
  })
})

test('a hole empties the order book, and the change after it serves for the next snapshot', () => {
  const one = book()
  one.snapshot(10, [['100', '1']], [['101', '1']])
  expect(one.change(change(12, 15, [['100', '15']]))).toBe(false)
  expect([one.whole, one.top(5)]).toEqual([false, { bids: [], asks: [] }])
  one.snapshot(12, [['100', '12']], [['101', '1']])
  expect([one.lastId, one.top(1).bids]).toEqual([15, [[100, '15']]])
})

test('a snapshot older than the changes held back leaves no order book', () => {
  const one = book()
  one.change(change(20, 25, [['100', '1']]))
  one.snapshot(10, [['100', '10']], [['101', '1']])
  expect(one.whole).toBe(false)
  one.snapshot(22, [['100', '22']], [['101', '1']])
  expect([one.lastId, one.top(1).bids]).toEqual([25, [[100, '1']]])
})

test('repeated and overlapping changes of a second connection change nothing that is newer', () => {
  const one = book()
  one.snapshot(10, [['100', '10']], [['101', '1']])
  one.change(change(10, 14, [['100', '14']]))
  expect(one.change(change(10, 14, [['100', '14']]))).toBe(true)
  expect(one.change(change(8, 12, [['100', '12']]))).toBe(true)
  expect(one.top(1).bids).toEqual([[100, '14']])
  expect(one.change(change(12, 18, [['100', '18']]))).toBe(true)
  expect([one.lastId, one.top(1).bids]).toEqual([18, [[100, '18']]])
})

test('a level whose price cannot be read in units is left out', () => {
  const one = new OrderBook((decimal) => (decimal.includes('.') ? null : Number(decimal)))
  one.snapshot(
    10,
    [
      ['100', '1'],
      ['99.5', '1'],
    ],
    [['101', '1']],
  )
  one.change(change(10, 14, [['98', '14']], [['100.5', '1']]))
  expect(one.top(5)).toEqual({
    bids: [
      [100, '1'],
      [98, '14'],
    ],
    asks: [[101, '1']],
  })
})
