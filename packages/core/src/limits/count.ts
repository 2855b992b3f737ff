import { newPart } from '../part.ts'
import type { State, Turn } from '../state.ts'
import type { SettledResult } from '../types.ts'
import { Newest } from './history.ts'

const newest = newPart(() => new Newest<SettledResult>())

export const newestOf = (state: State): Newest<SettledResult> => state.parts.of(newest)

/** A member won or lost something. It counts against the limits of its member, also against one that he sets before the database tells it. */
export function countResult(state: State, memberId: number, result: SettledResult, { effects }: Turn): void {
  const member = state.members.get(memberId)
  member?.results?.add(result)
  member?.onResult?.(effects)
  newestOf(state).add(memberId, result)
}
