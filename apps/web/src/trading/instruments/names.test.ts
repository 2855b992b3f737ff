import { expect, test } from 'vitest'
import { matches, nameOf } from './names.ts'

test('the symbol stands between the prefix and the mark of perpetuals', () => {
  expect(nameOf('CR_BTCUSDTPERP')).toBe('BTCUSDT')
  expect(nameOf('OV_XAUUSD')).toBe('XAUUSD')
})

test('a search finds symbols and Korean names, whatever the case and spaces', () => {
  const etc = { stock: 'CR_ETCUSDTPERP', koName: '이더리움 클래식' }
  for (const sought of ['', 'etc', 'ETC/USDT', '이더리움클', ' 클래식 ']) expect(matches(etc, sought)).toBe(true)
  for (const sought of ['perp', 'cr', '비트', 'ethusdt']) expect(matches(etc, sought)).toBe(false)
})
