import { partThatComes } from '@maru/client/page/chunk-recovery'
import { Suspense, useEffect } from 'react'
import { ChatNotice } from '../features/chat/chat-notice.tsx'
import { NoticeDialog } from '../features/content/notice-dialog.tsx'
import { Visit } from '../features/content/visit.tsx'
import { useSession } from '../session/store.ts'
import { followKeyboard } from '../shell/keyboard.ts'
import { reloadSite, useSite } from '../site/store.ts'

const RealityCheck = partThatComes(async () => (await import('../features/limits/reality-check.tsx')).RealityCheck)

const HalvingNotice = partThatComes(async () => (await import('../features/economic/halving-notice.tsx')).HalvingNotice)

/** What may stand before a page and is no part of what it loads first: forced notices, terms to agree to, popups, the reality check. */
export function LaterParts({ hadMember }: { hadMember: boolean }) {
  const hasChat = useSite(({ site }) => site?.liveChat === true)
  const signedIn = useSession(({ status }) => status === 'success')
  useEffect(followKeyboard, [])
  return (
    <>
      {hasChat && signedIn && <ChatNotice />}
      <MaintenanceWatch />
      <NoticeDialog />
      <Visit />
      <Suspense fallback={null}>{hadMember && <RealityCheck />}</Suspense>
      <Suspense fallback={null}>{signedIn && <HalvingNotice />}</Suspense>
    </>
  )
}

/** A maintenance that was announced begins on this page too, should the live channel be away then. */
function MaintenanceWatch() {
  const from = useSite(({ site }) => site?.maintenance?.from)
  useEffect(() => {
    const wait = from === undefined ? null : from - Date.now()
    if (wait === null || wait > longestTimer) return
    const ask = () => void reloadSite().catch((error: unknown) => console.warn('maintenance: no site', error))
    const timer = setTimeout(ask, Math.max(0, wait) + 500)
    return () => clearTimeout(timer)
  }, [from])
  return null
}

const longestTimer = 2 ** 31 - 1_000
