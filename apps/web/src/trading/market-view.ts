import type { Level } from '@maru/positions'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Depth, prices, useFeed, watchDepth, watchPrice } from '../live/index.ts'
import { unitsOf } from './ticks.ts'

/** Prices in units of the instrument, null before the first; levels best first. */
export interface MarketView {
  readonly last: number | null
  readonly mark: number | null
  /** Best prices: they are there where an order book has not come, or is not shown. */
  readonly bid: number | null
  readonly ask: number | null
  readonly asks: readonly Level[]
  readonly bids: readonly Level[]
}
const nothing: MarketView = { last: null, mark: null, bid: null, ask: null, asks: [], bids: [] }

const fields = ['last', 'mark', 'bid', 'ask'] as const

/** Last, mark and book of an instrument in its units, outside React; it follows the market while somebody listens. */
export interface Market {
  get(): MarketView
  subscribe(listener: () => void): () => void
}

function openMarket(stock: string, precision: number, qtyPrecision: number): Market {
  const listeners = new Set<() => void>()
  let view = nothing
  let end: (() => void) | null = null
  const units = (price: string | undefined) => (price === undefined ? null : unitsOf(price, precision))

  function follow() {
    let book: Pick<MarketView, 'asks' | 'bids'> = { asks: [], bids: [] }
    let isDue = false
    let isEnded = false
    const show = () => {
      isDue = false
      if (isEnded) return
      const read = (field: (typeof fields)[number]) => units(prices.get(stock, field))
      view = { last: read('last'), mark: read('mark'), bid: read('bid'), ask: read('ask'), ...book }
      for (const listener of [...listeners]) listener()
    }
    const changed = () => {
      // Once for all fields of a frame, and before it is painted.
      if (!isDue) queueMicrotask(show)
      isDue = true
    }
    const levels = (side: Depth['asks']): Level[] =>
      side.map(([price, qty]) => [unitsOf(price, precision), unitsOf(qty, qtyPrecision)])
    const undo = [
      watchPrice(stock),
      ...fields.map((field) => prices.subscribe(stock, field, changed)),
      watchDepth(stock, ({ asks, bids }) => {
        book = { asks: levels(asks), bids: levels(bids) }
        changed()
      }),
    ]
    if (prices.get(stock, 'last') !== undefined) show()
    return () => {
      isEnded = true
      for (const one of undo) one()
    }
  }

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener)
      end ??= follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        end?.()
        end = null
      }
    },
  }
}

/** The market of an instrument, kept up to date without rendering: what shows it reads it by `useView`. */
export function useMarket(stock: string, precision: number, qtyPrecision: number): Market {
  const market = useMemo(() => openMarket(stock, precision, qtyPrecision), [stock, precision, qtyPrecision])
  useEffect(() => market.subscribe(() => undefined), [market])
  return market
}

/** What a market shows, from frame to frame. */
export const useView = (market: Market): MarketView => useSyncExternalStore(market.subscribe, market.get)

/** Texts that are read from a market. The component renders again only when one of them changes, not with every frame. */
export function useShown(market: Market, read: (view: MarketView) => readonly string[]): readonly string[] {
  const shown = useSyncExternalStore(market.subscribe, () => read(market.get()).join('\n'))
  return shown === '' ? [] : shown.split('\n')
}

/** Last, mark and book of an instrument in its units, a few times a second, and whether they are live. */
export function useMarketView(
  stock: string,
  precision: number,
  qtyPrecision: number,
): MarketView & { readonly feed: 'live' | 'stale' | 'waiting' } {
  const market = useMemo(() => openMarket(stock, precision, qtyPrecision), [stock, precision, qtyPrecision])
  const feed = useFeed(stock)
  return { ...useView(market), feed }
}
