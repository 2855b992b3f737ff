import type { Envelope, TickData } from '@maru/contract'
import { create } from 'zustand'
import { createServerClock } from './clock.ts'
import { type Connection, createConnection } from './connection.ts'
import { createFrames, type Depth } from './frames.ts'
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

const frames = createFrames(prices.apply)

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
  frames.tick(stock, { last, mark, bid, ask, ts, feed, ...funding })
}

/** Keeps the price of a stock coming in frames, so that a chart that follows it agrees with the figures beside it and draws a few times a second. */
export function watchFrames(stock: string): () => void {
  const leave = frames.watch(stock, () => undefined)
  const unwatch = watchPrice(stock)
  return () => {
    unwatch()
    leave()
  }
}

/** The book of a stock while anybody wants it, in frames with its price. */
export function watchDepth(stock: string, listener: (depth: Depth) => void): () => void {
  const leave = frames.watch(stock, listener)
  const unsubscribe = connection.subscribe(`/topic/depth/${stock}`, {
    onMessage: ({ data }) => {
      const depth = data as Depth | null
      if (depth) frames.depth(stock, depth)
    },
  })
  return () => {
    unsubscribe()
    leave()
  }
}
