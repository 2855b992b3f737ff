import type { Envelope, TickData } from '@maru/contract'
import { create } from 'zustand'
import { createServerClock } from './clock.ts'
import { type Connection, createConnection } from './connection.ts'
import { createPriceStore } from './price-store.ts'
import { idle, type Link } from './reconnect.ts'

/** The server's clock; all countdowns and ages read it. Date.now only opens it, until the first sample. */
export const clock = createServerClock(
  () => performance.now(),
  () => Date.now(),
)

/** Every price that the page shows. */
export const prices = createPriceStore()

/** The state of the connection, for the mask and for the age of prices. */
export const useLink = create<{ link: Link }>(() => ({ link: idle }))

export const connection: Connection = createConnection({
  url:
    typeof location === 'undefined' ? '' : `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bx_ws`,
  host: typeof location === 'undefined' ? '' : location.host,
  monotonic: () => performance.now(),
  onPong: (serverTs, sentAt, receivedAt) => clock.sample(serverTs, sentAt, receivedAt),
  onHeard: (serverTs) => clock.heard(serverTs),
  onLink: (link) => useLink.setState({ link }),
})

/** Keeps the price of a stock coming while anybody wants it. */
export function watchPrice(stock: string): () => void {
  return connection.subscribe(`/topic/tick/${stock}`, { onMessage: (envelope) => applyTick(stock, envelope) })
}

function applyTick(stock: string, envelope: Envelope) {
  const tick = envelope.data as TickData | null
  // An instrument without a tick yet has an empty snapshot.
  if (!tick || typeof tick.last !== 'string') return
  const { last, mark, bid, ask, fundingRate, nextFundingTime, ts, feed } = tick
  const funding = fundingRate !== undefined && nextFundingTime !== undefined && { fundingRate, nextFundingTime }
  prices.apply(stock, { last, mark, bid, ask, ts, feed, ...funding })
}
