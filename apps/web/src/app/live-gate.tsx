import { type ComponentType, useSyncExternalStore } from 'react'

// The live channel is a part of its own: the sign-in page neither opens a socket nor loads the code for one.

let parts: { Mask: ComponentType; Notices: ComponentType; Reality: ComponentType } | null = null
let started = false
const listeners = new Set<() => void>()

/** Opens the live channel the first time that a page or a session needs it. */
export function startLiveOnce() {
  if (started) return
  started = true
  Promise.all([
    import('../live/index.ts'),
    import('../features/rounds/bet-notices.tsx'),
    import('../features/limits/reality-check.tsx'),
  ]).then(
    ([live, { BetNotices }, { RealityCheck }]) => {
      live.startLive()
      parts = { Mask: live.ReconnectMask, Notices: BetNotices, Reality: RealityCheck }
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

/** What the channel brings to every page, once there is one: news of the member's bets, the mask while it is broken, and the reality check. */
export function LiveParts() {
  const loaded = useSyncExternalStore(subscribe, () => parts)
  return (
    loaded && (
      <>
        <loaded.Notices />
        <loaded.Mask />
        <loaded.Reality />
      </>
    )
  )
}
