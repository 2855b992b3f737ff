import { loadErrorTranslation } from '../api/error-text.ts'
import { setLanguage, textOf } from '../i18n/texts.ts'
import { endSession, forceRefresh, loadMember, openTokens, signOut } from '../session/session.ts'
import { startSession } from '../session/startup.ts'
import { currentSession, sessionEnded, sessionStarted, useSession } from '../session/store.ts'
import type { TokenStore } from '../session/tokens.ts'
import { applyBranding } from '../site/branding.ts'
import { currentSite, loadSite, useSite } from '../site/store.ts'
import { showAlert } from './alert.tsx'
import { startLiveOnce } from './live-gate.tsx'
import { appTexts } from './texts.ts'

/** Runs the start-up of specification 4 and then keeps language and live channel in step with the session. */
export async function startApp(): Promise<void> {
  let tokens: TokenStore | null = null
  useSession.subscribe((now, before) => {
    if (now.status === before.status) return
    followLanguage()
    if (now.status === 'success') startLiveOnce()
  })
  useSite.subscribe(({ site }) => {
    if (!site) return
    applyBranding(site)
    followLanguage()
    tokens = openTokens(site)
  })
  const start = () =>
    startSession({
      loadSite: async () => void (await loadSite()),
      hasAccessToken: () => tokens?.read() != null,
      hasRefreshToken: () => tokens?.read() != null,
      loadMember,
      refresh: forceRefresh,
      started: sessionStarted,
      signOut: async (reason) => {
        if (reason === 'none') return endSession('logout')
        await showAlert(textOf(appTexts, reason === 'denied' ? 'denied' : 'deviceBlocked'))
        await signOut()
        if (reason === 'device') location.reload()
      },
      report: (error) => console.error(error),
    })
  await start()
  if (currentSession().status !== 'idle') return
  // No answer came. The page opens all the same, as a guest's; stored tokens stay, and count again once there is a network.
  sessionEnded('logout')
  addEventListener('online', () => void start(), { once: true })
}

/** Members see the site's language, guests its guest language. */
function followLanguage() {
  const site = currentSite()
  if (!site) return
  const language = currentSession().status === 'success' ? site.language : site.guestLanguage
  setLanguage(language)
  if (language === 'en') loadErrorTranslation().catch((error: unknown) => console.error(error))
}
