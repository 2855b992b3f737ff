import { announceWallet } from '../announce.ts'
import type { State, Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { closableQty, endOrder, ordersIn } from './orders.ts'
import type { Market, Order, Trader } from './state.ts'

/** Counts anew what the trader's open orders in a market hold back, `except` for some: one that is being executed. */
export function reserveOrders(trader: Trader, market: Market, ...except: readonly Order[]): void {
  const orders = ordersIn(trader, market).filter((order) => !except.includes(order))
  const amount = market.policy.orderMarginOf(market, trader.positions.get(market.row.id)?.row.qty ?? 0, orders)
  if (amount === 0n) trader.orderMargin.delete(market.row.id)
  else trader.orderMargin.set(market.row.id, { marginType: orders[0]!.row.marginType, amount })
}

/** What open orders of a market hold back. */
export const heldByOrders = (trader: Trader, market: Market): Minor =>
  trader.orderMargin.get(market.row.id)?.amount ?? 0n

/** After orders of a market came or went: what they hold back, what the account is worth then, and his wallet. */
export function afterChange(state: State, trader: Trader, market: Market, turn: Turn): void {
  const before = trader.wallet.row
  reserveOrders(trader, market)
  market.policy.revalue(state, trader, turn)
  if (trader.wallet.row !== before) announceWallet(trader.wallet, turn.effects)
}

/** Cancels an open order, says so, and frees what it held back. */
export function cancelOrder(state: State, order: Order, reason: string, turn: Turn): void {
  endOrder(state, order, 'CANCELED', reason, turn)
  afterChange(state, order.trader, order.market, turn)
}

/** After an order closed something: what rests to reduce fits into what remains, and what rests to open is paid for. */
export function trimOrders(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  trimReduceOnly(state, by.trader, by.market, 0, turn)
  cancelUncovered(state, by, heldBefore, turn)
}

/**
 * If orders that were to close now open more than is available, the newest of those are cancelled (rules B, order margin). `by`,
 * whose fill or arrival it was, is none of them.
 */
export function cancelUncovered(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  // What only reduces holds nothing back, but what it closes no other can.
  cancelNewest(state, by.trader, by.market, by.row.isReduceOnly ? [] : [by], heldBefore, turn)
}

/**
 * Counts anew what the orders of a market hold back after its configuration changed. If that is more than is available, the newest are
 * cancelled until it is not, or until they hold back no more than before.
 */
export function recount(state: State, trader: Trader, market: Market, heldBefore: Minor, turn: Turn): void {
  cancelNewest(state, trader, market, [], heldBefore, turn)
  afterChange(state, trader, market, turn)
}

function cancelNewest(
  state: State,
  trader: Trader,
  market: Market,
  busy: readonly Order[],
  heldBefore: Minor,
  turn: Turn,
): void {
  reserveOrders(trader, market, ...busy)
  for (const order of ordersIn(trader, market).reverse()) {
    const held = heldByOrders(trader, market)
    if (held <= heldBefore || availableOf(trader.wallet) >= 0n) return
    if (busy.includes(order) || order.row.isReduceOnly) continue
    reserveOrders(trader, market, ...busy, order)
    if (heldByOrders(trader, market) < held) endOrder(state, order, 'CANCELED', 'BALANCE_INSUFFICIENT', turn)
    else reserveOrders(trader, market, ...busy)
  }
}

/** Cancels the newest resting reduce-only orders until they and `others` fit into the position. */
export function trimReduceOnly(state: State, trader: Trader, market: Market, others: number, turn: Turn): void {
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
