import { expect, test } from 'vitest'
import { arePauses, isPaused, type Pause } from './pauses.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** 00:00 KST of Monday, 2 March 2026. */
const MONDAY = 1_772_377_200_000
const weekend: Pause = { days: 0b1100000, from: 0, to: 1_440 }

test('a pause holds on its days of the week in Korea, from its first minute until before its last', () => {
  const on = Array.from({ length: 8 }, (_, day) => isPaused([weekend], MONDAY + day * DAY))
  expect(on).toEqual([false, false, false, false, false, true, true, false])
  const night: Pause = { days: 0b0000001, from: 120, to: 150 }
  const at = (ms: number) => isPaused([weekend, night], MONDAY + ms)
  expect([at(120 * MINUTE - 1), at(120 * MINUTE), at(150 * MINUTE - 1), at(150 * MINUTE)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isPaused([], MONDAY)).toBe(false)
})

test.each<[string, boolean, readonly Pause[]]>([
  ['none', true, []],
  [
    'one after another',
    true,
    [
      { days: 1, from: 0, to: 60 },
      { days: 1, from: 60, to: 120 },
    ],
  ],
  [
    'at the same time of other days',
    true,
    [
      { days: 1, from: 0, to: 60 },
      { days: 2, from: 0, to: 60 },
    ],
  ],
  [
    'over each other',
    false,
    [
      { days: 3, from: 0, to: 60 },
      { days: 2, from: 59, to: 120 },
    ],
  ],
  ['twice the same', false, [weekend, weekend]],
  ['of no day', false, [{ days: 0, from: 0, to: 60 }]],
  ['of an eighth day', false, [{ days: 128, from: 0, to: 60 }]],
  ['that ends where it begins', false, [{ days: 1, from: 60, to: 60 }]],
  ['over midnight', false, [{ days: 1, from: 1_380, to: 1_441 }]],
  ['of half a minute', false, [{ days: 1, from: 0.5, to: 60 }]],
  ['of more than a page shows', false, Array.from({ length: 21 }, (_, n) => ({ days: 1, from: n, to: n + 1 }))],
])('pauses %s: %s', (_what, isAllowed, pauses) => {
  expect(arePauses(pauses)).toBe(isAllowed)
})
