import { expect, test } from 'vitest'
import { soundOf, titleOf } from './announce.ts'

const all = { SUCCESS: true, CANCEL: true, FILLED: true }

test('placing and cancelling is heard of orders that wait only, filling of every order', () => {
  for (const marketType of ['LIMIT', 'STOPLIMIT', 'STOPMARKET'] as const) {
    expect(soundOf({ event: 'ORDER_SUCCESS', side: 'LONG', marketType }, all)).toBe('success-LONG')
    expect(soundOf({ event: 'ORDER_CANCEL', side: 'SHORT', marketType }, all)).toBe('cancel-SHORT')
  }
  for (const marketType of ['MARKET', 'TAKEPROFIT', 'STOPLOSS', 'LIQUIDATION'] as const) {
    expect(soundOf({ event: 'ORDER_SUCCESS', side: 'LONG', marketType }, all)).toBeNull()
    expect(soundOf({ event: 'ORDER_CANCEL', side: 'LONG', marketType }, all)).toBeNull()
    expect(soundOf({ event: 'ORDER_FILLED', side: 'LONG', marketType }, all)).toBe('filled-LONG')
  }
})

test('a sound that the member switched off stays silent; a liquidation cannot be switched off', () => {
  const none = { SUCCESS: false, CANCEL: false, FILLED: false }
  expect(soundOf({ event: 'ORDER_FILLED', side: 'LONG', marketType: 'MARKET' }, none)).toBeNull()
  expect(soundOf({ event: 'ORDER_SUCCESS', side: 'LONG', marketType: 'LIMIT' }, none)).toBeNull()
  expect(soundOf({ event: 'POSITION_LIQUID' }, none)).toBe('liquid')
  expect(soundOf({ event: 'POSITION_WARN' }, all)).toBeNull()
})

test('setting TP or SL is not told as an order that was placed', () => {
  for (const marketType of ['TAKEPROFIT', 'STOPLOSS'] as const) {
    expect(titleOf({ event: 'ORDER_SUCCESS', marketType })).toBe('exitSet')
    expect(titleOf({ event: 'ORDER_FILLED', marketType })).toBe('orderFilled')
  }
  expect(titleOf({ event: 'ORDER_SUCCESS', marketType: 'LIMIT' })).toBe('orderSuccess')
})
