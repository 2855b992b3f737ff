import { TradeType } from '@maru/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kstDay, kstMidnight } from '../kst.ts'
import { NOON, option } from '../testing.ts'
import { earliestStart, timesOf } from './calendar.ts'
import { isBinary, lengthOf } from './rules.ts'

const types = fc.constantFrom(...TradeType.options)
const moments = fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 })

test('A: roundNo = 1 + floor((startAt − KST midnight) / length)', () => {
  expect(timesOf(option({ type: 'R1' }), kstMidnight(NOON)).roundNo).toBe(1)
  expect(timesOf(option({ type: 'R.5' }), NOON).roundNo).toBe(1 + 12 * 120)
  expect(timesOf(option({ type: 'B5' }), NOON).roundNo).toBe(1 + 12 * 12)
})

test('A: by default stakes close 3 s and 5 s before a rent round starts, 30 s and 60 s before a binary round ends', () => {
  const leads = TradeType.options.map((type) => {
    const { lockAt, startAt, endAt } = timesOf(option({ type }), NOON)
    return isBinary(type) ? endAt - lockAt : startAt - lockAt
  })
  expect(leads).toEqual([3_000, 5_000, 5_000, 5_000, 30_000, 30_000, 60_000])
})

test('A: rounds tile the clock on exact multiples of the length, and the earliest one still takes stakes', () => {
  fc.assert(
    fc.property(types, moments, (type, at) => {
      const length = lengthOf(type)
      const start = earliestStart(option({ type }), at)
      const { openAt, lockAt, roundNo } = timesOf(option({ type }), start)
      expect(start % length).toBe(0)
      expect(lockAt).toBeGreaterThan(at)
      expect(timesOf(option({ type }), start - length).lockAt).toBeLessThanOrEqual(at)
      expect(openAt - at).toBeLessThanOrEqual(length)
      expect(roundNo).toBeLessThanOrEqual(86_400_000 / length)
    }),
  )
})

test('A: at the moment in which its stakes close a round is not the earliest one any more', () => {
  for (const type of TradeType.options) {
    const { lockAt, startAt } = timesOf(option({ type }), NOON)
    expect(earliestStart(option({ type }), lockAt - 1)).toBe(startAt)
    expect(earliestStart(option({ type }), lockAt)).toBe(startAt + lengthOf(type))
  }
})

test('a KST day is the calendar day nine hours ahead of UTC', () => {
  fc.assert(
    fc.property(moments, (at) => {
      expect(kstDay(at)).toBe(new Date(at + 9 * 3_600_000).toISOString().slice(0, 10))
      expect(kstDay(kstMidnight(at))).toBe(kstDay(at))
      expect(kstDay(kstMidnight(at) - 1)).not.toBe(kstDay(at))
    }),
  )
})
