import type { MarketExposure } from '@maru/contract'
import { expect, test } from 'vitest'
import { marketRows, turned } from './exposure-rows.ts'

const side = (notional: string, count = 1) => ({ count, qty: '1', notional, margin: '1' })
const market = (optionId: number, currency: 'USDT' | 'KRW', long: string, short: string): MarketExposure => ({
  line: currency === 'USDT' ? 'FUTURES' : 'OVERSEA',
  optionId,
  instrument: `I${optionId}`,
  koName: `I${optionId}`,
  currency,
  price: '1',
  isStop: false,
  long: side(long, Number(long) > 0 ? 1 : 0),
  short: side(short, Number(short) > 0 ? 1 : 0),
  net: '0',
  pnl: '0',
})
const all = [
  market(1, 'USDT', '100', '50'),
  market(2, 'USDT', '0', '0'),
  market(3, 'KRW', '9000000', '0'),
  market(4, 'USDT', '20', '200'),
]

test('markets in which something is open stand by their share of the largest of their own currency', () => {
  expect(
    marketRows(all, 'ALL', 9).map(({ optionId, longShare, shortShare }) => [optionId, longShare, shortShare]),
  ).toEqual([
    [4, 0.1, 1],
    [3, 1, 0],
    [1, 0.5, 0.25],
  ])
})

test('a line alone, and no more than there is room for', () => {
  expect(marketRows(all, 'OVERSEA', 9).map(({ optionId }) => optionId)).toEqual([3])
  expect(marketRows(all, 'FUTURES', 1).map(({ optionId }) => optionId)).toEqual([4])
})

test('what members gain the house loses', () => {
  expect(['1.50', '-2', '0', '-0.00'].map(turned)).toEqual(['-1.50', '2', '0', '0.00'])
})
