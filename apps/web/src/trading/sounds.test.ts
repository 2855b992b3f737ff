import { describe, expect, it } from 'vitest'
import { renderSprite } from './sounds.ts'

const rate = 8_000
const { samples, slots } = renderSprite(rate)
const part = (start: number, seconds: number) =>
  samples.subarray(Math.round(start * rate), Math.round((start + seconds) * rate))
const loudest = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

describe('the sound sprite', () => {
  it('holds every sound, audible and without clipping', () => {
    for (const { start, seconds } of Object.values(slots)) {
      expect(loudest(part(start, seconds))).toBeGreaterThan(0.05)
      expect(loudest(part(start, seconds))).toBeLessThan(0.8)
    }
  })

  it('is silent between two sounds, so that none runs into the next', () => {
    for (const { start, seconds } of Object.values(slots)) expect(loudest(part(start + seconds + 0.002, 0.04))).toBe(0)
  })

  it('is small: under four seconds', () => {
    expect(samples.length / rate).toBeLessThan(4)
  })
})
