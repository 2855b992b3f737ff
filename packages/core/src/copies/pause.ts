import type { ErrorCode } from '@maru/contract'
import { change, type State, type Turn } from '../state.ts'
import { copiesOf } from './state.ts'

/** The follow of a member opens nothing until he changes it himself: he is barred, and nothing resumes by itself. */
export function pauseFollow(state: State, memberId: number, pausedBy: ErrorCode, turn: Turn): void {
  const follow = copiesOf(state).running.get(memberId)
  if (follow) change(turn.effects, 'copyFollows', follow, { pausedBy })
}
