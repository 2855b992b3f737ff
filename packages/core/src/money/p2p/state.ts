import { type Cell, cell, storedCell } from '../../effects.ts'
import { newPart } from '../../part.ts'
import type { State } from '../../state.ts'
import type { MerchantRow, P2pMemberRow, P2pOrderRow } from './tables.ts'

export type Merchant = Cell<MerchantRow>
export type Order = Cell<P2pOrderRow>

interface P2p {
  readonly merchants: Map<number, Merchant>
  /** Open orders, and for a while those that are closed, by id. */
  readonly orders: Map<number, Order>
  /** Open orders by member. */
  readonly open: Map<number, Set<Order>>
  readonly members: Map<number, Cell<P2pMemberRow>>
}

const p2p = newPart<P2p>(() => ({ merchants: new Map(), orders: new Map(), open: new Map(), members: new Map() }))

export const p2pOf = (state: State): P2p => state.parts.of(p2p)

/** A dispute that nobody decided for so long goes to others. */
export const undecidedMs = 72 * 3_600_000
/** So long two persons may take to approve a sale. */
export const reviewMs = 30 * 60_000

/** What one member can say in a dispute. */
export const mostStatements = 10

/** The house account of a merchant, and what is set aside of his orders. */
export const merchantSub = (merchantId: number): string => `p2p-${merchantId}`
/** The reference under which the provider knows an order. */
export const p2pReference = (orderId: number): string => `P${orderId}`

/** Keeps an order: a new one, one of the database, or one that is opened again. */
export function keepOrder(state: State, order: Order): void {
  const { orders, open } = p2pOf(state)
  const { id, memberId } = order.row
  orders.set(id, order)
  const known = open.get(memberId)
  if (known) known.add(order)
  else open.set(memberId, new Set([order]))
}

/** What is known of a member's orders that were not paid; kept from its first change on. */
export function p2pMember(state: State, siteId: number, memberId: number): Cell<P2pMemberRow> {
  const known = p2pOf(state).members.get(memberId)
  if (known) return known
  const added = cell<P2pMemberRow>({ siteId, memberId, unpaid: [], blockedUntil: null })
  p2pOf(state).members.set(memberId, added)
  return added
}

/** An order of the site: open, closed not long ago, or as the database holds it. */
export function orderIn(state: State, siteId: number, id: number, closed: P2pOrderRow | null): Order | null {
  const known = p2pOf(state).orders.get(id)
  if (known) return known.row.siteId === siteId ? known : null
  return closed?.siteId === siteId && closed.id === id ? storedCell(closed) : null
}
