import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPing } from './ping.ts'

describe('the ping', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function setup() {
    const seen = { pings: 0, lost: 0 }
    const ping = createPing(
      () => seen.pings++,
      () => seen.lost++,
    )
    return { ping, seen }
  }

  it('is sent 2 s after each pong', () => {
    const { ping, seen } = setup()
    ping.start()
    ping.pong()
    vi.advanceTimersByTime(1_999)
    expect(seen.pings).toBe(1)
    vi.advanceTimersByTime(1)
    expect(seen.pings).toBe(2)
  })

  it('counts 10 s without a pong as a lost connection, once', () => {
    const { ping, seen } = setup()
    ping.start()
    vi.advanceTimersByTime(9_999)
    expect(seen.lost).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(seen).toEqual({ pings: 1, lost: 1 })
  })

  it('asks at once when the page comes back, and counts 2 s without a pong as a lost connection', () => {
    const { ping, seen } = setup()
    ping.start()
    ping.pong()
    ping.probe()
    expect(seen.pings).toBe(2)
    ping.pong()
    vi.advanceTimersByTime(1_999)
    ping.probe()
    vi.advanceTimersByTime(1_999)
    expect(seen.lost).toBe(0)
    vi.advanceTimersByTime(1)
    expect(seen.lost).toBe(1)
  })

  it('does not count on a pong that was on its way when the page was frozen', () => {
    const { ping, seen } = setup()
    ping.start()
    vi.advanceTimersByTime(1_000)
    ping.probe()
    vi.advanceTimersByTime(2_000)
    expect(seen).toEqual({ pings: 2, lost: 1 })
    ping.probe()
    expect(seen.pings).toBe(2)
  })

  it('is silent after it was stopped', () => {
    const { ping, seen } = setup()
    ping.start()
    ping.stop()
    ping.pong()
    vi.advanceTimersByTime(60_000)
    expect(seen).toEqual({ pings: 1, lost: 0 })
  })
})
