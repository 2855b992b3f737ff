import { expect, test } from 'vitest'
import { Lead } from './lead.ts'

const start = 1_800_000_000_000

/** What is refused of a message each 100 ms, whose venue's clock lies so far ahead. */
function refused(lead: Lead, from: number, seconds: number, ahead: number): number {
  let count = 0
  for (let at = from; at < from + seconds * 1_000; at += 100) if (lead.isFuture(at + ahead, at)) count += 1
  return count
}

test('0: a time more than a second ahead of what is usual is of the future, and makes nothing usual', () => {
  const lead = new Lead()
  expect(refused(lead, start, 5, -40)).toBe(0)
  const now = start + 5_000
  expect([1_000, 1_001, 1_800_000].map((ahead) => lead.isFuture(now + ahead, now))).toEqual([false, true, true])
  expect(refused(lead, now, 5, -40)).toBe(0)
})

test('0: a venue whose clock is wrong from the start is believed, by its own measure', () => {
  const lead = new Lead()
  expect(refused(lead, start, 5, 1_300)).toBe(0)
  const now = start + 5_000
  expect([2_300, 2_301].map((ahead) => lead.isFuture(now + ahead, now))).toEqual([false, true])
  expect(new Lead().isFuture(start + 60_001, start)).toBe(true)
})

test('0: a clock that was set is believed once it is usual', () => {
  const lead = new Lead()
  refused(lead, start, 10, 0)
  expect(refused(lead, start + 10_000, 5, 1_500)).toBe(50)
  refused(lead, start + 15_000, 60, 1_500)
  expect(refused(lead, start + 75_000, 5, 1_500)).toBe(0)
})
