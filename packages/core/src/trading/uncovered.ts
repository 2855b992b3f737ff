import { change, type State, type Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { availableOf, claimedOf } from '../wallet.ts'
import { tradingOf } from './instruments.ts'
import { endOrder, lift, ordersIn } from './orders.ts'
import { heldByOrders, reserveOrders, trimReduceOnly } from './reserve.ts'
import type { Holder, Order } from './state.ts'

/**
 * Ends orders, the newest first, until what is claimed of the wallet is no more than `before`, or is available; only such as hold
 * something back. `busy`, which is being executed, is none of them. What does not fit into the turn is out of play at once, and ends
 * by work.
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
 * If orders that were to close now open more than is available, the newest of those are cancelled (rules B, order margin). `by`,
 * whose fill or arrival it was, is none of them.
 */
export function cancelUncovered(state: State, by: Order, heldBefore: Minor, turn: Turn): void {
  const { holder } = by
  // What only reduces holds nothing back, but what it closes no other can.
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
