import { expect, test } from 'vitest'
import { resultOfClose } from './close-result.ts'

const fill = { isClose: true, qty: '0.100', realizedPnl: '10', fee: '3' }
const position = {
  status: 'OPEN',
  realizedPnl: '10',
  fee: '6',
  fundingFee: '-0.5',
  maxQty: '0.200',
  leverage: 10,
  entryPrice: '60000.0',
} as const

test('an order that closed nothing has no result', () => {
  expect(resultOfClose([{ ...fill, isClose: false }], position)).toBeNull()
})
test('of a part it is what this part brought less its own fee, over the margin of this part', () => {
  // 7 over 60,000 × 0.1 ÷ 10.
  expect(resultOfClose([fill], position)).toEqual({ net: '7.00000000', roe: '1.16' })
  expect(resultOfClose([{ ...fill, realizedPnl: '-10' }], position)).toEqual({ net: '-13.00000000', roe: '-2.17' })
})
test('of the whole it is what the history says of the position, over the margin of all that it held', () => {
  const closed = { ...position, status: 'CLOSED' } as const
  expect(resultOfClose([fill], closed)).toEqual({ net: '3.50000000', roe: '0.29' })
})
test('a net loss has a negative ROE, also where the price alone made a profit', () => {
  const closed = { ...position, status: 'CLOSED', fee: '12' } as const
  expect(resultOfClose([fill], closed)).toEqual({ net: '-2.50000000', roe: '-0.21' })
})
test('while nothing is known of the position, the fills tell the result', () => {
  expect(resultOfClose([fill, fill], null)).toEqual({ net: '14.00000000', roe: null })
})
