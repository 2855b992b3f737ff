import { expect, test } from 'vitest'
import { resultOfClose } from './close-result.ts'

const fill = { isClose: true, count: 1, realizedPnl: '30000', fee: '1400' }
const held = { margin: '1000000', count: 2 }
const position = { status: 'OPEN', realizedPnl: '30000', fee: '4200', financing: '-300' } as const

test('an order that closed nothing has no result', () => {
  expect(resultOfClose([{ ...fill, isClose: false }], held, position)).toBeNull()
})
test('of a part it is what this part brought less its own fee, over the margin of this part', () => {
  expect(resultOfClose([fill], held, position)).toEqual({ net: '28600', roe: '5.72' })
})
test('of the whole it is what the position brought, financing included', () => {
  expect(resultOfClose([{ ...fill, count: 2 }], held, { ...position, status: 'CLOSED' })).toEqual({
    net: '25500',
    roe: '2.55',
  })
})
test('while nothing is known of the position, the fills tell the result', () => {
  expect(resultOfClose([fill], null, null)).toEqual({ net: '28600', roe: null })
})
