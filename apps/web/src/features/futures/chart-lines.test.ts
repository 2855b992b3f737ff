import type { FuturesOrder } from '@maru/contract'
import { expect, test } from 'vitest'
import { linesOf } from './chart-lines.ts'
import { terms } from './sheets/testing.ts'

const labels = {
  position: (side: string, qty: string) => `${side} ${qty}`,
  order: (side: string, qty: string) => `${side === 'LONG' ? '매수' : '매도'} ${qty}`,
}
const order = {
  id: 7,
  side: 'LONG',
  qty: '0.500',
  filledQty: '0.000',
  price: '60000.0',
  triggerPrice: null,
  status: 'NEW',
} as unknown as FuturesOrder
const said = (change: Partial<FuturesOrder>) =>
  linesOf(undefined, [{ ...order, ...change }], terms, labels).map(({ label }) => label)

test('an order says what it has left to fill', () => {
  expect(said({})).toEqual(['매수 0.500'])
  expect(said({ filledQty: '0.125' })).toEqual(['매수 0.375'])
  expect(said({ side: 'SHORT', filledQty: '0.499' })).toEqual(['매도 0.001'])
})

test('an order with nothing left, or of whatever is held, has no line of its own', () => {
  expect(said({ filledQty: '0.500' })).toEqual([])
  expect(said({ qty: null })).toEqual([])
})
