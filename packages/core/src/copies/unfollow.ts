import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { closeAll } from './close-lot.ts'
import { endFollow } from './ends.ts'
import { copiesOf, type Follow } from './state.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

/** Ends a follow for its member: its copies are his own, or are closed at the market. One that has ended stays as it is. */
export function unfollow(state: State, command: Of<'unfollow'>, turn: Turn): Reply {
  const { siteId, memberId, followId, closePositions } = command
  const follow = copiesOf(state).follows.get(followId)
  if (!follow || follow.row.siteId !== siteId || follow.row.memberId !== memberId) return refuse('FOLLOWER_NOT_FOUND')
  endFollow(state, follow, 'MEMBER', turn)
  if (closePositions) closeAll(state, follow, turn)
  return answer(follow)
}

/** Ends the follow of a member for his trader, and closes nothing. */
export function removeFollower(state: State, command: Of<'removeFollower'>, turn: Turn): Reply {
  const { siteId, memberId, followId } = command
  const follow = copiesOf(state).follows.get(followId)
  if (!follow || follow.row.siteId !== siteId || follow.row.traderId !== memberId) return refuse('FOLLOWER_NOT_FOUND')
  endFollow(state, follow, 'TRADER', turn)
  return answer(follow)
}

const answer = ({ row }: Follow): Reply => ({
  status: 200,
  body: { followId: row.id, endReason: row.endReason, endedAt: row.endedAt },
})
