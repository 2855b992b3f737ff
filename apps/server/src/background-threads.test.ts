import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { deferBackgroundThreads } from './background-threads.ts'

test.runIf(process.platform === 'linux')("V8's threads stand behind the event loop", () => {
  const own = getPriority()
  const threads = deferBackgroundThreads()
  expect(threads.length).toBeGreaterThan(0)
  for (const thread of threads) expect(getPriority(thread)).toBe(Math.min(19, own + 4))
  expect(getPriority()).toBe(own)
})
