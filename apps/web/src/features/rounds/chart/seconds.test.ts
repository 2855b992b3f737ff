import type { Candle } from '@maru/contract'
import { describe, expect, it } from 'vitest'
import { priceAt, secondsOf, withPrice } from './seconds.ts'

const candle = (second: number, close: string): Candle => [second * 1000, close, close, close, close, '1', 1]

describe('the seconds of the chart', () => {
  it('carry the price over seconds without a trade', () => {
    expect(secondsOf([candle(10, '5'), candle(13, '7')], 10, 14)).toEqual({ first: 10, values: [5, 5, 5, 7, 7] })
  })

  it('begin with the price that stood before them', () => {
    expect(secondsOf([candle(8, '5'), candle(13, '7')], 11, 13).values).toEqual([5, 5, 7])
  })

  it('are empty without candles', () => {
    expect(secondsOf([], 10, 14).values).toEqual([])
  })

  it('grow by ticks, gaps filled, and correct the newest second', () => {
    let seconds = secondsOf([candle(10, '5')], 10, 10)
    for (const [second, price] of [
      [10, 6],
      [13, 8],
      [13, 9],
      [9, 1],
    ] as const)
      seconds = withPrice(seconds, second, price)
    expect(seconds).toEqual({ first: 10, values: [6, 6, 6, 9] })
  })

  it('know the price of a moment', () => {
    const seconds = { first: 10, values: [5, 6] }
    expect([9_999, 10_000, 11_999, 12_000].map((ms) => priceAt(seconds, ms))).toEqual([null, 5, 6, null])
  })
})
