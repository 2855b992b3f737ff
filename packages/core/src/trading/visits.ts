import type { State, Turn } from '../state.ts'
import { tradingOf } from './instruments.ts'
import type { Order, Position } from './state.ts'
import { Walk } from './walk.ts'

/** After so many row effects of a turn the visits go on in the next one. With what the last visit adds, a turn has 200 at most. */
const ROWS_MAX = 150
/** So many visits at most go into one turn, whatever they change. */
const VISITS_MAX = 1_000

/** Queues a visit of each position as work, in the order of their ids. A visit must do no harm when it comes twice. */
export function visitPositions<P extends Position>(
  state: State,
  sets: Iterable<ReadonlySet<P>>,
  visit: (position: P, turn: Turn) => void,
): void {
  queue(state, new Walk(sets), visit)
}

/** Queues a visit of each order in the same way. */
export function visitOrders<O extends Order>(
  state: State,
  sets: Iterable<ReadonlySet<O>>,
  visit: (order: O, turn: Turn) => void,
): void {
  queue(state, new Walk(sets), visit)
}

export const hasVisits = (state: State): boolean => tradingOf(state).visits.length > 0

/** Goes on with the visits, those that were asked for first. */
export function workVisits(state: State, maxRows: number, turn: Turn): void {
  const { visits } = tradingOf(state)
  const most = Math.min(maxRows, ROWS_MAX)
  for (let left = VISITS_MAX; left > 0 && visits[0] && turn.effects.count < most; left--)
    if (!visits[0].visitNext(turn)) visits.shift()
}

function queue<T extends { readonly row: { readonly id: number; readonly closedAt: number | null } }>(
  state: State,
  walk: Walk<T>,
  visit: (item: T, turn: Turn) => void,
): void {
  tradingOf(state).visits.push({
    visitNext(turn) {
      const item = walk.next()
      if (item && item.row.closedAt === null) visit(item, turn)
      return item !== null
    },
  })
}
