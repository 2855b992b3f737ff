import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../ports.ts'
import { MarketRecorder } from './recorder.ts'

afterEach(() => vi.useRealTimers())

test('nothing is written after the end, also when it came while a write was under way', async () => {
  vi.useFakeTimers()
  let writes = 0
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const db = {
    async system() {
      writes += 1
      await gate
      return []
    },
  } as unknown as Database
  const recorder = new MarketRecorder({
    db,
    clocks: { domain: { now: () => 0, at: () => () => undefined }, wall: () => 0 },
    log: pino({ level: 'silent' }),
    instruments: [],
    heads: new Map(),
    spool: [],
    candles: [],
  })
  recorder.start(() => {
    throw new Error('no instruments')
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(writes).toBe(1)
  const stopped = recorder.stop()
  release()
  await stopped
  const atTheEnd = writes
  await vi.advanceTimersByTimeAsync(10_000)
  expect(writes).toBe(atTheEnd)
})
