import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database, Tx } from '../ports.ts'
import type { CandleRow } from './candle-store.ts'
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

test('at the end all candles are written, however many wait', async () => {
  let written = 0
  let now = 0
  const db = {
    system: (work: (tx: Tx) => Promise<unknown>) =>
      work({
        async query(text, values) {
          if (text.includes('into candle')) written += ((values ?? [])[0] as unknown[]).length
          return []
        },
      }),
  } as unknown as Database
  const candles = Array.from(
    { length: 25_000 },
    (_, n): CandleRow => ({
      instrument: 'BTCUSDT',
      interval: '1s',
      openTime: n * 1_000,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 0,
    }),
  )
  const recorder = new MarketRecorder({
    db,
    clocks: { domain: { now: () => 0, at: () => () => undefined }, wall: () => ++now },
    log: pino({ level: 'silent' }),
    instruments: [],
    heads: new Map(),
    spool: [],
    candles,
  })
  await recorder.stop()
  expect(written).toBe(25_000)
})
