import { announceWallet } from '../rounds/announce.ts'
import type { State, Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { closableQty, endOrder, ordersIn } from './orders.ts'
import type { FuturesMarket, Order, Trader } from './state.ts'

/** Counts anew what the trader's open orders in a market hold back, `except` for some: one that is being executed. */
export function reserveOrders(trader: Trader, market: FuturesMarket, ...except: readonly Order[]): void {
  const orders = ordersIn(trader, market).filter((order) => !except.includes(order))
  const amount = market.policy.orderMarginOf(market, trader.positions.get(market.row.id)?.row.qty ?? 0, orders)
  if (amount === 0n) trader.orderMargin.delete(market.row.id)
  else trader.orderMargin.set(market.row.id, { marginType: orders[0]!.row.marginType, amount })
}

/** What open orders of a market hold back. */
export const heldByOrders = (trader: Trader, market: FuturesMarket): Minor =>
  trader.orderMargin.get(market.row.id)?.amount ?? 0n

/** After orders of a market came or went: what they hold back, what the account is worth then, and his wallet. */
export function afterChange(state: State, trader: Trader, market: FuturesMarket, turn: Turn): void {
  const before = trader.wallet.row
  reserveOrders(trader, market)
  market.policy.revalue(state, trader, turn)
  if (trader.wallet.row !== before) announceWallet(trader.wallet, turn.effects)
}

/**
 * After an order closed something: reduce-only orders beyond what remains go, the newest first; and if orders that were to close now open more than
 * is available, so do the newest of those (rules B, order margin).
 */
export function trimOrders(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  const { trader, market } = by
  trimReduceOnly(state, trader, market, 0, turn)
  reserveOrders(trader, market, by)
  for (const order of ordersIn(trader, market).reverse()) {
    const held = heldByOrders(trader, market)
    if (held <= heldBefore || market.policy.availableOf(trader) >= 0n) return
    if (order === by || order.row.isReduceOnly) continue
    reserveOrders(trader, market, by, order)
    if (heldByOrders(trader, market) < held) endOrder(state, order, 'CANCELED', 'BALANCE_INSUFFICIENT', turn)
    else reserveOrders(trader, market, by)
  }
}

/** Cancels the newest resting reduce-only orders until they and `others` fit into the position. */
export function trimReduceOnly(state: State, trader: Trader, market: FuturesMarket, others: number, turn: Turn): void {
  const resting = ordersIn(trader, market).filter(({ row }) => row.isReduceOnly && row.executeAt === null)
  const sides = { LONG: others, SHORT: others }
  for (const order of resting) sides[order.row.side] += order.row.qty! - order.row.filledQty
  for (const order of resting.reverse()) {
    const { row } = order
    if (sides[row.side] <= closableQty(trader, market, row.side)) continue
    sides[row.side] -= row.qty! - row.filledQty
    endOrder(state, order, 'CANCELED', 'POSITION_CLOSED', turn)
  }
}
