import type { OverseaFill, OverseaPosition } from '@maru/contract'
import { floorDiv, formatUnits } from '@maru/positions'
import { wonOf } from '../../books/oversea/terms.ts'

type Closed = Pick<OverseaPosition, 'status' | 'realizedPnl' | 'fee' | 'financing'>
type Held = Pick<OverseaPosition, 'margin' | 'count'>
type Fill = Pick<OverseaFill, 'isClose' | 'count' | 'realizedPnl' | 'fee'>

/** What a close came to, in won after fees and financing, and over the margin that was held for it, in percent. */
export interface CloseResult {
  readonly net: string
  readonly roe: string | null
}

/**
 * The result of an order that closed all or part of a position, given as it was before and is after it; null where it closed
 * nothing. Of the whole it is what the position brought; of a part it is what this part brought, less its own fee.
 */
export function resultOfClose(fills: readonly Fill[], held: Held | null, position: Closed | null): CloseResult | null {
  const closing = fills.filter(({ isClose }) => isClose)
  if (closing.length === 0) return null
  const part = closing.reduce((sum, { realizedPnl, fee }) => sum + wonOf(realizedPnl) - wonOf(fee), 0n)
  const net =
    position === null || position.status === 'OPEN'
      ? part
      : wonOf(position.realizedPnl) - wonOf(position.fee) + wonOf(position.financing)
  const count = closing.reduce((sum, fill) => sum + fill.count, 0)
  const margin = held && held.count > 0 ? (wonOf(held.margin) * BigInt(count)) / BigInt(held.count) : 0n
  return { net: String(net), roe: margin === 0n ? null : formatUnits(floorDiv(net * 10_000n, margin), 2) }
}
