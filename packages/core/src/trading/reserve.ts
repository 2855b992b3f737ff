import { announceWallet } from '../announce.ts'
import type { State, Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { lotName, positionIn } from './lots.ts'
import { closableQty, endOrder, ordersIn } from './orders.ts'
import type { Holding, Order } from './state.ts'

/** Counts anew what the open orders of a lot hold back, `except` for some: one that is being executed. */
export function reserveOrders(of: Holding, ...except: readonly Order[]): void {
  const { holder, market, lot } = of
  const open = ordersIn(of)
  const orders = except.length === 0 ? open : open.filter((order) => !except.includes(order))
  const amount = orders.length === 0 ? 0n : market.policy.orderMarginOf(market, positionIn(of)?.row.qty ?? 0, orders)
  if (amount === 0n) holder.orderMargin.delete(lotName(of))
  else {
    const { revision } = market
    const holding = { holder, market, lot }
    holder.orderMargin.set(lotName(of), { holding, revision, marginType: orders[0]!.row.marginType, amount })
  }
}

/** What open orders of a lot hold back. */
export const heldByOrders = (holding: Holding): Minor => holding.holder.orderMargin.get(lotName(holding))?.amount ?? 0n

/** After orders of a lot came or went: what they hold back, what the account is worth then, and his wallet. */
export function afterChange(state: State, holding: Holding, turn: Turn): void {
  const { holder, market } = holding
  const before = holder.wallet.row
  reserveOrders(holding)
  market.policy.revalue(state, holder, turn)
  if (holder.wallet.row !== before) announceWallet(holder.wallet, turn.effects)
}

/** Cancels an open order, says so, and frees what it held back. */
export function cancelOrder(state: State, order: Order, reason: string, turn: Turn): void {
  endOrder(state, order, 'CANCELED', reason, turn)
  afterChange(state, order, turn)
}

/** Cancels the newest resting reduce-only orders until they and `others` fit into the position. */
export function trimReduceOnly(state: State, holding: Holding, others: number, turn: Turn): void {
  const resting = ordersIn(holding).filter(({ row }) => row.isReduceOnly && row.executeAt === null)
  const sides = { LONG: others, SHORT: others }
  for (const order of resting) sides[order.row.side] += order.row.qty! - order.row.filledQty
  for (const order of resting.reverse()) {
    const { row } = order
    if (sides[row.side] <= closableQty(holding, row.side)) continue
    sides[row.side] -= row.qty! - row.filledQty
    endOrder(state, order, 'CANCELED', 'POSITION_REDUCED', turn)
  }
}
