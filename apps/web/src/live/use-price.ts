import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { prices, useLink } from './live.ts'
import type { PriceField, StockPrices } from './price-store.ts'
import { watchPrice } from './watch.ts'

/** One field of one instrument's price. The component renders again only when that field changes. */
export function usePrice<F extends PriceField>(stock: string, field: F): StockPrices[F] | undefined {
  const subscribe = useCallback((listener: () => void) => follow(stock, [field], listener), [stock, field])
  return useSyncExternalStore(subscribe, () => prices.get(stock, field))
}

/** Whether one field of an instrument's price is known. The component renders again only when that changes. */
export function useIsKnown(stock: string, field: PriceField): boolean {
  const subscribe = useCallback((listener: () => void) => follow(stock, [field], listener), [stock, field])
  return useSyncExternalStore(subscribe, () => prices.get(stock, field) !== undefined)
}

/**
 * Writes what the price of an instrument says into the page: after each rendering, and again whenever one of the fields changes, then without
 * React, whose rendering would cost a slow phone more than the text that it changes.
 */
export function useWriting(stock: string, fields: readonly PriceField[], write: () => void) {
  const latest = useRef(write)
  latest.current = write
  useLayoutEffect(() => latest.current())
  const all = fields.join()
  useEffect(() => follow(stock, all.split(',') as PriceField[], () => latest.current()), [stock, all])
}

function follow(stock: string, fields: readonly PriceField[], listener: () => void): () => void {
  const undo = [watchPrice(stock), ...fields.map((field) => prices.subscribe(stock, field, listener))]
  return () => {
    for (const end of undo) end()
  }
}

/** One field of several instruments' prices, to be read by stock. The component renders again when one of them changes. */
export function usePrices<F extends PriceField>(
  stocks: readonly string[],
  field: F,
): (stock: string) => StockPrices[F] | undefined {
  const all = stocks.join()
  const subscribe = useCallback(
    (listener: () => void) => {
      const undo = all
        .split(',')
        .filter(Boolean)
        .flatMap((stock) => [watchPrice(stock), prices.subscribe(stock, field, listener)])
      return () => {
        for (const end of undo) end()
      }
    },
    [all, field],
  )
  useSyncExternalStore(subscribe, () => stocks.map((stock) => prices.get(stock, field)).join())
  return (stock) => prices.get(stock, field)
}

/** live: ticks are coming · stale: the feed or the connection is silent · waiting: no price came yet. */
export function useFeed(stock: string): 'live' | 'stale' | 'waiting' {
  const feed = usePrice(stock, 'feed')
  const up = useLink(({ link }) => link.kind === 'up')
  if (feed === undefined) return 'waiting'
  return up ? feed : 'stale'
}
