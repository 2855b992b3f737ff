import { settleFunding } from '../futures/funding.ts'
import { revalue } from '../futures/risk.ts'
import type { State, Turn } from '../state.ts'
import { isLive } from '../trading/prices.ts'
import type { Position } from '../trading/state.ts'
import { closeAll } from './close-lot.ts'
import { endFollow } from './ends.ts'
import { guardLosses, lossOf, wakeLoss } from './loss.ts'
import { copiesOf, endOf, type Follow } from './state.ts'

/**
 * Judges the loss of a follow whose guard fired: at what it bears it ends, and its copies are closed at the market or are its member's own
 * from now on. While the prices of one of them are not live nothing is judged: the next live mark does it.
 */
export function judgeLoss(state: State, { row }: Position, turn: Turn): void {
  const follow = row.followId === null ? undefined : copiesOf(state).follows.get(row.followId)
  if (!follow || follow.row.lossStop === null || endOf(state, follow) !== Number.POSITIVE_INFINITY) return
  const asleep = [...follow.copies.values()].find(
    ({ market: { instrument } }) => instrument.mark === null || !isLive(instrument, turn.at),
  )
  if (asleep) {
    wakeLoss(follow, asleep)
    return
  }
  settleFundings(state, follow, turn)
  if (lossOf(follow)! < follow.row.lossStop) guardLosses(state, follow)
  else stop(state, follow, turn)
}

function settleFundings(state: State, { copies }: Follow, turn: Turn): void {
  for (const copy of copies.values()) settleFunding(state, copy, turn)
  for (const { holder } of copies.values()) {
    revalue(state, holder, turn)
    return
  }
}

function stop(state: State, follow: Follow, turn: Turn): void {
  endFollow(state, follow, 'LOSS_STOP', turn)
  if (follow.row.lossStopClose) closeAll(state, follow, turn)
}
