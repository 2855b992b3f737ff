import type { DnwSite } from '@maru/contract'
import { expect, test } from 'vitest'
import { faultOf } from './deposit-fault.ts'

const site = { deposit: { min: '10000', unit: '1000' } } as DnwSite
const fault = (amount: number | null, left: number | null) => faultOf(amount, site, left, (key) => key)

test('a deposit is offered down to what the own limit has left, in whole steps', () => {
  expect(fault(300_000, null)).toBeNull()
  expect(fault(300_000, 300_000)).toBeNull()
  expect(fault(301_000, 300_500)).toEqual({ text: 'ownLimitExceeded', fix: 300_000 })
})
test('nothing smaller is offered where the own limit has less left than the least deposit', () => {
  expect(fault(10_000, 9_999)).toEqual({ text: 'ownLimitExceeded' })
})
test('the least amount and the step are asked for as ever', () => {
  expect(fault(null, 0)).toBeNull()
  expect(fault(9_000, null)).toEqual({ text: 'depositBelow', fix: 10_000 })
  expect(fault(10_500, 50_000)).toEqual({ text: 'unitMismatch', fix: 10_000 })
})
