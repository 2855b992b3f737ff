import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type { SettledResult } from '../types.ts'
import { Newest } from './history.ts'

const newest = newPart(() => new Newest<SettledResult>())

export const newestOf = (state: State): Newest<SettledResult> => state.parts.of(newest)

/** Counts a result against the limits of its member, also against one that he sets before the database tells it. */
export function countResult(state: State, memberId: number, result: SettledResult): void {
  state.members.get(memberId)?.results?.add(result)
  newestOf(state).add(memberId, result)
}
