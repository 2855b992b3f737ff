import { expect, it } from 'vitest'
import { hideToday, isHidden } from './hidden-popups.ts'

function storage(first: string | null = null) {
  let text = first
  return {
    getItem: () => text,
    setItem: (_: string, next: string) => {
      text = next
    },
  }
}
/** 23:30 in Korea. */
const late = Date.parse('2026-11-23T14:30:00Z')

it('hides a popup until midnight in Korea, and no other one', () => {
  const kept = storage()
  hideToday(kept, 1, late)
  hideToday(kept, 2, late)
  expect([isHidden(kept, 1, late), isHidden(kept, 2, late), isHidden(kept, 3, late)]).toEqual([true, true, false])
  expect(isHidden(kept, 1, late + 30 * 60_000)).toBe(false)
  hideToday(kept, 3, late + 3_600_000)
  expect(JSON.parse(kept.getItem() ?? '')).toEqual({ 3: '2026-11-24' })
})

it('hides nothing where what is kept cannot be read', () => {
  for (const text of ['{', 'null', '[1]', '"a"']) {
    const kept = storage(text)
    expect(isHidden(kept, 1, late)).toBe(false)
    hideToday(kept, 1, late)
    expect(isHidden(kept, 1, late)).toBe(true)
  }
})
