import { expect, test } from 'vitest'
import { coinFault } from './coin-fault.ts'

test('coins leave from the least amount of their network up to what may leave, to the last digit', () => {
  const bounds = { withdrawable: '12.50000001', min: '10' }
  expect(coinFault('', bounds)).toBeNull()
  expect(coinFault('0', bounds)).toBeNull()
  expect(coinFault('9.99999999', bounds)).toBe('below')
  expect(coinFault('10', bounds)).toBeNull()
  expect(coinFault('12.50000001', bounds)).toBeNull()
  expect(coinFault('12.50000002', bounds)).toBe('exceeds')
})
