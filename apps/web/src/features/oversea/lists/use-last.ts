import type { OverseaOption, OverseaPosition } from '@maru/contract'
import type { Minor } from '@maru/positions'
import { heldOf, termsOf } from '../../../books/oversea/terms.ts'
import { usePrice, usePrices } from '../../../live/index.ts'
import { unitsOf } from '../../../trading/index.ts'
import { pnlAt } from '../figures.ts'

/** The last price in units; null before the first. Renders with each tick, so only cells use it. */
export function useLast({ stock, precision, lastPrice }: OverseaOption): number | null {
  const last = usePrice(stock, 'last') ?? lastPrice
  return last === null ? null : unitsOf(last, precision)
}

/** A position with its contract, its last price and what it would bring; null where that is not known. */
export interface Valued {
  readonly position: OverseaPosition
  readonly option: OverseaOption
  readonly last: number | null
  readonly pnl: Minor | null
}

/** Several positions at their last prices. */
export function useValued(positions: readonly OverseaPosition[], options: readonly OverseaOption[]): Valued[] {
  const lastOf = usePrices(
    positions.map(({ stock }) => stock),
    'last',
  )
  return positions.flatMap((position): Valued[] => {
    const option = options.find(({ id }) => id === position.overseaOptionId)
    if (!option) return []
    const price = lastOf(position.stock) ?? option.lastPrice
    const last = price === null ? null : unitsOf(price, option.precision)
    const terms = termsOf(option)
    return [{ position, option, last, pnl: last === null ? null : pnlAt(heldOf(position, terms), last, terms) }]
  })
}

/** What positions would bring together; one without a price counts as nothing, as in the margin account. */
export const sumOf = (valued: readonly Valued[]): Minor => valued.reduce((sum, { pnl }) => sum + (pnl ?? 0n), 0n)
