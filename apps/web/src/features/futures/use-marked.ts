import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { prices, usePrice, watchPrice } from '../../live/index.ts'
import { unitsOf } from '../../trading/index.ts'
import type { Marked } from './held.ts'
import { termsOf } from './terms.ts'

/** A position at its mark of now. Renders with each mark, so only cells use it. */
export function useMarked(position: FuturesPosition, option: FuturesOption): Marked {
  // Until the first tick the mark is the one that came with the option, or else the entry.
  const mark = usePrice(option.stock, 'mark') ?? option.mark ?? position.entryPrice
  return { position, terms: termsOf(option), mark: unitsOf(mark, option.precision) }
}

/** Several positions at their marks of now. */
export function useAllMarked(positions: readonly FuturesPosition[], options: readonly FuturesOption[]): Marked[] {
  const stocks = positions.map(({ stock }) => stock).join()
  const subscribe = useCallback(
    (listener: () => void) => {
      const undo = stocks
        .split(',')
        .filter(Boolean)
        .flatMap((stock) => [watchPrice(stock), prices.subscribe(stock, 'mark', listener)])
      return () => {
        for (const end of undo) end()
      }
    },
    [stocks],
  )
  useSyncExternalStore(subscribe, () => positions.map(({ stock }) => prices.get(stock, 'mark')).join())
  return positions.flatMap((position): Marked[] => {
    const option = options.find(({ id }) => id === position.futuresOptionId)
    if (!option) return []
    const mark = prices.get(position.stock, 'mark') ?? option.mark ?? position.entryPrice
    return [{ position, terms: termsOf(option), mark: unitsOf(mark, option.precision) }]
  })
}
