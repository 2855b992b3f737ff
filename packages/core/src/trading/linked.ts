import { groupOf } from '../risk-groups/state.ts'
import { memberOf, type State } from '../state.ts'
import type { PositionSide } from '../types.ts'
import { tradingOf } from './instruments.ts'
import { isSameLot } from './lots.ts'
import type { Holder, Holding, Order, Position } from './state.ts'

/**
 * Whether what would open a side of an instrument stands against the risk group of its member: another member of the group on his site, or
 * he himself in another lot, holds or works the opposite side in any book (rules B and C). An order that only reduces works no side.
 */
export const isLinkedOpposite = (state: State, holding: Holding, side: PositionSide): boolean =>
  linked(state, holding, (holder) => {
    for (const order of holder.orders.values()) if (opens(order) && isOpposite(order, holding, side)) return true
    return holds(holder, holding, side)
  })

/** The same of positions alone: what executes does not stand against orders that did not. */
export const isHeldOpposite = (state: State, holding: Holding, side: PositionSide): boolean =>
  linked(state, holding, (holder) => holds(holder, holding, side))

/** Whether a test holds for a holder in any book of the member's group, himself among them. */
function linked(state: State, { holder }: Holding, test: (holder: Holder) => boolean): boolean {
  const { siteId, memberId } = holder.member.row
  const { books } = tradingOf(state)
  return groupOf(state, memberId).some((id) => {
    if (memberOf(state, siteId, id) === null) return false
    for (const { holders } of books.values()) {
      const found = holders.get(id)
      if (found && test(found)) return true
    }
    return false
  })
}

function holds(holder: Holder, holding: Holding, side: PositionSide): boolean {
  for (const position of holder.positions.values()) if (isOpposite(position, holding, side)) return true
  return false
}

/** Of the same instrument, in another lot, and on the other side. */
const isOpposite = (one: Order | Position, holding: Holding, side: PositionSide): boolean =>
  one.market.instrument === holding.market.instrument &&
  one.row.side !== side &&
  !(one.holder === holding.holder && isSameLot(one, holding))

const opens = ({ row }: Order): boolean => row.qty !== null && !row.isReduceOnly && !row.isUncovered
