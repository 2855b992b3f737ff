import { expect, it } from 'vitest'
import { windowAt } from './halving.ts'

it.each([
  [99, undefined],
  [100, 100],
  [199, 100],
  [200, undefined],
  [300, 300],
])('%i lies in the window from %s', (at, from) => {
  const windows = [
    { from: 100, until: 200 },
    { from: 300, until: 400 },
  ]
  expect(windowAt(windows, at)?.from).toBe(from)
})
