import { type ComponentType, useSyncExternalStore } from 'react'

// The live channel is a part of its own: the sign-in page neither opens a socket nor loads the code for one.

let mask: ComponentType | null = null
let started = false
const listeners = new Set<() => void>()

/** Opens the live channel the first time that a page or a session needs it. */
export function startLiveOnce() {
  if (started) return
  started = true
  import('../live/index.ts').then(
    (live) => {
      live.startLive()
      mask = live.ReconnectMask
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      started = false
      console.error('the live channel could not be loaded', error)
    },
  )
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The reconnect mask, once there is a channel that can break. */
export function LiveMask() {
  const Mask = useSyncExternalStore(subscribe, () => mask)
  return Mask && <Mask />
}
