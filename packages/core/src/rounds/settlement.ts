import { invariant } from '../invariant.ts'
import type { Leg } from '../ledger.ts'
import { countResult } from '../limits/count.ts'
import { changeOpenStake } from '../member.ts'
import { tidyBonus } from '../money/bonus/close.ts'
import { splitResult } from '../money/bonus/split.ts'
import { unstakeBonus } from '../money/bonus/stakes.ts'
import { countTurnover } from '../money/bonus/turnover.ts'
import { purseOf } from '../money/state.ts'
import { payoutOf } from '../money.ts'
import { change, type State, type Turn } from '../state.ts'
import type { BetRow, RoundRow } from '../types.ts'
import { announceBet } from './announce.ts'
import { SETTLE_CHUNK } from './rules.ts'
import { type Bet, countExposure, dropStake, type Round, roundsOf, todayPnl } from './state.ts'

export interface Outcome {
  readonly status: 1 | 2 | 3
  /** Net: payout − stake won, −stake lost, 0 void. */
  readonly profit: bigint
  readonly voidReason: string | null
}

const WON = (bet: BetRow): Outcome => ({
  status: 1,
  profit: payoutOf(bet.point, bet.payoutRateBp) - bet.point,
  voidReason: null,
})
const LOST = (bet: BetRow): Outcome => ({ status: 2, profit: -bet.point, voidReason: null })
const VOID = (voidReason: string | null): Outcome => ({ status: 3, profit: 0n, voidReason })

/** What a bet of a decided round is worth: by the round's result (rent) or by the bet's own strike (binary). */
export function outcomeOf(round: RoundRow, bet: BetRow, binary: boolean): Outcome {
  invariant(round.decidedAt !== null, 'a round is not decided', round.id)
  if (round.phase === 'VOID') return VOID(round.voidReason)
  if (!binary) {
    invariant(round.status === 1 || round.status === 2, 'a round has no winning side', round.id)
    return (round.status === 1) === (bet.side === 'B') ? WON(bet) : LOST(bet)
  }
  if (bet.strikePrice === null) return VOID('NO_STRIKE')
  const close = round.closeTick!.price
  if (close === bet.strikePrice) return VOID('PRICE_EQUAL')
  return close > bet.strikePrice === (bet.side === 'B') ? WON(bet) : LOST(bet)
}

/**
 * Settles one bet: frees the stake, posts the result, and counts it for limits and the house's day. A won bet is credited
 * floor(stake × rate) − stake, a lost one debited its stake, a void one neither.
 */
export function settleBet(state: State, round: Round, bet: Bet, outcome: Outcome, turn: Turn): void {
  const { row, member, wallet } = bet
  invariant(row.status === 0, 'a bet is settled', row.id)
  const { currency } = wallet.row
  const { status, profit, voidReason } = outcome
  release(state, bet, turn)
  changeOpenStake(member, currency, -row.point)
  dropStake(round, row)
  if (profit !== 0n) {
    state.ledger.post(legsOf(bet, profit), profit > 0n ? 'ROUND_WIN' : 'ROUND_LOSS', row.id, turn, turn.effects)
    const { site } = round.option
    site.pnlToday = todayPnl(site, turn.at) - profit
  }
  if (status !== 3) {
    const result = { sourceId: row.id, currency, at: turn.wall, stake: row.point, profit }
    countResult(state, row.memberId, result, turn)
    const { siteId, memberId, point: amount } = row
    const underlying = round.option.row.instrument
    countTurnover(state, { siteId, memberId, underlying, isUp: row.side === 'B', amount, currency }, turn)
  }
  change(turn.effects, 'bets', bet, {
    status,
    profit,
    voidReason,
    settledAt: turn.at,
    settledWall: turn.wall,
    strikePrice: round.binary ? row.strikePrice : (round.row.strikeTick?.price ?? null),
    closePrice: round.row.closeTick?.price ?? null,
  })
  announceBet(round, bet, 'BET_SETTLED', turn.effects)
  if (!bet.bonus) return
  const { bonus: result } = splitResult(profit, row.point, row.bonusPoint)
  unstakeBonus(state, row.memberId, { parts: row.bonusParts, result }, turn)
  tidyBonus(state, purseOf(state, row.siteId, row.memberId)!, turn)
}

/** Frees the stake in the wallets that it came from. */
function release(state: State, { row, wallet, bonus }: Bet, turn: Turn): void {
  if (row.bonusPoint < row.point) state.ledger.release(wallet, row.point - row.bonusPoint, turn.effects)
  if (bonus) state.ledger.release(bonus, row.bonusPoint, turn.effects)
}

/** The result of a bet, in the wallets that its stake came from. */
function legsOf({ row, wallet, bonus }: Bet, profit: bigint): Leg[] {
  const parts = splitResult(profit, row.point, row.bonusPoint)
  const legs: Leg[] = []
  if (parts.cash !== 0n) legs.push({ wallet, amount: parts.cash })
  if (bonus && parts.bonus !== 0n) legs.push({ wallet: bonus, amount: parts.bonus })
  legs.push({ siteId: row.siteId, account: 'PNL_ROUND', currency: wallet.row.currency, amount: -profit })
  return legs
}

/** Goes on with decided rounds, oldest first, until `maxRows` row effects or 500 bets; the stored result decides. */
export function settleDue(state: State, maxRows: number, turn: Turn): void {
  for (let bets = 0; bets < SETTLE_CHUNK && turn.effects.count < maxRows; ) {
    const round = roundsOf(state).settling[0]
    if (!round) return
    const bet = round.bets[round.settled]
    if (!bet) {
      roundsOf(state).settling.shift()
      finish(round, turn)
      continue
    }
    round.settled++
    if (bet.row.status !== 0) continue
    const outcome = outcomeOf(round.row, bet.row, round.binary)
    settleBet(state, round, bet, outcome, turn)
    round.lossLeft -= Number(outcome.profit)
    countExposure(round)
    bets++
  }
}

/** All bets of a round are settled: it leaves memory but for its row. */
export function finish(round: Round, turn: Turn): void {
  invariant(round.stakes.size === 0, `round ${round.row.id} keeps stakes`)
  change(turn.effects, 'rounds', round, { settledAt: turn.at })
  round.bets = []
  round.waiting = []
  round.nextWaiting = 0
  round.leaves = null
  round.lossLeft = 0
  countExposure(round)
}
