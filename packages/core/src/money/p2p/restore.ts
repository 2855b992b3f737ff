import { storedCell } from '../../effects.ts'
import type { State } from '../../state.ts'
import type { CoreSnapshot } from '../../types.ts'
import { keepOrder, p2pOf } from './state.ts'
import { waitFor } from './steps.ts'

/** Reads back merchants, open orders and members who did not pay. */
export function restoreP2p(state: State, snapshot: CoreSnapshot): void {
  const { merchants, members } = p2pOf(state)
  for (const row of snapshot.merchants) merchants.set(row.id, storedCell(row))
  for (const row of snapshot.p2pMembers) members.set(row.memberId, storedCell(row))
  for (const row of snapshot.p2pOrders) {
    const order = storedCell(row)
    keepOrder(state, order)
    waitFor(state, order)
  }
}

/** The rows that a start reads. */
export function p2pRows(state: State) {
  const { merchants, orders, members } = p2pOf(state)
  return {
    merchants: [...merchants.values()].map(({ row }) => row),
    p2pOrders: [...orders.values()].flatMap(({ row }) => (row.closedAt === null ? [row] : [])),
    p2pMembers: [...members.values()].map(({ row }) => row),
  }
}
