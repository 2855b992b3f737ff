import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { usePrice, usePrices } from '../../live/index.ts'
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
  const markOf = usePrices(
    positions.map(({ stock }) => stock),
    'mark',
  )
  return positions.flatMap((position): Marked[] => {
    const option = options.find(({ id }) => id === position.futuresOptionId)
    if (!option) return []
    const mark = markOf(position.stock) ?? option.mark ?? position.entryPrice
    return [{ position, terms: termsOf(option), mark: unitsOf(mark, option.precision) }]
  })
}
