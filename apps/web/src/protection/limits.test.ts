import { expect, test } from 'vitest'
import { formatAmount } from './format-amount.ts'
import { depositLeft, isStricter, isTimeUp, leftOf, limitOf, pendingState, restOf, usedPercent } from './limits.ts'

test('lower limits count at once, higher ones and none later', () => {
  expect(isStricter('500000', '400000')).toBe(true)
  expect(isStricter(null, '400000')).toBe(true)
  expect(isStricter('400000', '500000')).toBe(false)
  expect(isStricter('400000', null)).toBe(false)
})
test('a rise waits until its time and is then to be confirmed', () => {
  const limit = { kind: 'LOSS', window: '24h', currency: 'KRW', amount: '1', pendingAmount: '2', used: '0' } as const
  expect(pendingState({ ...limit, pendingFrom: 10 }, 9)).toBe('waiting')
  expect(pendingState({ ...limit, pendingFrom: 10 }, 10)).toBe('ready')
  expect(pendingState({ ...limit, pendingFrom: null }, 10)).toBe('none')
})
test('the used part is between 0 and 100 percent', () => {
  expect(usedPercent({ amount: '500000', used: '120000' })).toBe(24)
  expect(usedPercent({ amount: '500000', used: '900000' })).toBe(100)
  expect(usedPercent({ amount: '0', used: '0' })).toBe(100)
  expect(usedPercent({ amount: null, used: '900000' })).toBe(0)
})
test('a rest is the self-exclusion, or else the break, until its end', () => {
  const both = { coolOffUntil: 10, selfExcludedUntil: 20 }
  expect(restOf(both, 9)).toEqual({ kind: 'exclusion', until: 20 })
  expect(restOf({ ...both, selfExcludedUntil: null }, 9)).toEqual({ kind: 'break', until: 10 })
  expect(restOf({ coolOffUntil: 30, selfExcludedUntil: 20 }, 20)).toEqual({ kind: 'break', until: 30 })
  expect(restOf(both, 20)).toBeNull()
  expect(restOf(undefined, 0)).toBeNull()
})
test('what is left of a limit is never below zero, and no more than all of it after wins', () => {
  expect(leftOf({ amount: '500000', used: '120000' })).toBe(380_000)
  expect(leftOf({ amount: '500000', used: '900000' })).toBe(0)
  expect(leftOf({ amount: '500000', used: '-30000' })).toBe(500_000)
})
test('of deposits the lowest of the own limits in won is left', () => {
  const deposit = { kind: 'DEPOSIT', currency: 'KRW', pendingAmount: null, pendingFrom: null } as const
  const day = { ...deposit, window: '24h', amount: '500000', used: '120000' } as const
  const week = { ...deposit, window: '7d', amount: '600000', used: '300000' } as const
  const coins = { ...day, currency: 'USDT', amount: '10' } as const
  expect(depositLeft({ limits: [day] })).toBe(380_000)
  expect(depositLeft({ limits: [day, week, coins] })).toBe(300_000)
  expect(depositLeft({ limits: [{ ...day, amount: null }, { ...day, kind: 'LOSS' }, coins] })).toBeNull()
})
test('a time limit has no currency, and is up once all of its minutes are used', () => {
  const time = { kind: 'TIME', window: '24h', currency: null, pendingAmount: null, pendingFrom: null } as const
  const limits = (amount: string | null, used: string) => ({ limits: [{ ...time, amount, used }] })
  expect(isTimeUp(limits('60', '59'))).toBe(false)
  expect(isTimeUp(limits('60', '60'))).toBe(true)
  expect(isTimeUp(limits(null, '60'))).toBe(false)
  const rest = { ceilings: [], coolOffUntil: null, selfExcludedUntil: null }
  expect(limitOf({ ...limits('60', '0'), ...rest }, time)?.amount).toBe('60')
  expect(limitOf({ ...limits('60', '0'), ...rest }, { ...time, window: '7d' })).toBeUndefined()
})
test('minutes are read as hours and minutes', () => {
  const t = (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')
  expect(['0', '59', '60', 150].map((minutes) => formatAmount(null, minutes, t))).toEqual([
    'minutes 0',
    'minutes 59',
    'hours 1',
    'hoursMinutes 2 30',
  ])
  expect(formatAmount('KRW', '50000', t)).toBe('50,000원')
  expect(formatAmount('USDT', '120.5', t)).toBe('120.5000 USDT')
})
