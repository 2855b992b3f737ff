import type { State } from '../state.ts'
import { tradingOf } from './instruments.ts'
import { visitPositions } from './visits.ts'

/** After other thresholds of a site: work guards the accounts of its positions by them. A start guards all. */
export function guardAnew(state: State, siteId: number): void {
  const markets = [...tradingOf(state).books.values()].flatMap((book) => [...book.markets.values()])
  const sets = markets.filter((market) => market.row.siteId === siteId).map(({ positions }) => positions)
  visitPositions(state, sets, (position, turn) => {
    position.guarded = null
    position.market.policy.revalue(state, position.holder, turn)
  })
}
