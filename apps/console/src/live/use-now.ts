import { useSyncExternalStore } from 'react'
import { clock } from './live.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let now = 0

/** All ages and countdowns change together, when the server's second does. */
function tick() {
  now = Math.floor(clock.now() / 1_000) * 1_000
  for (const listener of listeners) listener()
  timer = setTimeout(tick, 1_000 - (clock.now() % 1_000))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (listeners.size === 1) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    now = 0
  }
}

/** The server's time in epoch ms, whole seconds; re-renders each second. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => now || Math.floor(clock.now() / 1_000) * 1_000)
