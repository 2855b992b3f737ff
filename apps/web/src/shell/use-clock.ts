import { secondsLeft, untilNextSecond } from '@maru/client/live/clock'
import { useCallback, useSyncExternalStore } from 'react'
import { clock } from './server-clock.ts'

/** Whole seconds until `target` by the server's clock. Renders when the figure changes, not more often. */
export function useSecondsLeft(target: number): number {
  const subscribe = useCallback(
    (listener: () => void) =>
      wakeUp(() => {
        listener()
        return untilNextSecond(target, clock.now())
      }),
    [target],
  )
  return useSyncExternalStore(subscribe, () => secondsLeft(target, clock.now()))
}

/** The latest of `moments` (sorted) that the server's clock has passed, 0 before the first. Renders when one passes. */
export function useMoment(moments: readonly number[]): number {
  const key = moments.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal moments are the same moments.
  const subscribe = useCallback(
    (listener: () => void) =>
      wakeUp(() => {
        listener()
        const now = clock.now()
        return (moments.find((moment) => moment > now) ?? now) - now
      }),
    [key],
  )
  return useSyncExternalStore(subscribe, () => {
    const now = clock.now()
    return moments.findLast((moment) => moment <= now) ?? 0
  })
}

/** The server's time rounded down to `step` ms: changes that often, for ages and clocks on the page. */
export function useServerTime(step: number): number {
  const subscribe = useCallback(
    (listener: () => void) =>
      wakeUp(() => {
        listener()
        return step - (clock.now() % step)
      }),
    [step],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(clock.now() / step) * step)
}

/** Calls `act` now, again after as many ms as it returns (never if that is not positive and finite), and at once when the clock jumps. */
function wakeUp(act: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    clearTimeout(timer)
    const delay = act()
    // One more ms than asked: a timer may fire a fraction early, and then the figure would be the old one.
    if (Number.isFinite(delay) && delay > 0) timer = setTimeout(next, Math.min(delay + 1, 60_000))
  }
  next()
  const unsubscribe = clock.subscribe(next)
  // Timers stand still while a phone sleeps.
  document.addEventListener('visibilitychange', next)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', next)
  }
}
