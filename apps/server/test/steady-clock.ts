import type { DomainClock } from '@maru/market'

export interface SteadyClock extends DomainClock {
  end(): void
}

const stepEveryMs = 5
/** Half of what a feed may be silent: however long the process stands still, prices come in time. */
const longestStepMs = 1_000

interface Due {
  readonly at: number
  readonly fn: () => void
  /** The step in which it was asked for though its time had come: it waits for the next one. */
  readonly askedIn: number | null
}

/**
 * A domain clock for tests that play fast. It goes on in steps of at most a second and calls what falls into a step in its order, each
 * at its own time: a process that stands still for a moment makes no price late and no feed stale, as it would with a clock that runs on.
 */
export function steadyClock(start: number, speed: number): SteadyClock {
  const waiting = new Set<Due>()
  let current = start
  let steppedAt = performance.now()
  let steps = 0
  const next = (until: number): Due | undefined => {
    let found: Due | undefined
    for (const due of waiting)
      if (due.at <= until && due.askedIn !== steps && (found === undefined || due.at < found.at)) found = due
    return found
  }
  const step = () => {
    const now = performance.now()
    const until = current + Math.min(Math.floor((now - steppedAt) * speed), longestStepMs)
    steppedAt = now
    steps += 1
    for (let due = next(until); due !== undefined; due = next(until)) {
      waiting.delete(due)
      current = Math.max(current, due.at)
      due.fn()
    }
    current = until
  }
  const timer = setInterval(step, stepEveryMs)
  timer.unref()
  return {
    now: () => current,
    at(at, fn) {
      const due: Due = { at, fn, askedIn: at <= current ? steps : null }
      waiting.add(due)
      return () => waiting.delete(due)
    },
    end: () => clearInterval(timer),
  }
}
