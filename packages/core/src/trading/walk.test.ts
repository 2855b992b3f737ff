import { expect, test } from 'vitest'
import { Walk } from './walk.ts'

const item = (id: number) => ({ row: { id } })
const idsOf = (walk: Walk<ReturnType<typeof item>>) => {
  const ids: number[] = []
  for (let next = walk.next(); next; next = walk.next()) ids.push(next.row.id)
  return ids
}

test('a walk meets what is open in several markets in order of ids, what begins meanwhile too, what ended not', () => {
  const [two, four, nine] = [item(2), item(4), item(9)]
  const [first, second] = [new Set([two, nine]), new Set([item(3), four, item(5)])]
  const walk = new Walk([first, new Set<typeof two>(), second])
  expect(walk.next()).toBe(two)
  second.delete(four)
  second.add(item(11))
  expect(idsOf(walk)).toEqual([3, 5, 9, 11])
  expect(walk.next()).toBeNull()
})
