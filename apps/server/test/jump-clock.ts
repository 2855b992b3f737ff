import type { DomainClock } from '@maru/market'

export interface JumpClock extends DomainClock {
  /** Moves the clock forward to `at`; what is due then is called at once. */
  jumpTo(at: number): void
}

/** A domain clock that runs with the wall clock from `start` and can be moved forward. */
export function jumpClock(start: number): JumpClock {
  let offset = start - Date.now()
  const waiting = new Set<() => void>()
  const now = () => Date.now() + offset
  return {
    now,
    at(at, fn) {
      let timer: NodeJS.Timeout
      const arm = () => {
        clearTimeout(timer)
        timer = setTimeout(
          () => {
            if (now() < at) return arm()
            waiting.delete(arm)
            fn()
          },
          Math.min(Math.max(0, at - now()), 1_000_000),
        )
      }
      waiting.add(arm)
      arm()
      return () => {
        clearTimeout(timer)
        waiting.delete(arm)
      }
    },
    jumpTo(at) {
      offset += Math.max(0, at - now())
      for (const arm of [...waiting]) arm()
    },
  }
}
