import { expect, test } from 'vitest'
import { inSlices, slice } from './slices.ts'

test('other work has a turn after each slice, and what is made keeps its order', async () => {
  const list = Array.from({ length: 2 * slice + 1 }, (_, n) => n)
  const did: string[] = []
  const made = await inSlices(list, (some) => {
    did.push(`slice of ${some.length}`)
    setImmediate(() => did.push('other work'))
    return some.map((n) => n * 2)
  })
  expect(made).toEqual(list.map((n) => n * 2))
  expect(did).toEqual([
    `slice of ${slice}`,
    'other work',
    `slice of ${slice}`,
    'other work',
    'slice of 1',
    'other work',
  ])
})
