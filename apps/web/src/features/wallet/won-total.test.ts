import { expect, test } from 'vitest'
import { wonTotal } from './won-total.ts'

const rates = { USDT_KRW: { mid: '1396.99' }, BTC_KRW: { mid: '87481000.5' } }

test('all wallets are summed in KRW at their mids, each rounded down', () => {
  expect(wonTotal(9_487_045n, [], {})).toBe(9_487_045n)
  const others = [
    { type: 'FUTURES', currency: 'USDT', amount: '10000' } as const,
    { type: 'BTC', currency: 'BTC', amount: '0.00241441' } as const,
  ]
  expect(wonTotal(1n, others, rates)).toBe(1n + 13_969_900n + 211_215n)
})

const ripples = { type: 'XRP', currency: 'XRP' } as const
test('without the mid of a currency there is no sum, unless nothing is held of it', () => {
  expect(wonTotal(5n, [{ ...ripples, amount: '0.00000001' }], rates)).toBeNull()
  expect(wonTotal(5n, [{ ...ripples, amount: '0.0000' }], rates)).toBe(5n)
})
