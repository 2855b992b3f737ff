import { contractMargin } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import { recountMarkets } from '../trading/recount.ts'
import { Walk } from '../trading/walk.ts'
import type { PositionRow } from '../types.ts'
import { revalue } from './risk.ts'
import { type Days, daysOf, overseaOf, type Position } from './state.ts'

/** So many positions are looked at for each that may be margined anew. */
const LOOKS = 20

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

/** Does so for the positions that a new fixing or margin concerns, up to `max` of them, and guards their accounts anew. */
export function stateSome(state: State, max: number, turn: Turn): void {
  const days = daysOf(state)
  let left = max
  for (let looks = max * LOOKS; looks > 0 && left > 0 && days.unstated !== null; looks--) {
    const position = days.unstated.next()
    if (position === null) days.unstated = null
    else if (position.row.closedAt === null && statedOf(days, position) !== null) {
      left--
      stateAnew(days, position, turn)
      revalue(state, position.trader, turn)
    }
  }
}

/**
 * After a new fixing: what open orders hold back, as a restart counts it, and the positions, the lowest id first. Between two trading
 * days there are no orders but those whose session ended while the house was down.
 */
export function takeFixing(state: State): void {
  recountMarkets(state, overseaOf(state).markets.values())
  restate(state)
}

/** After a start, a new fixing or another margin: goes over all positions, for those that are not margined by it. */
export function restate(state: State): void {
  const markets = [...overseaOf(state).markets.values()]
  daysOf(state).unstated = new Walk(markets.map(({ positions }) => positions))
}
