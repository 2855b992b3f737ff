import { loadPart, partThatComes, reportMissing } from '@maru/client/page/chunk-recovery'
import { type ComponentType, Suspense, useState, useSyncExternalStore } from 'react'
import { useSession } from '../session/store.ts'
import { featuresOf, useSite } from '../site/store.ts'

// The live channel is a part of its own: the sign-in page neither opens a socket nor loads the code for one.

let Mask: ComponentType | null = null
// Prices do not wait for what only members have.
const BetNotices = partThatComes(async () => (await import('../features/rounds/bet-notices.tsx')).BetNotices)
const FuturesNotices = partThatComes(
  async () => (await import('../features/futures/futures-notices.tsx')).FuturesNotices,
)
const OverseaNotices = partThatComes(
  async () => (await import('../features/oversea/oversea-notices.tsx')).OverseaNotices,
)
const LaterParts = partThatComes(async () => (await import('./later-parts.tsx')).LaterParts)
let started = false
const listeners = new Set<() => void>()

/** Opens the live channel the first time that a page or a session needs it. */
export function startLiveOnce() {
  if (started) return
  started = true
  loadPart(() => import('../live/index.ts')).then(
    (live) => {
      live.startLive()
      Mask = live.ReconnectMask
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      started = false
      reportMissing(error)
    },
  )
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the channel brings to every page, once there is one: news of the member's bets and orders, the mask while it is broken, and what the house wants to be read. */
export function LiveParts() {
  const site = useSite(({ site }) => site)
  const features = site && featuresOf(site)
  const signedIn = useSession(({ status }) => status === 'success')
  // The reality check stays after signing out, when it forgets the member's hour.
  const [hadMember, setHadMember] = useState(signedIn)
  if (signedIn && !hadMember) setHadMember(true)
  const LoadedMask = useSyncExternalStore(subscribe, () => Mask)
  return (
    LoadedMask && (
      <>
        {signedIn && (
          <Suspense fallback={null}>
            <BetNotices />
            {features?.futures && <FuturesNotices />}
            {features?.oversea && <OverseaNotices />}
          </Suspense>
        )}
        <LoadedMask />
        <Suspense fallback={null}>
          <LaterParts hadMember={hadMember} />
        </Suspense>
      </>
    )
  )
}
