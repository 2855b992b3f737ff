import type { State } from '../state.ts'
import type { SettledResult } from '../types.ts'

/** Counts a result against the limits of its member, also against one that he sets before the database tells it. */
export function countResult(state: State, memberId: number, result: SettledResult): void {
  state.accounts.get(memberId)?.results?.add(result)
  state.newestResults.add(memberId, result)
}
