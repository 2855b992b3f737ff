import { expect, test } from 'vitest'
import { Minutes } from './minutes.ts'

const minute = 60_000

test('a site has a point for each look of the last hour, and one of now; another site has its own', async () => {
  let now = 0
  const history = new Minutes(async (siteId) => now / minute + siteId * 1_000)
  for (; now < 70 * minute; now += minute) await history.look([1, 15], now)
  const points = await history.of(1, now)
  expect(points).toHaveLength(60)
  expect(points[0]).toEqual({ at: 11 * minute, value: 1_011 })
  expect(points.at(-1)).toEqual({ at: now, value: 1_070 })
  expect((await history.of(15, now))[0]).toEqual({ at: 11 * minute, value: 15_011 })
  expect(await history.of(25, now)).toEqual([{ at: now, value: 25_070 }])
  // Whoever knows the figure of now has it not read again.
  expect((await history.of(15, now, 3)).at(-1)).toEqual({ at: now, value: 3 })
})

test('a look that is slow is not overtaken, and one that fails does not end the next', async () => {
  const gate = Promise.withResolvers<number>()
  const answers = [() => gate.promise, () => Promise.reject(new Error('away')), () => Promise.resolve(7)]
  const history = new Minutes(() => answers.shift()!())
  const slow = history.look([1], 1)
  await history.look([1], 2)
  gate.resolve(5)
  await slow
  await expect(history.look([1], 3)).rejects.toThrow('away')
  expect(await history.of(1, 4)).toEqual([
    { at: 1, value: 5 },
    { at: 4, value: 7 },
  ])
})
