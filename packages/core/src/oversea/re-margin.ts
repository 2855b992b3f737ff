import { change, type State, type Turn } from '../state.ts'
import { recountMarkets } from '../trading/recount.ts'
import { Walk } from '../trading/walk.ts'
import type { PositionRow } from '../types.ts'
import { revalue } from './risk.ts'
import { positionMargin } from './spared.ts'
import { type Days, daysOf, overseaOf, type Position } from './state.ts'

/** So many positions are examined for each that may be re-margined. */
const LOOKS = 20

/** Re-margins a position: gives it the rate and the margin in force. */
export function reMargin(days: Days, position: Position, turn: Turn): void {
  const margin = dueMarginOf(days, position)
  if (margin !== null) change(turn.effects, 'positions', position, margin)
}

/** Rate and margin that a position should have; null where it has them. */
function dueMarginOf(days: Days, position: Position): Pick<PositionRow, 'fxRate' | 'margin'> | null {
  const { row } = position
  const fxRate = days.fixing?.rate ?? row.fxRate!
  const margin = positionMargin(position, BigInt(fxRate))
  return fxRate === row.fxRate && margin === row.margin ? null : { fxRate, margin }
}

/** Re-margins up to `max` of the positions that wait for it, and sets the guards of their margin accounts anew. */
export function reMarginSome(state: State, max: number, turn: Turn): void {
  const days = daysOf(state)
  let left = max
  for (let looks = max * LOOKS; looks > 0 && left > 0 && days.toReMargin !== null; looks--) {
    const position = days.toReMargin.next()
    if (position === null) days.toReMargin = null
    else if (position.row.closedAt === null && dueMarginOf(days, position) !== null) {
      left--
      reMargin(days, position, turn)
      revalue(state, position.holder, turn)
    }
  }
}

/**
 * After a new fixing: what open orders hold back, as a restart counts it, and the positions, the lowest id first. Between two trading
 * days there are no orders but those whose session ended while the house was down.
 */
export function takeFixing(state: State): void {
  recountMarkets(state, overseaOf(state).markets.values())
  queueReMargin(state)
}

/** After a start, a new fixing or another margin: queues all positions; those with another rate or margin are re-margined. */
export function queueReMargin(state: State): void {
  const markets = [...overseaOf(state).markets.values()]
  daysOf(state).toReMargin = new Walk(markets.map(({ positions }) => positions))
}
