import { contractMargin } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import { lotsOf } from '../trading/lots.ts'
import { reserveOrders } from '../trading/reserve.ts'
import type { PositionRow } from '../types.ts'
import { revalue } from './risk.ts'
import { type Days, daysOf, type Order, overseaOf, type Position, type Trader } from './state.ts'

/** Values and margins a position by the rate and the margin that hold. */
export function stateAnew(days: Days, position: Position, turn: Turn): void {
  const stated = statedOf(days, position)
  if (stated !== null) change(turn.effects, 'positions', position, stated)
}

/** Rate and margin that a position should have; null where it has them. */
function statedOf(days: Days, { row, market }: Position): Pick<PositionRow, 'fxRate' | 'margin'> | null {
  const fxRate = days.fixing?.rate ?? row.fxRate!
  const margin = contractMargin(Math.abs(row.qty), market.row, BigInt(fxRate))
  return fxRate === row.fxRate && margin === row.margin ? null : { fxRate, margin }
}

/** Does so for up to `max` of the positions that a new fixing or margin concerns, and guards their accounts anew. */
export function stateSome(state: State, max: number, turn: Turn): void {
  const days = daysOf(state)
  for (let count = 0; count < max && days.unstated.length > 0; count++) {
    const position = days.unstated.pop()!
    if (position.row.closedAt !== null) continue
    stateAnew(days, position, turn)
    revalue(state, position.trader, turn)
  }
}

/**
 * After a new fixing or another margin or fee: open orders hold back what it asks at once, as a restart counts them. Between two
 * trading days there are none but those whose session ended while the house was down.
 */
export function reserveAnew(state: State, turn: Turn): void {
  const ordered = new Map<Trader, Order[]>()
  for (const order of overseaOf(state).orders.values()) {
    if (order.row.qty === null) continue
    const orders = ordered.get(order.trader)
    if (orders) orders.push(order)
    else ordered.set(order.trader, [order])
  }
  for (const [trader, orders] of ordered) {
    for (const lot of lotsOf(orders)) reserveOrders(lot)
    revalue(state, trader, turn)
  }
}

/** After a new fixing or another margin: the positions that it concerns, the lowest id first. */
export function restate(state: State): void {
  const days = daysOf(state)
  days.unstated = [...overseaOf(state).positions.values()]
    .filter((position) => statedOf(days, position) !== null)
    .sort((a, b) => b.row.id - a.row.id)
}
