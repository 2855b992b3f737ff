import { expect, test } from 'vitest'
import { alertText } from './texts.ts'

test('a message names a stock as its page does: by its Korean name, in English by its symbol', () => {
  const order = { kind: 'ORDER', book: 'futures', optionId: 1, side: 'LONG', price: '60000.0' } as const
  const subject = { ...order, koName: '비트코인', stock: 'CR_BTCUSDTPERP' }
  const price = {
    kind: 'PRICE',
    koName: '비트코인',
    stock: 'CR_BTCUSDTPERP',
    what: { direction: 'BELOW', price: '60000' },
  } as const
  expect(alertText(price, 'ko').text).toBe('비트코인 가격이 60,000 이하로 내려갔습니다.')
  expect(alertText(subject, 'ko').text).toContain('비트코인')
  expect(alertText(subject, 'en').text).toMatch(/ of BTCUSDT /)
})
