import { change, type State, type Turn } from '../state.ts'
import { closeGathering, isOwed } from './fan-outs.ts'
import { guardLosses } from './loss.ts'
import { makeCopy } from './make-copy.ts'
import { settleMember } from './settle.ts'
import { copiesOf, endOf, type Follow, noteOwed } from './state.ts'
import type { FollowEnd } from './tables.ts'

/** What is owed of a member is done before anything else with him: his copies, oldest first, and the day that ended. */
export function beforeMember(state: State, memberId: number, turn: Turn): void {
  catchUp(state, memberId, turn)
  if (!copiesOf(state).making.has(memberId)) settleMember(state, memberId, turn)
}

/** Makes the copies that a member is owed, oldest first, before anything else is done with him, and writes the end of his follow. */
export function catchUp(state: State, memberId: number, turn: Turn): void {
  const { running, making } = copiesOf(state)
  const follow = running.get(memberId)
  if (!follow || making.has(memberId)) return
  makeOwed(state, follow, turn)
  const end = endOf(state, follow)
  if (end !== Number.POSITIVE_INFINITY)
    writeEnd(state, follow, { endId: end, reason: cutReasonOf(state, follow) }, turn)
}

function makeOwed(state: State, follow: Follow, turn: Turn): void {
  const { traderId } = follow.row
  for (const fanOut of [...(copiesOf(state).queues.get(traderId) ?? [])]) {
    if (!isOwed(state, follow, fanOut)) continue
    closeGathering(state, traderId, turn)
    makeCopy(state, follow, fanOut, turn)
    change(turn.effects, 'copyFollows', follow, { ahead: fanOut.row.id })
  }
}

const cutReasonOf = (state: State, { row }: Follow): FollowEnd =>
  copiesOf(state).traders.get(row.traderId)!.row.cutReason!

/** Ends a follow: what it was owed is made before, and its copies are its member's own from now on. */
export function endFollow(state: State, follow: Follow, reason: FollowEnd, turn: Turn): void {
  catchUp(state, follow.row.memberId, turn)
  if (follow.row.endId !== null) return
  closeGathering(state, follow.row.traderId, turn)
  writeEnd(state, follow, { endId: turn.nextId(), reason }, turn)
}

interface End {
  readonly endId: number
  readonly reason: FollowEnd
}

function writeEnd(state: State, follow: Follow, { endId, reason }: End, turn: Turn): void {
  const { running, traders } = copiesOf(state)
  const { memberId, traderId, slot } = follow.row
  const isDone = follow.copies.size === 0
  change(turn.effects, 'copyFollows', follow, {
    endId,
    endedAt: turn.at,
    endReason: reason,
    quit: [],
    doneAt: isDone ? turn.at : null,
  })
  running.delete(memberId)
  traders.get(traderId)!.bySlot[slot] = null
  if (isDone) copiesOf(state).follows.delete(follow.row.id)
  guardLosses(state, follow)
  for (const copy of follow.copies.values()) {
    if (copy.row.owedClose === 0) continue
    change(turn.effects, 'positions', copy, { owedClose: 0, owedBy: null })
    noteOwed(state, copy)
  }
}
