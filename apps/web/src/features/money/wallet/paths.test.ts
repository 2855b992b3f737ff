import { expect, test } from 'vitest'
import { pathsOf, targetOf } from './paths.ts'

const coins = (['USDT', 'BTC', 'XRP'] as const).map((coin) => ({
  coin,
  isDeposit: true,
  isWithdraw: coin !== 'XRP',
  isBuy: coin === 'BTC',
}))
const actsOf = (...of: Parameters<typeof pathsOf>) => pathsOf(...of).map(({ act, to }) => `${act} ${to}`)

test('each wallet offers what it allows, on the page where it is done', () => {
  expect(actsOf('BINARY', coins)).toEqual([
    'deposit /balances/deposit',
    'withdraw /balances/withdraw',
    'convert /wallet/convert/BINARY_FUTURES',
    'buy /wallet/convert/BINARY_BTC',
    'transfer /wallet/transfer',
  ])
  expect(actsOf('FUTURES', coins)).toEqual([
    'deposit /balances/deposit?of=coin&coin=USDT',
    'withdraw /balances/withdraw?of=coin&coin=USDT',
    'convert /wallet/convert/FUTURES_BINARY',
    'transfer /wallet/transfer',
  ])
  expect(actsOf('BTC', coins)).toEqual([
    'deposit /balances/deposit?of=coin&coin=BTC',
    'withdraw /balances/withdraw?of=coin&coin=BTC',
    'convert /wallet/convert/BTC_FUTURES',
    'buy /wallet/convert/BINARY_BTC',
    'sell /wallet/convert/BTC_BINARY',
    'transfer /wallet/transfer',
  ])
  expect(actsOf('BONUS', coins)).toEqual(['coupon /more/coupon'])
})

test('a coin that the site does not pay out, buy or know is not offered so', () => {
  expect(actsOf('XRP', coins).map((act) => act.split(' ')[0])).toEqual(['deposit', 'convert', 'sell', 'transfer'])
  expect(actsOf('ETH', coins).map((act) => act.split(' ')[0])).toEqual(['convert', 'sell', 'transfer'])
})

test('coins of the network come to the wallet of perpetuals, not to the one of USDT', () => {
  expect(actsOf('USDT', coins).map((act) => act.split(' ')[0])).toEqual(['convert', 'sell', 'transfer'])
})

test.each([
  ['BINARY', 'KRW', { wallet: 'BINARY' }],
  ['futures', 'usdt', { wallet: 'FUTURES' }],
  ['BTC', 'BTC', { wallet: 'BTC' }],
  ['deposit', 'KRW', { to: '/balances/deposit' }],
  ['withdraw', 'btc', { to: '/balances/withdraw?of=coin&coin=BTC' }],
  ['buy', 'ETH', { to: '/wallet/convert/BINARY_ETH' }],
  ['buy', 'USDT', { to: '/wallet/convert/BINARY_FUTURES' }],
  ['sell', 'USDT', { to: '/wallet/convert/FUTURES_BINARY' }],
  ['BINARY', 'USDT', null],
  ['BTC', 'ETH', null],
  ['sell', 'KRW', null],
  ['buy', 'FUTURES', null],
  ['constructor', 'BTC', null],
  ['buy', 'toString', null],
])('/wallet/%s/%s leads to %o', (type, coin, target) => expect(targetOf(type, coin)).toEqual(target))
