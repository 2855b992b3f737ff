import { call } from '@maru/client/api/client'
import { channelsOf } from '@maru/client/live/channels'
import type { Credentials } from '@maru/client/live/connection'
import { openLive } from '@maru/client/live/open'
import { idle, type Link } from '@maru/client/live/reconnect'
import { onReturn } from '@maru/client/page/on-return'
import { create } from 'zustand'
import { loadHome } from '../session/home.ts'
import { accessToken, endSession, forceRefresh } from '../session/session.ts'
import { isSignedIn, useStaff } from '../session/staff.ts'

/** The state of the connection, and how long its last answer took. */
export const useLink = create<{ link: Link }>(() => ({ link: idle }))

export const { clock, connection } = openLive((link) => useLink.setState({ link }))

/** Listens to a destination until the returned function is called. */
export const subscribe = channelsOf(connection)

/** A connection that was given up is tried again this much later: operators keep their page open for a day. */
const againMs = 5_000

/** Ties the channel to the session, and the clock to the server's. */
export function startLive() {
  useStaff.subscribe((now, before) => {
    if (isSignedIn(now) === isSignedIn(before)) return
    connection.stop()
    if (isSignedIn(now)) connection.start(credentials)
  })
  useLink.subscribe(({ link }) => {
    if (link.kind !== 'failed') return
    setTimeout(() => {
      connection.stop()
      if (isSignedIn(useStaff.getState())) connection.start(credentials)
    }, againMs)
  })
  subscribe('/user/queue/force_logout', {
    onMessage: ({ event }) => {
      if (event === 'FORCE_LOGOUT') endSession('over')
    },
  })
  onReturn(() => connection.returned())
  addEventListener('offline', () => connection.wentOffline())
  addEventListener('online', () => connection.cameOnline())
  void syncClock()
}

async function credentials(lastRefusal: string | null): Promise<Credentials | null> {
  const { me, partner } = useStaff.getState()
  const self = me ?? partner
  if (!isSignedIn(useStaff.getState()) || !self) return null
  if (lastRefusal === 'TOKEN_EXPIRED' || lastRefusal === 'UNAUTHENTICATED') await forceRefresh()
  const [token, home] = await Promise.all([accessToken(), loadHome()])
  return token === null ? null : { siteInfoId: home.id, member: { username: self.username, token } }
}

async function syncClock(): Promise<void> {
  const sentAt = performance.now()
  try {
    const { serverTime } = await call('GET /api/server_time_offset')
    clock.sample(serverTime, sentAt, performance.now())
  } catch (error) {
    // The next pong or message brings another sample.
    console.warn('live: no server time', error)
  }
}
