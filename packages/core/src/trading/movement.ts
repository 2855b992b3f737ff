import type { Leg, Wallet } from '../ledger.ts'
import { countResult } from '../limits/count.ts'
import type { State, Turn } from '../state.ts'
import type { Account, Minor } from '../types.ts'

/** Money between a member and the house; + credits him. */
export interface Movement {
  readonly account: Account
  readonly amount: Minor
  readonly reason: string
}

/**
 * Gives a member what his losses go beyond what stands behind them, so that nobody owes anything: the fund pays as far as it
 * reaches, with `toFund` that it gets in the same breath; the house pays the rest.
 */
export function payDeficit(
  state: State,
  wallet: Wallet,
  deficit: Minor,
  toFund: Minor,
  reason: string,
  refId: number,
  turn: Turn,
): void {
  const { siteId, currency } = wallet.row
  const fund = state.ledger.houseBalance(siteId, 'INSURANCE_FUND', currency) + toFund
  const available = fund > 0n ? fund : 0n
  const fromFund = deficit < available ? deficit : available
  const legs: Leg[] = [{ wallet, amount: deficit }]
  if (fromFund > 0n) legs.push({ siteId, account: 'INSURANCE_FUND', currency, amount: -fromFund })
  if (deficit > fromFund) legs.push({ siteId, account: 'BAD_DEBT', currency, amount: fromFund - deficit })
  state.ledger.post(legs, reason, refId, turn, turn.effects)
}

/** What members win or lose beside their fills, and what so counts against limits that they set themselves (rules J 4). */
const RESULTS: ReadonlySet<string> = new Set(['FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING'])

/** Posts a movement; nothing where it is 0. */
export function postMovement(
  state: State,
  wallet: Wallet,
  { account, amount, reason }: Movement,
  refId: number,
  turn: Turn,
): void {
  if (amount === 0n) return
  const { siteId, currency } = wallet.row
  const legs = [
    { wallet, amount },
    { siteId, account, currency, amount: -amount },
  ] as const
  const id = state.ledger.post(legs, reason, refId, turn, turn.effects)
  if (!RESULTS.has(reason)) return
  const { memberId } = wallet.row
  countResult(state, memberId, { sourceId: id, currency, at: turn.wall, stake: 0n, profit: amount }, turn)
}
