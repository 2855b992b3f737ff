import { describe, expect, test } from 'vitest'
import {
  bollingerBands,
  exponentialAverage,
  macd,
  movingAverage,
  type Running,
  relativeStrength,
} from './indicators.ts'

const values = (running: Running, closes: readonly number[]) => closes.map((close) => running.push(close))
const last = (running: Running, closes: readonly number[]) => values(running, closes).at(-1)

/** A published worksheet's closes with its averages of ten. */
const averaged = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05, 23.75,
  23.83, 23.95, 23.63,
]
/** The closes of the usual worked example of Wilder's index. */
const wilder = [
  44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46.0, 46.03,
  46.41, 46.22, 45.64,
]

describe('indicators against known values', () => {
  test('moving average of ten', () => {
    const found = values(movingAverage(10), averaged).map((value) => value && Number(value[0]!.toFixed(2)))
    expect(found.slice(0, 9)).toEqual(Array(9).fill(null))
    expect(found.slice(9)).toEqual([22.22, 22.21, 22.23, 22.26, 22.3, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21])
  })
  test('exponential average of ten begins with the mean and follows faster', () => {
    const found = values(exponentialAverage(10), averaged).map((value) => value && Number(value[0]!.toFixed(2)))
    expect(found.slice(0, 9)).toEqual(Array(9).fill(null))
    expect(found.slice(9)).toEqual([22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34])
  })
  test('relative strength of fourteen', () => {
    const found = values(relativeStrength(14), wilder)
    expect(found.slice(0, 14)).toEqual(Array(14).fill(null))
    expect(found.slice(14).map((value) => Number(value![0]!.toFixed(2)))).toEqual([
      70.46, 66.25, 66.48, 69.35, 66.29, 57.92,
    ])
  })
  test('relative strength without any change is in the middle, and rises only to 100', () => {
    expect(last(relativeStrength(3), [5, 5, 5, 5])).toEqual([50])
    expect(last(relativeStrength(3), [5, 6, 7, 8])).toEqual([100])
    expect(last(relativeStrength(3), [8, 7, 6, 5])).toEqual([0])
  })
  test('Bollinger bands use the deviation of the whole population', () => {
    // Mean 5 and deviation 2 of the textbook's eight values.
    expect(last(bollingerBands(8, 2), [2, 4, 4, 4, 5, 5, 7, 9])).toEqual([5, 9, 1])
    expect(last(bollingerBands(3, 2), [7, 7, 7])).toEqual([7, 7, 7])
  })
  test('MACD of a straight line is the distance of its averages, and its histogram is nothing', () => {
    // An exponential average of n lags a line of slope 1 by (n − 1) ÷ 2.
    const line = Array.from({ length: 60 }, (_, at) => 100 + at)
    const [fastLessSlow, signal, histogram] = last(macd(12, 26, 9), line)!
    expect(fastLessSlow).toBeCloseTo((26 - 1) / 2 - (12 - 1) / 2, 9)
    expect(signal).toBeCloseTo(7, 9)
    expect(histogram).toBeCloseTo(0, 9)
    expect(values(macd(12, 26, 9), line).findIndex((value) => value !== null)).toBe(26 + 9 - 2)
  })
})

describe('the newest candle', () => {
  const all: Record<string, () => Running> = {
    movingAverage: () => movingAverage(7),
    exponentialAverage: () => exponentialAverage(7),
    bollingerBands: () => bollingerBands(10, 2),
    relativeStrength: () => relativeStrength(6),
    macd: () => macd(4, 9, 3),
  }
  test.each(Object.entries(all))(
    '%s of a tick is what a full computation gives, however often it is asked',
    (_, make) => {
      const step = make()
      for (let at = 0; at < averaged.length; at++) {
        for (const tick of [averaged[at]! + 1, averaged[at]! - 3, averaged[at]!]) {
          const fresh = last(make(), [...averaged.slice(0, at), tick])
          expect(step.peek(tick)).toEqual(fresh)
        }
        step.push(averaged[at]!)
      }
    },
  )
})
