import { expect, test } from 'vitest'
import { awayMs, continued, dueMinutes, netSince } from './reality.ts'

const kept = { since: 1_000, seenAt: 5_000, base: '-20000' }

test('J 8: a reload goes on with the same hour; a long absence begins a new one', () => {
  expect(continued(JSON.stringify(kept), 6_000)).toEqual({ ...kept, seenAt: 6_000 })
  const back = 5_000 + awayMs
  expect(continued(JSON.stringify(kept), back)).toEqual({ since: back, seenAt: back, base: null })
})
test('J 8: nothing kept, nonsense and times ahead of the clock begin a new hour', () => {
  const fresh = { since: 7, seenAt: 7, base: null }
  for (const text of [null, '', '{', 'null', '[]', '{"since":"1"}', '{"since":1,"seenAt":2,"base":"x"}'])
    expect(continued(text, 7)).toEqual(fresh)
  expect(continued(JSON.stringify(kept), 7)).toEqual(fresh)
})
test('J 8: a check is due as often as the site asks for, with the whole minutes of use', () => {
  for (const minutes of [60, 20]) {
    const everyMs = minutes * 60_000
    expect(dueMinutes(kept, everyMs, 1_000 + everyMs - 1)).toBeNull()
    expect(dueMinutes(kept, everyMs, 1_000 + everyMs)).toBe(minutes)
    expect(dueMinutes(kept, everyMs, 1_000 + everyMs * 1.5)).toBe(minutes * 1.5)
  }
})
test('J 8: the net result is the difference of two totals', () => {
  expect(netSince(kept, '-70000')).toBe(-50_000)
  expect(netSince(kept, '10000')).toBe(30_000)
  expect(netSince({ ...kept, base: null }, '10000')).toBeNull()
  expect(netSince(kept, undefined)).toBeNull()
})
