import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { holderIn, marketIn } from './holders.ts'
import { bookOf, tradingOf } from './instruments.ts'
import { lotsOf, positionIn } from './lots.ts'
import { endOrder } from './orders.ts'
import { isTraded } from './prices.ts'
import { afterChange, cancelOrder } from './reserve.ts'
import type { Order } from './state.ts'

type CancelOrder = Extract<Command, { kind: 'cancelOrder' }>
type CancelOrders = Extract<Command, { kind: 'cancelOrders' }>

/** Cancels one open order; a TP or SL too. */
export function cancelOne(state: State, command: CancelOrder, turn: Turn): Reply {
  const book = bookOf(state, command.book)
  const holder = holderIn(state, book, command.siteId, command.memberId)
  const order = holder?.orders.get(command.id)
  if (!order) {
    const isClosed = holder !== null && tradingOf(state).closedOrders.has(command.memberId, command.id)
    return refuse(isClosed ? 'ORDER_CANCEL_ALREADY_CLOSED' : 'ORDER_CANCEL_NOT_FOUND')
  }
  if (isExecuting(order, turn)) return refuse('TRY_AGAIN_LATER')
  cancelOrder(state, order, 'MEMBER', turn)
  tellPosition(order, turn)
  return { status: 200, body: order.market.policy.wireOf(order) }
}

/** Cancels all open orders of a market, or of all; TP and SL of positions stay. */
export function cancelAll(state: State, command: CancelOrders, turn: Turn): Reply {
  const book = bookOf(state, command.book)
  const holder = holderIn(state, book, command.siteId, command.memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const market = command.optionId === null ? null : marketIn(book, command.siteId, command.optionId)
  if (command.optionId !== null && !market) return refuse('STOCK_NOT_FOUND')
  const orders = [...holder.orders.values()].filter(
    (order) => (!market || order.market === market) && order.row.qty !== null && !isExecuting(order, turn),
  )
  for (const order of orders) endOrder(state, order, 'CANCELED', 'MEMBER', turn)
  for (const lot of lotsOf(orders)) afterChange(state, lot, turn)
  return { status: 200, body: { count: orders.length, ids: orders.map(({ row }) => row.id) } }
}

/**
 * An order that waits for the book of its time is not cancelled meanwhile: who could would trade with knowledge of later prices.
 * Where that book does not come, it ends by itself or can be cancelled like any.
 */
export function isExecuting({ row, market }: Order, turn: Turn): boolean {
  const { instrument } = market
  const since = row.triggeredAt ?? row.acceptedAt
  return row.executeAt !== null && turn.at < since + market.row.execWaitMs && isTraded(instrument, turn.at)
}

/** Without its TP or SL a position looks different. */
function tellPosition(order: Order, turn: Turn): void {
  const position = positionIn(order)
  if (order.row.qty === null && position) order.market.policy.announcePosition(position, 'POSITION_UPDATE', turn)
}
