import { createServerClock } from '@maru/client/live/clock'
import { type Connection, createConnection } from '@maru/client/live/connection'
import { idle, type Link } from '@maru/client/live/reconnect'
import { create } from 'zustand'
import { createPriceStore } from './price-store.ts'

/** The server's clock; all countdowns and ages read it. Date.now only opens it, until the first sample. */
export const clock = createServerClock(
  () => performance.now(),
  () => Date.now(),
)

/** Every price that the page shows. */
export const prices = createPriceStore()

/** The state of the connection, for the mask and for the age of prices. */
export const useLink = create<{
  link: Link
  /** The page waits for the server, to be loaded anew. */
  reloading: boolean
}>(() => ({ link: idle, reloading: false }))

export const connection: Connection = createConnection({
  url:
    typeof location === 'undefined' ? '' : `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bx_ws`,
  host: typeof location === 'undefined' ? '' : location.host,
  monotonic: () => performance.now(),
  onPong: (serverTs, sentAt, receivedAt) => clock.sample(serverTs, sentAt, receivedAt),
  onHeard: (serverTs) => clock.heard(serverTs),
  onLink: (link) => useLink.setState({ link }),
})
