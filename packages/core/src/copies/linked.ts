import { groupOf } from '../risk-groups/state.ts'
import type { State, Turn } from '../state.ts'
import { endFollow } from './ends.ts'
import { returnShares } from './payouts.ts'
import { copiesOf, type Follow } from './state.ts'

/** Nobody follows a trader of his own risk group: follows of a member's group end where it is known later. */
export function endLinked(state: State, memberId: number, turn: Turn): void {
  const { running } = copiesOf(state)
  if (running.size === 0) return
  for (const id of groupOf(state, memberId)) {
    const follow = running.get(id)
    if (follow) endWithin(state, follow, turn)
  }
}

/** The same of all members: staff changed what joins them. */
export function endAllLinked(state: State, turn: Turn): void {
  for (const follow of [...copiesOf(state).running.values()]) endWithin(state, follow, turn)
}

function endWithin(state: State, follow: Follow, turn: Turn): void {
  const { memberId, traderId } = follow.row
  if (!groupOf(state, memberId).includes(traderId)) return
  endFollow(state, follow, 'LINKED', turn)
  returnShares(state, follow.pair, turn)
}
