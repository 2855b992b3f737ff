import type { EpochMs, PositionSide, Qty } from '../types.ts'
import type { Holder, Market } from './state.ts'
import { TAKEN_MS } from './tables.ts'

/** What the member took of one side of a market lately: splitting an order buys nothing. */
export function takenOf(holder: Holder, market: Market, side: PositionSide, at: EpochMs): Qty {
  const [oldest] = holder.recentFills
  if (oldest && !isRecent(oldest.at, at))
    holder.recentFills = holder.recentFills.filter((fill) => isRecent(fill.at, at))
  const { recentFills } = holder
  let taken = 0
  for (let index = recentFills.length - 1; index >= 0; index--) {
    const fill = recentFills[index]!
    if (fill.at <= at - market.row.depthMs) break
    if (fill.optionId === market.row.id && fill.side === side) taken += fill.qty
  }
  return taken
}

export const isRecent = (filledAt: EpochMs, at: EpochMs): boolean => filledAt > at - TAKEN_MS
