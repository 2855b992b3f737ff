import { type ComponentType, useSyncExternalStore } from 'react'

// The live channel is a part of its own: the sign-in page neither opens a socket nor loads the code for one.

let parts: { Mask: ComponentType; Notices: ComponentType } | null = null
let started = false
const listeners = new Set<() => void>()

/** Opens the live channel the first time that a page or a session needs it. */
export function startLiveOnce() {
  if (started) return
  started = true
  Promise.all([import('../live/index.ts'), import('../features/rounds/bet-notices.tsx')]).then(
    ([live, { BetNotices }]) => {
      live.startLive()
      parts = { Mask: live.ReconnectMask, Notices: BetNotices }
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

/** What the channel brings to every page, once there is one: news of the member's bets, and the mask while it is broken. */
export function LiveParts() {
  const loaded = useSyncExternalStore(subscribe, () => parts)
  return (
    loaded && (
      <>
        <loaded.Notices />
        <loaded.Mask />
      </>
    )
  )
}
