import { call } from '@maru/client/api/client'
import { currentLanguage, textOf } from '@maru/client/i18n/texts'
import type { Credentials } from '@maru/client/live/connection'
import { onReturn } from '@maru/client/page/on-return'
import { reloadWhenAnswered } from '@maru/client/page/reload'
import type { Wallet } from '@maru/contract'
import { toast } from '@maru/ui'
import { loadErrorTranslation, serverText } from '../api/error-text.ts'
import { queryClient, queryKeys } from '../api/query-client.ts'
import { accessToken, forceRefresh, lockOut } from '../session/session.ts'
import { type SessionStatus, useSession } from '../session/store.ts'
import { showAlert, useAlerts } from '../shell/alert.tsx'
import { clock } from '../shell/server-clock.ts'
import { currentSite, reloadSite, takeSite } from '../site/store.ts'
import { connection, subscribe, useLink } from './live.ts'
import { liveTexts } from './texts.ts'

/** Ties the channel to the session: a member's queues after sign-in, a guest's topics on demand; and the clock to the server's. */
export function startLive() {
  useSession.subscribe(({ status }) => follow(status))
  subscribeQueues()
  follow(useSession.getState().status)

  useLink.subscribe(({ link }, before) => {
    if (link.kind === 'failed' && before.link.kind !== 'failed') void sayAndReload('reconnectFailed')
  })
  onReturn(() => {
    connection.returned()
    void syncClock()
  })
  addEventListener('offline', () => connection.wentOffline())
  addEventListener('online', () => {
    connection.cameOnline()
    void syncClock()
  })
  if (!navigator.onLine) connection.wentOffline()
  void syncClock()
}

/** Whose channel it is. Null while a member signs out: what a guest's asks for would go out with the token that ends. */
let owner: 'member' | 'guest' | null = null

function follow(status: SessionStatus) {
  const isEnding = status === 'pending' && owner !== 'guest'
  const next = status === 'success' ? 'member' : isEnding ? null : 'guest'
  if (next === owner) return
  owner = next
  connection.stop()
  if (next !== null) connection.start(credentials, { onDemand: next === 'guest' })
}

/** Asks for the server's time once. Messages and pongs keep it right afterwards. */
async function syncClock(): Promise<void> {
  const sentAt = performance.now()
  try {
    const { serverTime } = await call('GET /api/server_time_offset')
    clock.sample(serverTime, sentAt, performance.now())
  } catch (error) {
    // The next pong, message or return to the page brings another sample.
    console.warn('live: no server time', error)
  }
}

async function credentials(lastRefusal: string | null): Promise<Credentials | null> {
  const site = currentSite()
  if (!site) return null
  const { status, me } = useSession.getState()
  if (status !== 'success' || !me) return { siteInfoId: site.id, member: null }
  if (lastRefusal === 'DEVICE_MOBILE_BLOCKED') {
    lockOut('device')
    return null
  }
  // The clock of the device may have been set back: then only the server knows that a token has expired.
  if (lastRefusal === 'TOKEN_EXPIRED' || lastRefusal === 'UNAUTHENTICATED') await forceRefresh()
  const token = await accessToken()
  return { siteInfoId: site.id, member: token === null ? null : { username: me.username, token } }
}

function subscribeQueues() {
  subscribe('/user/queue/point', {
    onMessage: ({ event, data }) => {
      if (event === 'SNAPSHOT') for (const wallet of data) applyPoint(wallet)
      else if (event === 'POINT') applyPoint(data)
    },
    onReload: () => void queryClient.invalidateQueries({ queryKey: queryKeys.wallet }),
  })
  subscribe('/user/queue/message', {
    onMessage: ({ event, data }) => {
      // What came before the subscription is counted, what comes after it is told.
      if (event === 'SNAPSHOT') void askUnread()
      else if (event === 'MESSAGE') showMessage(data)
      else if (event === 'UNREAD') {
        asked += 1
        countMessages(data.count)
      }
    },
    onReload: () => void askUnread(),
  })
  subscribe('/user/queue/error', {
    onMessage: ({ event, data }) => {
      if (event === 'ERROR') void showServerError(data)
    },
  })
  subscribe('/user/queue/force_logout', {
    onMessage: ({ event }) => {
      if (event === 'FORCE_LOGOUT') void sayLost()
    },
  })
  const site = currentSite()
  if (!site) return
  subscribe(`/topic/notice/${site.id}`, {
    onMessage: ({ event, data }) => {
      if (event === 'SITE') takeSite(data)
    },
    onReload: () => void reloadSite().catch((error: unknown) => console.warn('live: no site', error)),
  })
}

/** How many messages of this member are unread; the list of them is asked for anew where it is shown. */
function countMessages(unread: number): void {
  useSession.setState({ unread })
  void queryClient.invalidateQueries({ queryKey: ['messages'] })
}

let asked = 0
/** Asks for the count; an answer that a later question or count overtook is none any more. */
async function askUnread(): Promise<void> {
  asked += 1
  const own = asked
  try {
    const { count } = await call('GET /api/message/my_unread_count')
    if (own === asked) countMessages(count)
  } catch (error) {
    // The next message or connection brings the count.
    console.warn('live: no count of messages', error)
  }
}

let newest = 0
/** A message to this member: counted, and shown for a while; one that is told again after a crash of the server, once. */
function showMessage({
  id,
  title,
  content,
}: {
  readonly id: number
  readonly title: string
  readonly content: string
}) {
  if (id === newest) return
  newest = id
  void askUnread()
  toast({
    title: title || textOf(liveTexts, 'message'),
    text: content,
    tone: 'info',
    durationMs: 10_000,
    mustStay: true,
  })
}

type ServerError = Parameters<typeof serverText>[0]

/** An error that the server tells without having been asked, in the site's language. */
async function showServerError(error: ServerError) {
  if (currentLanguage() === 'en') await loadErrorTranslation().catch((reason: unknown) => console.error(reason))
  const text = serverText(error)
  // Several orders may meet the same at once.
  if (!useAlerts.getState().queue.some((alert) => alert.text === text))
    await showAlert(text, textOf(liveTexts, 'alert'))
}

/** § A point event sets point and gameWaitPoint of the named type. */
function applyPoint(change: Wallet) {
  queryClient.setQueryData<Wallet[]>(queryKeys.wallet, (wallets) => {
    if (!wallets) return wallets
    return wallets.some(({ type }) => type === change.type)
      ? wallets.map((wallet) => (wallet.type === change.type ? { ...wallet, ...change } : wallet))
      : [...wallets, change]
  })
}

/** The session has ended elsewhere. The refusal of its tokens says more: a denied member or a blocked device is told that instead. */
async function sayLost() {
  await forceRefresh().catch((error: unknown) => console.warn('live: no token', error))
  if (useSession.getState().lock === null) await sayAndReload('connectionLost')
}

let reloading = false
async function sayAndReload(text: 'connectionLost' | 'reconnectFailed') {
  if (reloading) return
  reloading = true
  connection.stop()
  await showAlert(textOf(liveTexts, text))
  useLink.setState({ reloading: true })
  await reloadWhenAnswered()
}
