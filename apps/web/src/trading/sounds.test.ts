import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('the audio context', () => {
  const started: number[] = []
  let state: 'suspended' | 'running' = 'suspended'
  let isTouched = false

  /** As in a browser: what is resumed without a touch stays suspended, its promise open. */
  class Context {
    readonly sampleRate = rate
    readonly destination = {}
    resume() {
      if (!isTouched) return new Promise<void>(() => undefined)
      state = 'running'
      return Promise.resolve()
    }
    suspend() {
      state = 'suspended'
      return Promise.resolve()
    }
    createBuffer = () => ({ copyToChannel: () => undefined })
    createBufferSource = () => ({
      connect: () => undefined,
      disconnect: () => undefined,
      start: (_: number, from: number) => started.push(from),
    })
  }

  let sounds: typeof import('./sounds.ts')
  beforeEach(async () => {
    started.length = 0
    state = 'suspended'
    isTouched = false
    vi.useFakeTimers()
    vi.stubGlobal('AudioContext', Context)
    vi.resetModules()
    sounds = await import('./sounds.ts')
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const touch = async () => {
    sounds.allowSound()
    await Promise.resolve()
  }

  it('plays nothing before a touch, and nothing of it later', async () => {
    sounds.playSound('won')
    await touch() // one that the browser does not count
    sounds.playSound('won')
    isTouched = true
    await touch()
    expect(started).toEqual([])
  })

  it('runs while a sound lasts, and rests again: also after the touch that allowed it', async () => {
    isTouched = true
    await touch()
    expect(state).toBe('running')
    vi.advanceTimersByTime(2_000)
    expect(state).toBe('suspended')
    await touch()
    expect(state).toBe('suspended')

    sounds.playSound('won')
    expect(started).toEqual([slots.won.start])
    expect(state).toBe('running')
    vi.advanceTimersByTime(1_500)
    sounds.playSound('lost')
    vi.advanceTimersByTime(1_500)
    expect(state).toBe('running')
    vi.advanceTimersByTime(500)
    expect(state).toBe('suspended')
  })
})
