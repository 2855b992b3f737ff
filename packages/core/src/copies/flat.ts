import { crossOf } from '../futures/margin-account.ts'
import type { Holder } from '../futures/state.ts'
import type { Minor } from '../types.ts'

/** What a member's futures are worth: what was posted, and the results of all open lots at the marks that hold. */
export function equityOf(holder: Holder): Minor {
  const { posted, markPnl, isolatedPnl } = crossOf(holder)
  return posted + markPnl + isolatedPnl
}

/** Whether a member has neither a position nor an order in futures. */
export const isFlat = ({ positions, orders }: Holder): boolean => positions.size === 0 && orders.size === 0
