import { expect, test } from 'vitest'
import { isInDayWindow, isWholeDay } from './day-window.ts'

const kst = (time: string) => Date.parse(`2026-11-23T${time}+09:00`)

test.each([
  [540, 1_080, '08:59:59', false],
  [540, 1_080, '09:00:00', true],
  [540, 1_080, '17:59:59', true],
  [540, 1_080, '18:00:00', false],
  [1_320, 120, '21:59:59', false],
  [1_320, 120, '22:00:00', true],
  [1_320, 120, '00:00:00', true],
  [1_320, 120, '02:00:00', false],
  [0, 1_440, '23:59:59', true],
  [0, 1_440, '00:00:00', true],
  [1, 1_440, '00:00:59', false],
])('from minute %i to %i holds %s: %s', (from, to, time, isIn) => {
  expect(isInDayWindow(from, to, kst(time))).toBe(isIn)
})

test('a whole day is told from one that is nearly whole', () => {
  expect([isWholeDay(0, 1_440), isWholeDay(1, 1_440), isWholeDay(0, 1_439)]).toEqual([true, false, false])
})
