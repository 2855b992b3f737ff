import type { TickData } from '@maru/contract'
import { createFrames, type Depth } from './frames.ts'
import { prices, subscribe } from './live.ts'

const frames = createFrames(prices.apply)

/** Keeps the price of a stock coming while anybody wants it. */
export function watchPrice(stock: string): () => void {
  return subscribe(`/topic/tick/${stock}`, { onMessage: ({ data }) => applyTick(stock, data) })
}

function applyTick(stock: string, tick: TickData | null) {
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
  const unsubscribe = subscribe(`/topic/depth/${stock}`, {
    onMessage: ({ data }) => {
      if (data) frames.depth(stock, data)
    },
  })
  return () => {
    unsubscribe()
    leave()
  }
}
