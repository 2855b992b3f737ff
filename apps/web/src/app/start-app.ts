import type { createBrowserRouter } from 'react-router'
import { loadErrorTranslation } from '../api/error-text.ts'
import { setLanguage, textOf } from '../i18n/texts.ts'
import { endSession, forceRefresh, loadMember, openTokens, signOut } from '../session/session.ts'
import { startSession } from '../session/startup.ts'
import { currentSession, sessionEnded, sessionStarted, useSession } from '../session/store.ts'
import type { TokenStore } from '../session/tokens.ts'
import { applyBranding } from '../site/branding.ts'
import { currentSite, loadSite, useSite } from '../site/store.ts'
import { showAlert } from './alert.tsx'
import { takeWanted } from './guard.ts'
import { landingOf, lastOpened } from './landing.ts'
import { startLiveOnce } from './live-gate.tsx'
import { appTexts } from './texts.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** Runs the start-up of specification 4 and then keeps language and landing in step with the session. */
export async function startApp(router: Router): Promise<void> {
  let tokens: TokenStore | null = null
  useSession.subscribe((now, before) => {
    if (now.status === before.status) return
    followLanguage()
    if (now.status !== 'success') return
    startLiveOnce()
    land(router)
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

/** Pages that a member passes on to where he wanted to go. */
const passingPages = new Set(['/', '/signin', '/register'])

function land(router: Router) {
  const site = currentSite()
  const { pathname } = router.state.location
  if (!site || !(passingPages.has(pathname) || pathname.startsWith('/ref/'))) return
  void router.navigate(takeWanted() ?? landingOf(lastOpened(site.code), site), { replace: true })
}

/** Members see the site's language, guests its guest language. */
function followLanguage() {
  const site = currentSite()
  if (!site) return
  const language = currentSession().status === 'success' ? site.language : site.guestLanguage
  setLanguage(language)
  if (language === 'en') loadErrorTranslation().catch((error: unknown) => console.error(error))
}
