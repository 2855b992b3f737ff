import type { DomainClock } from '@maru/market'
import type { Clocks } from './ports.ts'

/** Node's timers hold 2^31 − 1 ms at most and fire at once beyond it. */
const longestTimerMs = 2_000_000_000

export interface ClockConfig {
  /** Where the domain clock starts; null: at the wall clock. */
  readonly start: number | null
  /** Domain ms per wall ms. */
  readonly speed: number
  /** The newest domain time in the database: the clock never goes back behind it, also after a restart. */
  readonly notBefore: number | null
}

/** The two clocks: domain (core, market, sessions, rounds) and wall (tokens, limits, timeouts, logs). */
export function makeClocks({ start, speed, notBefore }: ClockConfig): Clocks {
  const wallStart = Date.now()
  const domainStart = Math.max(start ?? wallStart, notBefore ?? 0)
  let newest = domainStart
  const now = () => {
    // The wall clock may be set back; the domain clock then waits for it.
    newest = Math.max(newest, domainStart + Math.floor((Date.now() - wallStart) * speed))
    return newest
  }
  return { wall: Date.now, domain: { now, at: timerOf(now, speed) } }
}

/** Calls at times of a clock that goes on by `speed` ms in one of the computer's, and may be set. */
export function timerOf(now: () => number, speed: number): DomainClock['at'] {
  return (at, fn) => {
    let timer: NodeJS.Timeout
    const arm = () => {
      const remainingMs = Math.ceil((at - now()) / speed)
      if (remainingMs <= 0) timer = setTimeout(fn, 0)
      else timer = setTimeout(() => (now() >= at ? fn() : arm()), Math.min(remainingMs, longestTimerMs))
    }
    arm()
    return () => clearTimeout(timer)
  }
}
