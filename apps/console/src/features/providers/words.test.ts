import type { ProviderHealth } from '@maru/contract'
import { expect, test } from 'vitest'
import { providerWord } from '../../parts/table-words.ts'
import { isOdd, shareOf } from './words.ts'

const fine: ProviderHealth = {
  provider: 'onepay',
  barred: null,
  breaker: 'CLOSED',
  breakerSince: null,
  waiting: 3,
  unknown: 0,
  done: 10,
  failed: 0,
  p95Ms: null,
  hours: [],
  lastDoneAt: 1,
  lastFailedAt: null,
  lastError: null,
  webhookAt: null,
  webhooksWaiting: 2,
  webhooksFaulty: 0,
}

test('the share of a day is of calls that are over; without one there is none', () => {
  expect(shareOf({ done: 0, failed: 0 })).toBeNull()
  expect(shareOf({ done: 2, failed: 1 })).toBe('66.67%')
  expect(shareOf({ done: 7, failed: 0 })).toBe('100.00%')
})

test('what waits is no reason to look; what is unknown, failed, held back or faulty is', () => {
  expect(isOdd(fine)).toBe(false)
  for (const odd of [
    { barred: { since: 1, at: 2, waiting: 0 } },
    { unknown: 1 },
    { failed: 1 },
    { webhooksFaulty: 1 },
    { breaker: 'HALF_OPEN' as const },
  ])
    expect(isOdd({ ...fine, ...odd })).toBe(true)
})

test('a provider that is new here keeps its own name', () => {
  expect([providerWord('onepay'), providerWord('newpay')]).toEqual(['원페이', 'newpay'])
})
