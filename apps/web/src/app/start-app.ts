import { setLanguage } from '@maru/client/i18n/texts'
import { surviveTranslation } from '@maru/client/page/translation'
import type { TokenStore } from '@maru/client/session/tokens'
import { loadErrorTranslation } from '../api/error-text.ts'
import { endSession, forceRefresh, loadMember, lockOut, openTokens } from '../session/session.ts'
import { startSession } from '../session/startup.ts'
import { currentSession, sessionStarted, startFailed, useSession } from '../session/store.ts'
import { applyBranding } from '../site/branding.ts'
import { currentSite, loadSite, useSite } from '../site/store.ts'
import { startLiveOnce } from './live-gate.tsx'
import { followLock } from './lock-out.ts'

/** Runs the start-up of specification 4 and then keeps language and live channel in step with the session. */
export async function startApp(): Promise<void> {
  let tokens: TokenStore | null = null
  surviveTranslation()
  followLock()
  useSession.subscribe((now, before) => {
    if (now.status === before.status) return
    followLanguage()
    if (now.status === 'success') startLiveOnce()
  })
  useSite.subscribe(({ site }) => {
    if (!site) return
    applyBranding(site)
    followLanguage()
    tokens ??= openTokens(site)
  })
  start = () =>
    startSession({
      loadSite: async () => void (await loadSite()),
      hasAccessToken: () => tokens?.read() != null,
      hasRefreshToken: () => tokens?.read() != null,
      loadMember,
      refresh: forceRefresh,
      started: sessionStarted,
      signOut: () => endSession('logout'),
      lockOut,
      failed: startFailed,
      report: (error) => console.error(error),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
  // No answer came: stored tokens stay, and count again once there is a network.
  addEventListener('online', () => void startAgain())
  await start()
}

let start: (() => Promise<void>) | null = null
let starting: Promise<void> | null = null

/** Start-up once more, if it has failed. */
export async function startAgain(): Promise<void> {
  if (currentSession().startFailure === null || !start) return
  starting ??= start().finally(() => {
    starting = null
  })
  await starting
}

/** Members see the site's language, guests its guest language. */
function followLanguage() {
  const site = currentSite()
  if (!site) return
  const language = currentSession().status === 'success' ? site.language : site.guestLanguage
  setLanguage(language)
  if (language === 'en') loadErrorTranslation().catch((error: unknown) => console.error(error))
}
