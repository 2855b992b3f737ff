import type { Level } from '@maru/positions'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { connection, prices, useFeed, watchPrice } from '../live/index.ts'
import { unitsOf } from './ticks.ts'

/** Estimates follow the market this often: figures that change faster cannot be read. */
const everyMs = 250

/** Prices in units of the instrument, null before the first; levels best first. */
export interface MarketView {
  readonly last: number | null
  readonly mark: number | null
  /** Best quote: it is there where a book has not come, or is not shown. */
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
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      const read = (field: (typeof fields)[number]) => units(prices.get(stock, field))
      view = { last: read('last'), mark: read('mark'), bid: read('bid'), ask: read('ask'), ...book }
      for (const listener of [...listeners]) listener()
    }
    const changed = () => {
      // The first figures stand at once.
      if (view === nothing) show()
      else timer ??= setTimeout(show, everyMs)
    }
    const levels = (side: readonly [string, string][]): Level[] =>
      side.map(([price, qty]) => [unitsOf(price, precision), unitsOf(qty, qtyPrecision)])
    const undo = [
      watchPrice(stock),
      ...fields.map((field) => prices.subscribe(stock, field, changed)),
      connection.subscribe(`/topic/depth/${stock}`, {
        onMessage: ({ data }) => {
          const depth = data as { asks: [string, string][]; bids: [string, string][] } | null
          if (!depth) return
          book = { asks: levels(depth.asks), bids: levels(depth.bids) }
          changed()
        },
      }),
    ]
    if (prices.get(stock, 'last') !== undefined) show()
    return () => {
      clearTimeout(timer)
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

/** What a market shows, a few times a second. */
export const useView = (market: Market): MarketView => useSyncExternalStore(market.subscribe, market.get)

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
