// Mounts the members' app in the page of the test runner, at an address and for somebody, against a fake server.
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?first'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?common'
import '@maru/ui/styles.css'
import '../src/app/app.css'
import type { Me, SiteInfo } from '@maru/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../src/api/query-client.ts'
import { AppRoutes } from '../src/app/router.tsx'
import { startApp } from '../src/app/start-app.ts'
import { prices } from '../src/live/live.ts'
import { useSession } from '../src/session/store.ts'
import { followAppearance } from '../src/settings/appearance.ts'
import { useAlerts } from '../src/shell/alert.tsx'
import { followScroll } from '../src/shell/scrolled.ts'
import { takeSite } from '../src/site/store.ts'
import { fakeMemberPages } from './fake-member-pages.ts'
import { FakeServer } from './fake-server.ts'
import { fakeSignIn } from './fake-sign-in.ts'
import { answerBasics, memberOf, site } from './fixtures.ts'

export interface PageSetup {
  /** Nobody is signed in. */
  readonly isGuest?: boolean
  /** Kept in local storage from an earlier visit, under `maru:maru:USERNAME:` and these names. */
  readonly settings?: Readonly<Record<string, object>>
  /** What an earlier life of the page left in local storage. */
  readonly left?: Readonly<Record<string, string>>
  /** Replies and snapshots beside those that every page needs. */
  readonly server?: (server: FakeServer) => void
  readonly me?: Partial<Me>
  readonly site?: Partial<SiteInfo>
  /** Of the window, 390 × 844 unless told. */
  readonly size?: readonly [width: number, height: number]
}

export interface OpenPage {
  readonly server: FakeServer
  readonly me: Me
  /** Texts of all toasts so far. */
  readonly toasts: readonly string[]
}

let current: FakeServer | null = null
let unmount: (() => void) | null = null
let members = 0
let isStarted = false
const realFetch = globalThis.fetch
const RealSocket = globalThis.WebSocket

globalThis.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
  return current !== null && /^\/(api|data)\//.test(pathname)
    ? current.fetch(input as string, init)
    : realFetch(input, init)
}
globalThis.WebSocket = new Proxy(RealSocket, {
  construct(target, args: [url: string]) {
    const isLive = current !== null && args[0].endsWith('/bx_ws')
    return isLive ? current!.openSocket(args[0]) : Reflect.construct(target, args)
  },
})

/** Opens an address of the app; an open page is closed first. The test fails on a call that nothing replies to. */
export async function openPage(path: string, setup: PageSetup = {}): Promise<OpenPage> {
  closePage()
  const server = new FakeServer()
  onTestFinished(() => {
    closePage()
    expect(server.problems).toEqual([])
  })
  const me: Me = { ...memberOf(++members), ...setup.me }
  answerBasics(server, me)
  // Whatever page it is, it may lead there.
  if (setup.isGuest) fakeSignIn(server)
  else fakeMemberPages(server)
  const shown: SiteInfo = { ...site, ...setup.site }
  server.reply('GET /api/site_info/code', () => shown)
  setup.server?.(server)
  current = server
  await page.viewport(...(setup.size ?? [390, 844]))
  localStorage.clear()
  sessionStorage.clear()
  for (const [name, settings] of Object.entries(setup.settings ?? {}))
    localStorage.setItem(`maru:maru:${me.username}:${name}`, JSON.stringify(settings))
  for (const [key, value] of Object.entries(setup.left ?? {})) localStorage.setItem(key, value)
  if (!setup.isGuest) {
    localStorage.setItem('maru:maru:accessToken', `access-${members}`)
    localStorage.setItem('maru:maru:refreshToken', `refresh-${members}`)
    localStorage.setItem('maru:maru:expiresAt', String(Date.now() + 900_000))
  }
  history.replaceState(null, '', path)
  scrollTo(0, 0)
  if (isStarted) {
    takeSite(shown)
    queryClient.setQueryData(['wallet', 'my'], await server.answer('GET /api/wallet/my'))
    useSession.setState(setup.isGuest ? { status: 'logout', me: null } : { status: 'success', me })
  } else {
    isStarted = true
    followAppearance()
    followScroll()
    await startApp()
  }
  const root = document.body.appendChild(document.createElement('div'))
  root.id = 'root'
  const app = createRoot(root)
  const toasts: string[] = []
  // A toast stands for two seconds, for which a test may not look.
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && node.classList.contains('toast')) toasts.push(node.textContent)
  })
  app.render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  await expect.poll(() => root.childElementCount).toBeGreaterThan(0)
  observer.observe(root, { childList: true, subtree: true })
  unmount = () => {
    observer.disconnect()
    app.unmount()
    root.remove()
  }
  return { server, me, toasts }
}

/** The instruments whose prices pages were given. */
const priced = new Set<string>()
const applyPrice = prices.apply
prices.apply = (stock, patch) => {
  priced.add(stock)
  applyPrice(stock, patch)
}
const noPrice = Object.fromEntries(
  ['last', 'mark', 'bid', 'ask', 'fundingRate', 'nextFundingTime', 'ts', 'feed', 'high', 'low', 'reference'].map(
    (field) => [field, undefined],
  ),
)

function closePage(): void {
  unmount?.()
  unmount = null
  useSession.setState({ status: 'logout', me: null, lock: null, startFailure: null, unread: 0 })
  useAlerts.setState({ queue: [] })
  for (const stock of priced) applyPrice(stock, noPrice)
  priced.clear()
  queryClient.clear()
}
