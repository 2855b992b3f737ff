import type { FuturesFill, FuturesPosition } from '@maru/contract'
import { floorDiv, formatUnits, type Minor, parseUnits } from '@maru/positions'
import { moneyOf } from './terms.ts'

/** What a close came to after fees and funding, in USDT and over the margin of the entry, in percent. */
export interface CloseResult {
  readonly net: string
  readonly roe: string | null
}

type Closed = Pick<
  FuturesPosition,
  'status' | 'realizedPnl' | 'fee' | 'fundingFee' | 'leverage' | 'entryPrice' | 'maxQty'
>
type Fill = Pick<FuturesFill, 'isClose' | 'qty' | 'realizedPnl' | 'fee'>

/**
 * The result of an order that closed all or part of a position, which is given as it is after it; null where it closed nothing.
 * Of the whole it is what the history says; of a part it is what this part brought, less its own fee.
 */
export function resultOfClose(fills: readonly Fill[], position: Closed | null): CloseResult | null {
  const closing = fills.filter(({ isClose }) => isClose)
  if (closing.length === 0) return null
  if (position === null) return { net: netOfFills(closing), roe: null }
  const isOver = position.status === 'CLOSED'
  const net = isOver ? netOfClosed(position) : netOfFills(closing)
  const qty = isOver ? moneyOf(position.maxQty) : closing.reduce((total, fill) => total + moneyOf(fill.qty), 0n)
  return { net, roe: roeOf(net, { ...position, qty }) }
}

/** A result over the margin of an entry, in percent, floored; null where nothing was held. Quantity and money have eight decimals. */
export function roeOf(
  net: string,
  of: Pick<Closed, 'entryPrice' | 'leverage'> & { readonly qty: Minor },
): string | null {
  const entry = parseUnits(of.entryPrice, 8)
  if (entry === null || entry === 0n || of.qty === 0n) return null
  return formatUnits(floorDiv(moneyOf(net) * BigInt(of.leverage) * 10_000n * 10n ** 8n, entry * of.qty), 2)
}

const netOfFills = (closing: readonly Fill[]): string =>
  formatUnits(
    closing.reduce((total, { realizedPnl, fee }) => total + moneyOf(realizedPnl) - moneyOf(fee), 0n),
    8,
  )

/** What a closed position brought after fees and funding. */
export const netOfClosed = ({ realizedPnl, fee, fundingFee }: Pick<Closed, 'realizedPnl' | 'fee' | 'fundingFee'>) =>
  formatUnits(moneyOf(realizedPnl) - moneyOf(fee) + moneyOf(fundingFee), 8)
