import { announceWallet } from '../announce.ts'
import type { State, Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { lotName, positionIn } from './lots.ts'
import { closableQty, endOrder, ordersIn } from './orders.ts'
import type { Holding, Order } from './state.ts'

/** Counts anew what the open orders of a lot hold back, `except` for some: one that is being executed. */
export function reserveOrders(holding: Holding, ...except: readonly Order[]): void {
  const { trader, market } = holding
  const orders = ordersIn(holding).filter((order) => !except.includes(order))
  const amount = market.policy.orderMarginOf(market, positionIn(holding)?.row.qty ?? 0, orders)
  if (amount === 0n) trader.orderMargin.delete(lotName(holding))
  else trader.orderMargin.set(lotName(holding), { marginType: orders[0]!.row.marginType, amount })
}

/** What open orders of a lot hold back. */
export const heldByOrders = (holding: Holding): Minor => holding.trader.orderMargin.get(lotName(holding))?.amount ?? 0n

/** After orders of a lot came or went: what they hold back, what the account is worth then, and his wallet. */
export function afterChange(state: State, holding: Holding, turn: Turn): void {
  const { trader, market } = holding
  const before = trader.wallet.row
  reserveOrders(holding)
  market.policy.revalue(state, trader, turn)
  if (trader.wallet.row !== before) announceWallet(trader.wallet, turn.effects)
}

/** Cancels an open order, says so, and frees what it held back. */
export function cancelOrder(state: State, order: Order, reason: string, turn: Turn): void {
  endOrder(state, order, 'CANCELED', reason, turn)
  afterChange(state, order, turn)
}

/** After an order closed something: what rests to reduce fits into what remains, and what rests to open is paid for. */
export function trimOrders(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  trimReduceOnly(state, by, 0, turn)
  cancelUncovered(state, by, heldBefore, turn)
}

/**
 * If orders that were to close now open more than is available, the newest of those are cancelled (rules B, order margin). `by`,
 * whose fill or arrival it was, is none of them.
 */
export function cancelUncovered(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  // What only reduces holds nothing back, but what it closes no other can.
  cancelNewest(state, by, by.row.isReduceOnly ? [] : [by], heldBefore, turn)
}

/**
 * Counts anew what the orders of a lot hold back after its market's configuration changed. If that is more than is available, the newest are
 * cancelled until it is not, or until they hold back no more than before.
 */
export function recount(state: State, holding: Holding, heldBefore: Minor, turn: Turn): void {
  cancelNewest(state, holding, [], heldBefore, turn)
  afterChange(state, holding, turn)
}

function cancelNewest(state: State, holding: Holding, busy: readonly Order[], heldBefore: Minor, turn: Turn): void {
  reserveOrders(holding, ...busy)
  for (const order of ordersIn(holding).reverse()) {
    const held = heldByOrders(holding)
    if (held <= heldBefore || availableOf(holding.trader.wallet) >= 0n) return
    if (busy.includes(order) || order.row.isReduceOnly) continue
    reserveOrders(holding, ...busy, order)
    if (heldByOrders(holding) < held) endOrder(state, order, 'CANCELED', 'BALANCE_INSUFFICIENT', turn)
    else reserveOrders(holding, ...busy)
  }
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
    endOrder(state, order, 'CANCELED', 'POSITION_CLOSED', turn)
  }
}
