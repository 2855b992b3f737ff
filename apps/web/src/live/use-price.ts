import { useCallback, useSyncExternalStore } from 'react'
import { prices, useLink, watchPrice } from './live.ts'
import type { Quote, QuoteField } from './price-store.ts'

/** One field of one instrument's price. The component renders again only when that field changes. */
export function usePrice<F extends QuoteField>(stock: string, field: F): Quote[F] | undefined {
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

/** live: ticks are coming · stale: the feed or the connection is silent · waiting: no price came yet. */
export function useFeed(stock: string): 'live' | 'stale' | 'waiting' {
  const feed = usePrice(stock, 'feed')
  const up = useLink(({ link }) => link.kind === 'up')
  if (feed === undefined) return 'waiting'
  return up ? feed : 'stale'
}
