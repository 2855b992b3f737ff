import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { useSession } from '../session/store.ts'
import { featuresOf, useSite } from '../site/store.ts'
import { isChunkError, reloadOnceFor } from './chunk-recovery.ts'

// The live channel is a part of its own: the sign-in page neither opens a socket nor loads the code for one.

let parts: Readonly<Record<'Mask' | 'MustRead' | 'Bets' | 'Reality', ComponentType>> | null = null
// Prices do not wait for news of what only members have.
const FuturesNotices = lazy(async () => ({
  default: (await import('../features/futures/futures-notices.tsx')).FuturesNotices,
}))
const OverseaNotices = lazy(async () => ({
  default: (await import('../features/oversea/oversea-notices.tsx')).OverseaNotices,
}))
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
      parts = {
        Mask: live.ReconnectMask,
        MustRead: live.NoticeDialog,
        Bets: BetNotices,
        Reality: RealityCheck,
      }
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      started = false
      console.error('the live channel could not be loaded', error)
      if (isChunkError(error)) reloadOnceFor(location.pathname)
    },
  )
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the channel brings to every page, once there is one: news of the member's bets and orders, the mask while it is broken, the reality check, and what the house wants to be read. */
export function LiveParts() {
  const site = useSite(({ site }) => site)
  const features = site && featuresOf(site)
  const signedIn = useSession(({ status }) => status === 'success')
  const loaded = useSyncExternalStore(subscribe, () => parts)
  return (
    loaded && (
      <>
        <loaded.Bets />
        {signedIn && (
          <Suspense fallback={null}>
            {features?.futures && <FuturesNotices />}
            {features?.oversea && <OverseaNotices />}
          </Suspense>
        )}
        <loaded.Mask />
        <loaded.Reality />
        <loaded.MustRead />
      </>
    )
  )
}
