import { type ErrorCode, messageOf } from '@maru/contract'
import type { Side } from '@maru/positions'
import { invariant } from '../invariant.ts'
import { change, type State, type Turn } from '../state.ts'
import { Rank } from '../triggers/index.ts'
import type { FillRow, OrderRow, PositionSide, Qty } from '../types.ts'
import { tradingOf } from './instruments.ts'
import { isSameLot, positionIn } from './lots.ts'
import type { Holding, Market, Order } from './state.ts'

export const sideOf = (side: PositionSide): Side => (side === 'LONG' ? 1 : -1)

/** How much of a lot's position an order on this side could close. */
export function closableQty(holding: Holding, side: PositionSide): Qty {
  const qty = positionIn(holding)?.row.qty ?? 0
  return Math.max(0, -sideOf(side) * qty)
}

/** What is left to fill of an order; of one that closes a whole position, what it is now. */
export const remainingQty = (order: Order): Qty =>
  order.row.qty === null ? closableQty(order, order.row.side) : order.row.qty - order.row.filledQty

/** A stop, TP or SL that still waits for its trigger. */
export const isUntriggered = (row: OrderRow): boolean => row.triggerKind !== null && row.triggeredAt === null

/** An order that executes against the book and dies with what it did not find there. */
export const isImmediate = (row: OrderRow): boolean => row.marketType !== 'LIMIT' && row.marketType !== 'STOPLIMIT'

/** Orders that work in one lot, oldest first; TP, SL and liquidations of a whole position are none of them. */
export function ordersIn<M extends Market>(holding: Holding<M>): Order<M>[] {
  const orders: Order<M>[] = []
  for (const order of holding.holder.orders.values())
    if (isSameLot(order, holding) && order.row.qty !== null && !order.row.isUncovered) orders.push(order)
  return orders
}

/** Neither ended nor out of play. */
export const isWorking = ({ row }: Order): boolean => row.closedAt === null && !row.isUncovered

/**
 * Whether an order holds money back, or keeps others from closing. One that closes at the market does neither: it is as good as
 * filled, and what its fill uncovers is seen to then.
 */
export const isClaim = ({ isReduceOnly, marketType }: OrderRow): boolean => !(isReduceOnly && marketType === 'MARKET')

/** Makes a new or restored order known, and has it wait where its row says; one that is out of play waits nowhere. */
export function addOrder(order: Order): void {
  const { row, holder, market } = order
  invariant(row.closedAt === null, 'an order is closed', row.id)
  market.book.orders.set(row.id, order)
  holder.orders.set(row.id, order)
  market.orders.add(order)
  if (!row.isUncovered) rest(order)
}

/** Has an open order wait for its book, its trigger, or the price of its limit. */
export function rest(order: Order): void {
  const { row, market } = order
  const { triggers, waiting } = market.instrument
  invariant(order.trigger === null, 'an order rests already', row.id)
  const item = { kind: 'order', order } as const
  if (row.executeAt !== null) waiting.add(order)
  else if (isUntriggered(row))
    order.trigger = triggers.add(row.triggerKind!, row.triggerDirection!, row.triggerPrice!, Rank.stop, row.id, item)
  else {
    const isBuy = row.side === 'LONG'
    invariant(row.price !== null, 'an order rests without a limit', row.id)
    order.trigger = triggers.add(isBuy ? 'ask' : 'bid', isBuy ? 'falls' : 'rises', row.price, Rank.limit, row.id, item)
  }
}

/** Takes an order from where it waits. */
export function lift(order: Order): void {
  const { instrument } = order.market
  if (order.trigger !== null) instrument.triggers.remove(order.trigger)
  else if (order.row.executeAt !== null) instrument.waiting.delete(order)
  else instrument.touched = without(instrument.touched, order)
  order.trigger = null
}

const without = (orders: readonly Order[], order: Order): Order[] => orders.filter((other) => other !== order)

/** Ends an order. The caller announces it and goes on with what it held back. */
export function closeOrder(
  state: State,
  order: Order,
  status: 'FILLED' | 'CANCELED' | 'REJECTED',
  reason: string | null,
  turn: Turn,
): void {
  const { row, holder, market } = order
  invariant(row.closedAt === null, 'an order is closed', row.id)
  lift(order)
  market.book.orders.delete(row.id)
  holder.orders.delete(row.id)
  market.orders.delete(order)
  tradingOf(state).uncovered.delete(order)
  tradingOf(state).closedOrders.remember(row.memberId, row.id)
  const position = positionIn(order)
  if (position?.takeProfit === order) position.takeProfit = null
  if (position?.stopLoss === order) position.stopLoss = null
  change(turn.effects, 'orders', order, { status, reason, executeAt: null, closedAt: turn.at })
}

/** Cancels or rejects an open order and announces it; the caller goes on with what it held back. */
export function endOrder(
  state: State,
  order: Order,
  status: 'CANCELED' | 'REJECTED',
  reason: string,
  turn: Turn,
  fills: readonly FillRow[] = [],
): void {
  closeOrder(state, order, status, reason, turn)
  order.market.policy.announceOrder(order, 'ORDER_CANCEL', turn, fills)
  const { row } = order
  if (row.origin !== 'SYSTEM' && row.filledQty === 0 && isFault(reason)) announceFault(order, reason, turn)
}

/** What the house refuses at the order book: the member was told that it had accepted the order. */
const faults = [
  'BALANCE_INSUFFICIENT',
  'ISOLATED_MARGIN_INSUFFICIENT',
  'LEVERAGE_MAX_QTY_EXCEEDED',
  'LINKED_OPPOSITE',
  'OPTION_STOPPED',
  'PRICE_FEED_STALE',
  'SLIPPAGE_PROTECTED',
] as const satisfies readonly ErrorCode[]
type Fault = (typeof faults)[number]
const isFault = (reason: string): reason is Fault => (faults as readonly string[]).includes(reason)

function announceFault({ holder }: Order, code: Fault, turn: Turn): void {
  const { siteId, memberId } = holder.member.row
  const data = { code, message: messageOf(code, {}, 'ko') }
  turn.effects.event({ to: 'member', siteId, memberId, queue: 'error', event: 'ERROR', data })
}
