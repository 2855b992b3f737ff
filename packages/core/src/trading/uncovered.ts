import { change, type State, type Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { availableOf, claimedOf } from '../wallet.ts'
import { tradingOf } from './instruments.ts'
import { endOrder, lift, ordersIn } from './orders.ts'
import { heldByOrders, reserveOrders, trimReduceOnly } from './reserve.ts'
import type { Holder, Order } from './state.ts'

/**
 * Ends orders that hold something back, the newest first, until the claims on the wallet are no more than `before`, or are covered. An
 * order in `busy` is being executed and does not end. Orders that do not fit into the turn are out of play at once, and work ends them.
 */
export function endUncovered(
  state: State,
  holder: Holder,
  newestFirst: readonly Order[],
  before: Minor,
  turn: Turn,
  busy: readonly Order[] = [],
): void {
  for (const order of newestFirst) {
    const { wallet } = holder
    if (claimedOf(wallet) <= before || availableOf(wallet) >= 0n) return
    const held = heldByOrders(order)
    reserveOrders(order, ...busy, order)
    if (heldByOrders(order) < held) end(state, order, turn)
    else reserveOrders(order, ...busy)
  }
}

/** After an order closed something: what rests to reduce fits into what remains, and what rests to open is paid for. */
export function trimOrders(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  trimReduceOnly(state, by, 0, turn)
  cancelUncovered(state, by, heldBefore, turn)
}

/**
 * Orders that were to close may now open more than is available. The newest of them are cancelled then (rules B, order margin), but never
 * `by`, the order whose fill or arrival caused it.
 */
export function cancelUncovered(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  const { holder } = by
  // A reduce-only order holds nothing back, but no other order can close what it closes.
  const busy = by.row.isReduceOnly ? [] : [by]
  reserveOrders(by, ...busy)
  const before = claimedOf(holder.wallet) - heldByOrders(by) + heldBefore
  const others = ordersIn(by).filter((order) => !busy.includes(order) && !order.row.isReduceOnly)
  endUncovered(state, holder, others.reverse(), before, turn, busy)
}

/** Takes an order out of play: it holds nothing back and executes no more. */
function setAside(state: State, order: Order, turn: Turn): void {
  lift(order)
  change(turn.effects, 'orders', order, { isUncovered: true })
  tradingOf(state).uncovered.add(order)
}

export const hasUncovered = (state: State): boolean => tradingOf(state).uncovered.size > 0

/** Ends what was set aside. */
export function workUncovered(state: State, maxRows: number, turn: Turn): void {
  const { uncovered } = tradingOf(state)
  for (let order = uncovered.first(); order && turn.effects.count < maxRows; order = uncovered.first()) {
    if (!uncovered.mayEnd(turn)) return
    endOrder(state, order, 'CANCELED', 'BALANCE_INSUFFICIENT', turn)
  }
}

function end(state: State, order: Order, turn: Turn): void {
  if (tradingOf(state).uncovered.mayEnd(turn)) endOrder(state, order, 'CANCELED', 'BALANCE_INSUFFICIENT', turn)
  else setAside(state, order, turn)
}
