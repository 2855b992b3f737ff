import { describe, expect, it } from 'vitest'
import { sharesOf } from './donut.tsx'

describe('the shares of the donut', () => {
  it('add up to 100.0', () => {
    for (const values of [
      [1, 1, 1],
      [729, 89, 93, 89],
      [5, 0],
      [1, 2, 3, 4, 5, 6, 7],
    ]) {
      const sum = sharesOf(values).reduce((a, b) => a + Math.round(b * 10), 0)
      expect(sum).toBe(1000)
    }
  })

  it('are zero where there is nothing', () => {
    expect(sharesOf([0, 0])).toEqual([0, 0])
  })
})
