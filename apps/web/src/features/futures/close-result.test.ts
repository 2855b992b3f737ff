import { expect, test } from 'vitest'
import { resultOfClose } from './close-result.ts'

const fill = { isClose: true, qty: '0.100', realizedPnl: '10', fee: '3' }
const position = {
  status: 'OPEN',
  realizedPnl: '10',
  fee: '6',
  fundingFee: '-0.5',
  roe: null,
  leverage: 10,
  entryPrice: '60000.0',
} as const

test('an order that closed nothing has no result', () => {
  expect(resultOfClose([{ ...fill, isClose: false }], position)).toBeNull()
})
test('of a part it is what this part brought less its own fee, over the margin of this part', () => {
  // 10 over 60,000 × 0.1 ÷ 10.
  expect(resultOfClose([fill], position)).toEqual({ net: '7.00000000', roe: '1.66' })
  expect(resultOfClose([{ ...fill, realizedPnl: '-10' }], position)).toEqual({ net: '-13.00000000', roe: '-1.67' })
})
test('of the whole it is what the history says of the position', () => {
  const closed = { ...position, status: 'CLOSED', roe: '1.23' } as const
  expect(resultOfClose([fill], closed)).toEqual({ net: '3.50000000', roe: '1.23' })
})
test('while nothing is known of the position, the fills tell the result', () => {
  expect(resultOfClose([fill, fill], null)).toEqual({ net: '14.00000000', roe: null })
})
