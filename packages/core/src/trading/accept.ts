import type { State, Turn } from '../state.ts'
import type { PositionSide, PriceUnits, Reply } from '../types.ts'
import { addOrder } from './orders.ts'
import { awaitBook, deadlineOf, isTraded } from './prices.ts'
import { afterChange, heldByOrders, trimReduceOnly } from './reserve.ts'
import type { Market, Order } from './state.ts'
import { cancelUncovered } from './uncovered.ts'

/** An order as its member sent it, in the market's units. */
export interface Arrival {
  readonly side: PositionSide
  readonly price: PriceUnits | null
  readonly triggerPrice: PriceUnits | null
  readonly isMark: boolean
}

/** Takes an order that was admitted. */
export function acceptOrder(state: State, order: Order, turn: Turn): Reply {
  const { market, row } = order
  // A close at the market comes before reduce-only orders that rest.
  if (row.isReduceOnly && row.marketType === 'MARKET') trimReduceOnly(state, order, row.qty!, turn)
  const heldBefore = heldByOrders(order)
  addOrder(order)
  turn.effects.put('orders', order)
  const deadline = deadlineOf(order)
  if (deadline !== null) awaitBook(state, order, deadline)
  if (market.policy.isHeldPriceGood && row.executeAt !== null) awaitBook(state, order, row.executeAt)
  market.policy.announceOrder(order, 'ORDER_SUCCESS', turn)
  if (row.isReduceOnly) cancelUncovered(state, order, heldBefore, turn)
  afterChange(state, order, turn)
  return { status: 200, body: market.policy.wireOf(order) }
}

/** Best price that the order could meet now; null while no live book shows one. */
export function bestFor({ instrument }: Market, { side }: Arrival, turn: Turn): PriceUnits | null {
  if (!isTraded(instrument, turn.at)) return null
  return (side === 'LONG' ? instrument.depth?.asks : instrument.depth?.bids)?.[0]?.[0] ?? null
}

/** Market orders and marketable limits wait for a book of their time; a limit of which that is not known too. */
export function executesOnBook({ instrument }: Market, draft: Arrival, best: PriceUnits | null, turn: Turn): boolean {
  if (draft.triggerPrice !== null) return false
  if (draft.price === null || !instrument.depth || !isTraded(instrument, turn.at)) return true
  return best !== null && (draft.side === 'LONG' ? best <= draft.price : best >= draft.price)
}

/** Fixed when the order is taken: from which side the price must come. */
export function directionOf({ instrument }: Market, draft: Arrival): 'rises' | 'falls' | null {
  if (draft.triggerPrice === null) return null
  return draft.triggerPrice > ((draft.isMark ? instrument.mark : instrument.last) ?? 0) ? 'rises' : 'falls'
}
