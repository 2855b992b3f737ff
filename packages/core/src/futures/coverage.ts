import { invariant } from '../invariant.ts'
import type { Leg } from '../ledger.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Account, Minor } from '../types.ts'
import { playerPointOf } from './account.ts'
import type { Position } from './state.ts'

/** Money between a position's owner and the house; + credits him. */
export interface Movement {
  readonly account: Account
  readonly amount: Minor
  readonly reason: string
}

/**
 * Books what a position cost or earned. An isolated position is liable with its margin alone, a CROSS position with playerPoint
 * alone; what lies beyond is paid by the insurance fund and then by the house, so that no member owes anything.
 *
 * `released` is the part of an isolated margin that becomes free with a close, less a loss of this close; null keeps the result in
 * the margin (funding, liquidation). Returns what others paid. The caller revalues the trader.
 */
export function bookResult(
  state: State,
  position: Position,
  movements: readonly Movement[],
  released: Minor | null,
  refId: number,
  turn: Turn,
): Minor {
  const { trader, row } = position
  const net = movements.reduce((sum, { amount }) => sum + amount, 0n)
  let left: Minor
  if (row.marginType === 'CROSS') left = playerPointOf(trader) + net
  else {
    left = released === null ? row.margin + net : row.margin - released + min(0n, net + released)
    change(turn.effects, 'positions', position, { margin: left > 0n ? left : 0n })
  }
  const deficit = left < 0n ? -left : 0n
  const toFund = movements.reduce((sum, one) => (one.account === 'INSURANCE_FUND' ? sum - one.amount : sum), 0n)
  if (deficit > 0n) cover(state, position, deficit, toFund, refId, turn)
  for (const movement of movements) move(state, position, movement, refId, turn)
  invariant(playerPointOf(trader) >= 0n, `losses of ${row.memberId} reached his isolated margin`)
  return deficit
}

/** What is left of the margin of a position that was taken over goes to the insurance fund. */
export function forfeitMargin(state: State, position: Position, turn: Turn): void {
  const { margin } = position.row
  change(turn.effects, 'positions', position, { margin: 0n })
  move(
    state,
    position,
    { account: 'INSURANCE_FUND', amount: -margin, reason: 'FUTURES_SURPLUS' },
    position.row.id,
    turn,
  )
}

/** The fund pays as far as it reaches, what it gets in the same breath included; the house pays the rest. */
function cover(state: State, position: Position, deficit: Minor, toFund: Minor, refId: number, turn: Turn): void {
  const { siteId, currency } = position.trader.wallet.row
  const fund = state.ledger.houseBalance(siteId, 'INSURANCE_FUND', currency) + toFund
  const fromFund = min(deficit, fund > 0n ? fund : 0n)
  const legs: Leg[] = [{ wallet: position.trader.wallet, amount: deficit }]
  if (fromFund > 0n) legs.push({ siteId, account: 'INSURANCE_FUND', currency, amount: -fromFund })
  if (deficit > fromFund) legs.push({ siteId, account: 'BAD_DEBT', currency, amount: fromFund - deficit })
  state.ledger.post(legs, 'FUTURES_INSURANCE', refId, turn, turn.effects)
}

function move(
  state: State,
  position: Position,
  { account, amount, reason }: Movement,
  refId: number,
  turn: Turn,
): void {
  if (amount === 0n) return
  const { wallet } = position.trader
  const { siteId, currency } = wallet.row
  const legs = [
    { wallet, amount },
    { siteId, account, currency, amount: -amount },
  ] as const
  state.ledger.post(legs, reason, refId, turn, turn.effects)
}

const min = (a: Minor, b: Minor): Minor => (a < b ? a : b)
