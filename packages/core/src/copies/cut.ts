import { change, type State, type Turn } from '../state.ts'
import { closeGathering } from './fan-outs.ts'
import { copiesOf, type Trader } from './state.ts'
import type { FollowEnd } from './tables.ts'

/** Ends all follows of a trader at once. Work writes their rows. */
export function cutFollows(state: State, trader: Trader, cutReason: FollowEnd, turn: Turn): void {
  closeGathering(state, trader.row.memberId, turn)
  change(turn.effects, 'copyTraders', trader, { cutId: turn.nextId(), cutReason, isActive: false })
  copiesOf(state).cut.add(trader)
}

/** A trader who is locked out leads nobody. */
export function cutDenied(state: State, memberId: number, turn: Turn): void {
  const trader = copiesOf(state).traders.get(memberId)
  if (trader) cutFollows(state, trader, 'TRADER_DENIED', turn)
}
