import { describe, expect, it } from 'vitest'
import { createServerClock, progress, secondsLeft, untilNextSecond } from './clock.ts'

function setup(deviceError = 0) {
  let monotonic = 1000
  const server = (at = monotonic) => 1_800_000_000_000 + at
  const clock = createServerClock(
    () => monotonic,
    () => server() + deviceError,
  )
  return { clock, server, at: () => monotonic, pass: (ms: number) => (monotonic += ms) }
}

describe('the server clock', () => {
  it('is right within half a round trip on a device whose clock is an hour wrong', () => {
    const { clock, server, at, pass } = setup(3_600_000)
    const sentAt = at()
    pass(30)
    const stamped = server()
    pass(50)
    clock.sample(stamped, sentAt, at())
    expect(Math.abs(clock.now() - server())).toBeLessThanOrEqual(40)
    expect(clock.uncertainty).toBe(40)
  })

  it('gets narrower with each sample and never leaves the bounds', () => {
    const { clock, server, at, pass } = setup()
    for (const [out, back] of [
      [80, 5],
      [5, 80],
      [40, 40],
    ] as const) {
      const sentAt = at()
      pass(out)
      const stamped = server()
      pass(back)
      clock.sample(stamped, sentAt, at())
    }
    expect(clock.uncertainty).toBeLessThan(6)
    expect(Math.abs(clock.now() - server())).toBeLessThan(6)
  })

  it('catches up with the first message after a sleep in which performance.now() stood still', () => {
    const monotonic = 0
    let slept = 0
    const server = () => 5_000_000 + monotonic + slept
    const clock = createServerClock(
      () => monotonic,
      () => 0,
    )
    clock.sample(server(), 0, 0)
    expect(clock.now()).toBe(server())
    slept = 600_000
    clock.heard(server() - 15)
    expect(server() - clock.now()).toBeLessThan(20)
  })

  it('starts again from the newest sample when the clocks moved apart', () => {
    const { clock, server, at } = setup()
    clock.sample(server(), at(), at())
    clock.sample(server() - 90_000, at(), at())
    expect(clock.now()).toBe(server() - 90_000)
  })

  it('tells its listeners of a jump, not of a hair', () => {
    const { clock, server, at } = setup()
    clock.sample(server(), at(), at())
    let told = 0
    clock.subscribe(() => told++)
    clock.sample(server() + 5, at() - 10, at() + 10)
    expect(told).toBe(0)
    clock.sample(server() + 60_000, at(), at())
    expect(told).toBe(1)
  })

  it('ignores an old message', () => {
    const { clock, server, at } = setup()
    clock.sample(server(), at(), at())
    clock.heard(server() - 5_000)
    expect(clock.now()).toBe(server())
  })
})

describe('a countdown', () => {
  it('shows 00:01 until the last millisecond and 00:00 only when it is over', () => {
    expect(secondsLeft(10_000, 9_999)).toBe(1)
    expect(secondsLeft(10_000, 10_000)).toBe(0)
    expect(secondsLeft(10_000, 12_000)).toBe(0)
    expect(secondsLeft(10_000, 0)).toBe(10)
  })

  it('wakes exactly where the figure changes', () => {
    let now = 123.4
    const seen = [secondsLeft(5_000, now)]
    while (Number.isFinite(untilNextSecond(5_000, now))) {
      now += untilNextSecond(5_000, now)
      seen.push(secondsLeft(5_000, now))
    }
    expect(seen).toEqual([5, 4, 3, 2, 1, 0])
  })

  it('has its progress clamped to the window', () => {
    expect([progress(0, 100, -5), progress(0, 100, 40), progress(0, 100, 140), progress(5, 5, 5)]).toEqual([
      0, 0.4, 1, 1,
    ])
  })
})
