import { useCallback, useSyncExternalStore } from 'react'
import { prices, useLink } from './live.ts'
import type { PriceField, StockPrices } from './price-store.ts'
import { watchPrice } from './watch.ts'

/** One field of one instrument's price. The component renders again only when that field changes. */
export function usePrice<F extends PriceField>(stock: string, field: F): StockPrices[F] | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unwatch = watchPrice(stock)
      const unlisten = prices.subscribe(stock, field, listener)
      return () => {
        unlisten()
        unwatch()
      }
    },
    [stock, field],
  )
  return useSyncExternalStore(subscribe, () => prices.get(stock, field))
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
