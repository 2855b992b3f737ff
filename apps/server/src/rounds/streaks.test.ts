import { expect, test } from 'vitest'
import { streaksOf } from './streaks.ts'

test('a day counts its rounds and the longest run of each side; a void one neither breaks a run nor adds to it', () => {
  expect(streaksOf('')).toEqual({ rounds: 0, up: 0, down: 0, void: 0, maxUpStreak: 0, maxDownStreak: 0 })
  expect(streaksOf('112113122')).toEqual({ rounds: 9, up: 5, down: 3, void: 1, maxUpStreak: 3, maxDownStreak: 2 })
  expect(streaksOf('333')).toMatchObject({ rounds: 3, void: 3, maxUpStreak: 0, maxDownStreak: 0 })
})

test('a round that is not decided does not belong into a day', () => {
  expect(() => streaksOf('10')).toThrow(RangeError)
})
