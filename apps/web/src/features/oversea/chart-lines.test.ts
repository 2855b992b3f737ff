import type { OverseaOrder, OverseaPosition } from '@maru/contract'
import { contractScale } from '@maru/positions'
import { expect, test } from 'vitest'
import { heldOf, type Terms } from '../../books/oversea/terms.ts'
import { linesOf } from './chart-lines.ts'
import { placeOf, wholeTicksAt } from './line-prices.ts'

/** NASDAQ100: a tick of 0.25 is worth 0.50 USD. */
const terms: Terms = {
  precision: 2,
  tickUnits: 25,
  tickValue: 5_000n,
  margin: 30_000_000n,
  fee: 15_000n,
  scale: contractScale(2),
  rate: 138_450n,
  maxCount: 20,
  lotsPerTick: 10,
  maxOpenOrders: 50,
  bandPpm: 100_000,
  maxExitTicks: 1_000,
}
const long = {
  id: 1,
  tradeType: 'LONG',
  count: 2,
  avgPrice: '24840.50',
  entrySum: '49681.00',
  tpTick: 200,
  slTick: 150,
} as OverseaPosition
const labels = {
  position: (side: string, count: number) => `${side === 'LONG' ? '매수' : '매도'} ${count}`,
  ticks: (ticks: string) => `${ticks}틱`,
}
const said = (position: OverseaPosition, at: string) =>
  linesOf(position, [], terms, labels).map(({ id, price, pnlAt }) => [id, price, pnlAt?.(id === 'entry' ? at : price)])

test('a position shows its entry with the ticks of now, and TP and SL so many ticks away', () => {
  expect(said(long, '24815.25')).toEqual([
    ['entry', '24840.50', '−101틱'],
    ['tp', '24890.50', '+200틱'],
    ['sl', '24803.00', '−150틱'],
  ])
})

test('what is a profit for a long is a loss for a short', () => {
  const short: OverseaPosition = { ...long, tradeType: 'SHORT', slTick: null }
  expect(said(short, '24815.25')).toEqual([
    ['entry', '24840.50', '+101틱'],
    ['tp', '24790.50', '+200틱'],
  ])
})

test('an average between two prices leaves TP at its whole ticks', () => {
  const odd: OverseaPosition = {
    ...long,
    count: 3,
    avgPrice: '24840.58',
    entrySum: '74521.75',
    slTick: null,
    tpTick: 10,
  }
  // 24840.5833… + 2.50, at the first price that is at least so far.
  expect(said(odd, '24840.50')).toEqual([
    ['entry', '24840.58', '0틱'],
    ['tp', '24843.09', '+10틱'],
  ])
  expect(wholeTicksAt(heldOf(odd, terms), '24843.08', terms)).toBe(10)
  expect(wholeTicksAt(heldOf(odd, terms), '24838.08', terms)).toBe(-10)
})

test('a stop lies at its trigger until that fires, then at its limit', () => {
  const stop = { price: '24900.00', triggerPrice: '24890.00', status: 'NEW' } as OverseaOrder
  expect(placeOf(stop)).toBe('24890.00')
  expect(placeOf({ ...stop, status: 'TRIGGERED' })).toBe('24900.00')
  expect(placeOf({ ...stop, triggerPrice: null })).toBe('24900.00')
})
