import { useCallback, useSyncExternalStore } from 'react'
import { secondsLeft, untilNextSecond } from './clock.ts'
import { clock } from './live.ts'

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

/** Has the server's clock passed `target`? Renders once, when it does. */
export function useHasPassed(target: number): boolean {
  const subscribe = useCallback(
    (listener: () => void) =>
      wakeUp(() => {
        listener()
        return target - clock.now()
      }),
    [target],
  )
  return useSyncExternalStore(subscribe, () => clock.now() >= target)
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
