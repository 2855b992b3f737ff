import { moneyKeys, siteKeys } from '@maru/core'
import { expect, test } from 'vitest'
import { isPausedAt, minuteOfDay } from './day.ts'
import { groupsOf } from './groups.ts'
import type { NamedKey } from './named.ts'

const keysOf = (names: object): NamedKey[] =>
  Object.keys(names).map((key) => ({ key, name: key, unit: '', type: 'whole', min: null, max: null }))

test.each([
  ['site', siteKeys],
  ['money', moneyKeys],
] as const)('every key of a %s stands once, under a head of its own', (scope, own) => {
  const groups = groupsOf(scope, keysOf(own))
  expect(groups.flatMap(({ keys }) => keys.map(({ key }) => key)).toSorted()).toEqual(Object.keys(own).toSorted())
  expect(groups.map(({ head }) => head)).not.toContain('기타')
})

test('what no head names comes last', () => {
  const groups = groupsOf('site', keysOf({ newOne: 1, youngDays: 1 }))
  expect(groups.map(({ head, keys }) => [head, keys.map(({ key }) => key)])).toEqual([
    ['위험', ['youngDays']],
    ['기타', ['newOne']],
  ])
})

test('a pause is on by the day and minute of Korea', () => {
  // 00:00 KST of Monday, 2 March 2026.
  const monday = 1_772_377_200_000
  const pauses = [{ days: 0b0000001, from: 120, to: 150 }]
  const at = (minute: number) => isPausedAt(pauses, monday + minute * 60_000)
  expect([at(119), at(120), at(149), at(150), at(1_440 + 120)]).toEqual([false, true, true, false, false])
  expect(minuteOfDay(monday + 90 * 60_000)).toBe(90)
  expect(isPausedAt(undefined, monday)).toBe(false)
})
