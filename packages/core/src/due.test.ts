import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DueQueue } from './due.ts'

test('what is due comes out in order of time, and of arrival at equal times', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(25), (times, until) => {
      const queue = new DueQueue<number>()
      for (const [order, at] of times.entries()) queue.push(at, order)
      const expected = times
        .map((at, order) => ({ at, order }))
        .filter(({ at }) => at <= until)
        .sort((a, b) => a.at - b.at || a.order - b.order)
        .map(({ order }) => order)
      const popped: number[] = []
      for (let task = queue.popDue(until); task !== null; task = queue.popDue(until)) popped.push(task)
      expect(popped).toEqual(expected)
      expect(queue.size).toBe(times.length - popped.length)
      expect(queue.nextAt()).toBe(queue.size === 0 ? null : Math.min(...times.filter((at) => at > until)))
    }),
  )
})
