import { expect, test } from 'vitest'
import { markNoticesSeen, newNotices } from './seen-notices.ts'

const day = 86_400_000
const now = 100 * day
const at = (...days: number[]) => days.map((ago) => ({ startAt: now - ago * day }))

function storage(kept?: string) {
  let text = kept ?? null
  return {
    getItem: () => text,
    setItem: (_: string, next: string) => {
      text = next
    },
  }
}

test('notices are new until their list was seen, for each member of the device by himself', () => {
  const device = storage()
  expect(newNotices(device, 1, at(1, 2, 30), now)).toBe(2)
  markNoticesSeen(device, 1, at(1, 2, 30))
  expect(newNotices(device, 1, at(1, 2, 30), now)).toBe(0)
  expect(newNotices(device, 1, at(0, 1, 2), now)).toBe(1)
  expect(newNotices(device, 2, at(1, 2, 30), now)).toBe(2)
})

test('a look at older ones, or at none, takes nothing back', () => {
  const device = storage()
  markNoticesSeen(device, 1, at(1))
  markNoticesSeen(device, 1, at(5))
  markNoticesSeen(device, 1, [])
  expect(newNotices(device, 1, at(1, 3), now)).toBe(0)
})

test('what no longer can be read counts as nothing seen', () => {
  for (const kept of ['{', '[]', 'null', '3']) expect(newNotices(storage(kept), 1, at(1), now)).toBe(1)
})
