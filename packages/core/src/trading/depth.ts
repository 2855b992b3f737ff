import type { EpochMs, PositionSide, Qty } from '../types.ts'
import type { Market, Trader } from './state.ts'

/** So long what a member took of a book is missing in what he sees of it (rules B, depth). */
export const DEPTH_MS = 2_000

/** What the member took of one side of a market in the last two seconds: splitting an order buys nothing. */
export function takenOf(trader: Trader, market: Market, side: PositionSide, at: EpochMs): Qty {
  trader.recentFills = trader.recentFills.filter((fill) => isRecent(fill.at, at))
  let taken = 0
  for (const fill of trader.recentFills) if (fill.optionId === market.row.id && fill.side === side) taken += fill.qty
  return taken
}

export const isRecent = (filledAt: EpochMs, at: EpochMs): boolean => filledAt > at - DEPTH_MS
