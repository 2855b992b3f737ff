import { invariant } from '../invariant.ts'
import { change, type State, type Turn } from '../state.ts'
import { type Movement, payDeficit, postMovement } from '../trading/movement.ts'
import type { Minor } from '../types.ts'
import { collateralOf } from '../wallet.ts'
import { takeLinkedGains } from './linked-deficit.ts'
import type { Position } from './state.ts'

/**
 * Posts what a position cost or earned. An isolated position is liable with its margin alone, a CROSS position with playerPoint
 * alone; what lies beyond is paid by the insurance fund and then by the house, so that no member owes anything.
 *
 * `released` is the part of an isolated margin that becomes free with a close, less a loss of this close; otherwise the result stays in
 * the margin: of a funding (KEPT), or of a takeover, whose deficit comes out of linked gains first. The caller revalues the holder.
 */
export function postResult(
  state: State,
  position: Position,
  movements: readonly Movement[],
  released: Minor | 'KEPT' | 'TAKEOVER',
  refId: number,
  turn: Turn,
): void {
  const { holder, row } = position
  const net = movements.reduce((sum, { amount }) => sum + amount, 0n)
  let left: Minor
  if (row.marginType === 'CROSS') left = collateralOf(holder.wallet) + net
  else {
    left = typeof released === 'string' ? row.margin + net : row.margin - released + min(0n, net + released)
    change(turn.effects, 'positions', position, { margin: left > 0n ? left : 0n })
  }
  const paid = left < 0n ? -left : 0n
  let deficit = paid
  if (deficit > 0n && released === 'TAKEOVER') deficit -= takeLinkedGains(state, position, deficit, refId, turn)
  const toFund = movements.reduce((sum, one) => (one.account === 'INSURANCE_FUND' ? sum - one.amount : sum), 0n)
  if (deficit > 0n) payDeficit(state, holder.wallet, deficit, toFund, 'FUTURES_INSURANCE', refId, turn)
  for (const movement of movements) postMovement(state, position.holder.wallet, movement, refId, turn)
  invariant(collateralOf(holder.wallet) >= 0n, 'the losses of a member reached his isolated margin', row.memberId)
  if (paid > 0n) change(turn.effects, 'positions', position, { otherPnl: position.row.otherPnl + paid })
}

/** What is left of the margin of a position that was taken over goes to the insurance fund. */
export function forfeitMargin(state: State, position: Position, turn: Turn): void {
  const { margin, otherPnl } = position.row
  change(turn.effects, 'positions', position, { margin: 0n, otherPnl: otherPnl - margin })
  postMovement(
    state,
    position.holder.wallet,
    { account: 'INSURANCE_FUND', amount: -margin, reason: 'FUTURES_SURPLUS' },
    position.row.id,
    turn,
  )
}

const min = (a: Minor, b: Minor): Minor => (a < b ? a : b)
