import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMore, minus, percentOf, plus, ratio, times } from './amounts.ts'
import { endsOf, pairOf, withEnd } from './ends.ts'
import { unitPrice } from './figures.ts'

test('amounts are exact to the last decimal', () => {
  expect(plus('0.1', '0.2')).toBe('0.3')
  expect(minus('1', '0.00000001')).toBe('0.99999999')
  expect(minus('1', '2.5')).toBe('-1.5')
  expect(isMore('10000000000000.00000001', '10000000000000')).toBe(true)
  expect(times('500', '1384.5', 0)).toBe('692250')
  expect(ratio('688788', '500', 4)).toBe('1377.576')
  expect(ratio('1', '0', 4)).toBe('0')
})

test('a share of an amount is never more than it, and never below its last decimal', () => {
  expect(percentOf('10001', 25, 0)).toBe('2500')
  expect(percentOf('0.00000003', 50, 8)).toBe('0.00000001')
  expect(percentOf('-5', 100, 0)).toBe('0')
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n), fc.integer({ min: 0, max: 100 }), (units, percent) => {
      const amount = `${units / 10n ** 8n}.${(units % 10n ** 8n).toString().padStart(8, '0')}`
      expect(isMore(percentOf(amount, percent, 8), amount)).toBe(false)
    }),
  )
})

test('an address names two wallets of different currencies, or nothing', () => {
  expect(pairOf('FUTURES_BINARY')).toEqual({ from: 'FUTURES', to: 'BINARY' })
  expect(pairOf('krw_btc')).toEqual({ from: 'BINARY', to: 'BTC' })
  for (const wrong of ['FUTURES_USDT', 'BONUS_FUTURES', 'BINARY_BINARY', 'BONUS', 'KRW_BTC_ETH', '_', 'toString_BTC'])
    expect([wrong, pairOf(wrong)]).toEqual([wrong, null])
})

test('an address that names one coin is the conversion that its wallet offers', () => {
  expect(pairOf('BTC')).toEqual({ from: 'BTC', to: 'FUTURES' })
  expect(pairOf('usdt')).toEqual({ from: 'FUTURES', to: 'BINARY' })
  expect(pairOf('FUTURES')).toEqual({ from: 'FUTURES', to: 'BINARY' })
  expect(pairOf('KRW')).toEqual({ from: 'BINARY', to: 'FUTURES' })
})

test('wallets of the member are offered, and coins that have a price; a choice never leaves both sides of one currency', () => {
  expect(endsOf(['BINARY', 'FUTURES', 'BONUS'], ['BTC_KRW', 'KRW_ETH', 'XRP_KRW'], ['BTC', 'ETH'])).toEqual([
    'BINARY',
    'FUTURES',
    'BTC',
  ])
  expect(withEnd({ from: 'FUTURES', to: 'BINARY' }, 'to', 'BTC')).toEqual({ from: 'FUTURES', to: 'BTC' })
  expect(withEnd({ from: 'FUTURES', to: 'BINARY' }, 'to', 'USDT')).toEqual({ from: 'BINARY', to: 'USDT' })
  expect(withEnd({ from: 'FUTURES', to: 'BINARY' }, 'from', 'BINARY')).toEqual({ from: 'BINARY', to: 'FUTURES' })
})

test('one coin is named in KRW whichever side gives it', () => {
  expect(unitPrice({ from: 'FUTURES', to: 'BINARY' }, '500', '688788')).toEqual({ coin: 'USDT', price: '1,377.576원' })
  expect(unitPrice({ from: 'BINARY', to: 'BTC' }, '1000000', '0.01098395')).toEqual({
    coin: 'BTC',
    price: '91,041,929원',
  })
  expect(unitPrice({ from: 'BTC', to: 'ETH' }, '1', '20.5')).toEqual({ coin: 'BTC', price: '20.50000000 ETH' })
})
