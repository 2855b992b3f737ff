import type { Limits } from '@maru/contract'
import { expect, test } from 'vitest'
import { remainderOf } from './remainder.ts'

const round = { unit: '1000', minPoint: '5000', maxPoint: '1000000' }
const limit = (amount: string | null, used: string) =>
  ({ kind: 'STAKE', window: '24h', currency: 'KRW', amount, used }) as Limits['limits'][number]

test.each(['ROUND_LIMIT_EXCEEDED', 'EXPOSURE_LIMIT'] as const)(
  '%s leaves what the server says, in whole units and no more than there is',
  (code) => {
    const refused = { code, params: { remaining: '30500' } }
    expect(remainderOf(refused, round, undefined, 90_000)).toEqual({ amount: 30_000, isEnough: true })
    expect(remainderOf(refused, round, undefined, 12_345)).toEqual({ amount: 12_000, isEnough: true })
  },
)

test('less than the least stake, or nothing, cannot be staked', () => {
  const refused = (remaining: string) => ({ code: 'ROUND_LIMIT_EXCEEDED', params: { remaining } }) as const
  expect(remainderOf(refused('4999'), round, undefined, 90_000)).toEqual({ amount: 4_000, isEnough: false })
  expect(remainderOf(refused('0'), round, undefined, 90_000)).toEqual({ amount: 0, isEnough: false })
})

test('of own limits the tightest counts', () => {
  const refused = { code: 'SELF_LIMIT_EXCEEDED', params: {} } as const
  const limits = { limits: [limit('100000', '60000'), limit(null, '90000'), limit('80000', '60000')] }
  expect(remainderOf(refused, round, limits, 90_000)).toEqual({ amount: 20_000, isEnough: true })
})

test('once the time is used up nothing may be staked, whatever other limits leave', () => {
  const refused = { code: 'SELF_LIMIT_EXCEEDED', params: {} } as const
  const time = (used: string) => ({ ...limit('60', used), kind: 'TIME', currency: null }) as Limits['limits'][number]
  const other = limit('100000', '60000')
  expect(remainderOf(refused, round, { limits: [other, time('60')] }, 90_000)).toBeNull()
  expect(remainderOf(refused, round, { limits: [other, time('59')] }, 90_000)).toEqual({
    amount: 40_000,
    isEnough: true,
  })
})

test('a limit of deposits leaves the remainder alone', () => {
  const refused = { code: 'SELF_LIMIT_EXCEEDED', params: {} } as const
  const deposit = { ...limit('100000', '99000'), kind: 'DEPOSIT' } as Limits['limits'][number]
  expect(remainderOf(refused, round, { limits: [limit('80000', '60000'), deposit] }, 90_000)?.amount).toBe(20_000)
})

test('what is refused for another reason has no remainder', () => {
  expect(remainderOf({ code: 'BET_TOO_SOON', params: {} }, round, undefined, 90_000)).toBeNull()
  expect(remainderOf({ code: 'ROUND_LIMIT_EXCEEDED', params: {} }, round, undefined, 90_000)).toBeNull()
})
