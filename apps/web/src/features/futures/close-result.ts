import type { FuturesFill, FuturesPosition } from '@maru/contract'
import { floorDiv, formatUnits, type Minor, parseUnits } from '@maru/positions'
import { moneyOf } from './terms.ts'

/** What a close came to: after fees and funding, and before them over the margin of the entry, in percent. */
export interface CloseResult {
  readonly net: string
  readonly roe: string | null
}

type Closed = Pick<FuturesPosition, 'status' | 'realizedPnl' | 'fee' | 'fundingFee' | 'roe' | 'leverage' | 'entryPrice'>
type Fill = Pick<FuturesFill, 'isClose' | 'qty' | 'realizedPnl' | 'fee'>

/**
 * The result of an order that closed all or part of a position, which is given as it is after it; null where it closed nothing.
 * Of the whole it is what the history says; of a part it is what this part brought, less its own fee.
 */
export function resultOfClose(fills: readonly Fill[], position: Closed | null): CloseResult | null {
  const closing = fills.filter(({ isClose }) => isClose)
  if (closing.length === 0) return null
  if (position?.status === 'CLOSED') return { net: netOfClosed(position), roe: position.roe }
  const sum = (of: (fill: Fill) => Minor) => closing.reduce((total, fill) => total + of(fill), 0n)
  const realized = sum(({ realizedPnl }) => moneyOf(realizedPnl))
  const net = formatUnits(realized - sum(({ fee }) => moneyOf(fee)), 8)
  if (position?.status !== 'OPEN') return { net, roe: null }
  const qty = sum(({ qty }) => moneyOf(qty))
  const entry = parseUnits(position.entryPrice, 8)
  if (entry === null || entry === 0n || qty === 0n) return { net, roe: null }
  // Both have eight decimals, as money has.
  const bp = floorDiv(realized * BigInt(position.leverage) * 10_000n * 10n ** 8n, entry * qty)
  return { net, roe: formatUnits(bp, 2) }
}

/** What a closed position brought after fees and funding. */
export const netOfClosed = ({ realizedPnl, fee, fundingFee }: Pick<Closed, 'realizedPnl' | 'fee' | 'fundingFee'>) =>
  formatUnits(moneyOf(realizedPnl) - moneyOf(fee) + moneyOf(fundingFee), 8)
