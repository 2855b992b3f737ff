import { saltedLeafHash } from '@maru/evidence'
import { storedCell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import { changeOpenStake } from '../member.ts'
import { keepStaked } from '../money/bonus/stakes.ts'
import { bonusWallet } from '../money/bonus/state.ts'
import { payoutOf } from '../money.ts'
import { pricesOf, type State } from '../state.ts'
import type { BetRow, CoreSnapshot, RoundRow } from '../types.ts'
import { betLeaf } from '../wire.ts'
import { BinaryExposure } from './exposure.ts'
import { countLoss, leavesOf, queuePhase } from './lifecycle.ts'
import { addOption, addStake, type Bet, countExposure, newRound, type Round, roundsOf } from './state.ts'
import { awaitStrike } from './strikes.ts'

/** Builds options, rounds and bets from the database's rows. */
export function restoreRounds(state: State, snapshot: CoreSnapshot): void {
  const { sites, rounds, settling } = roundsOf(state)
  for (const [siteId, config] of state.sites)
    sites.set(siteId, { config, exposure: 0, day: '', dayEnd: 0, pnlToday: 0n })
  for (const { siteId, dayKst, pnl } of snapshot.houseToday) {
    const site = sites.get(siteId)
    invariant(site !== undefined, `site ${siteId} of a house result is not configured`)
    site.day = dayKst
    site.pnlToday = pnl
  }
  for (const row of snapshot.options) {
    const site = sites.get(row.siteId)
    invariant(site !== undefined, `site ${row.siteId} of option ${row.id} is not configured`)
    invariant(row.unit > 0n && row.minPoint > 0n, `option ${row.id} has no unit or minimum`)
    addOption(state, { ...storedCell(row), site, prices: pricesOf(state, row.instrument), rounds: [] })
  }
  restoreOpen(state, snapshot.rounds)
  restoreBets(state, snapshot.bets)
  for (const round of rounds.values()) finishRound(state, round)
  settling.sort((a, b) => a.row.decidedAt! - b.row.decidedAt! || a.row.id - b.row.id)
}

function restoreOpen(state: State, rows: readonly RoundRow[]): void {
  for (const row of [...rows].sort((a, b) => a.startAt - b.startAt || a.id - b.id)) {
    if (row.settledAt !== null) continue
    const option = roundsOf(state).options.get(row.optionId)
    invariant(option !== undefined, `option ${row.optionId} of round ${row.id} is missing`)
    const takesStakes = row.phase === 'SCHEDULED' || row.phase === 'OPEN'
    const round = newRound(option, row, takesStakes ? leavesOf(option) : null)
    round.told = row
    round.openTickDone = row.strikeTick !== null
    roundsOf(state).rounds.set(row.id, round)
    option.rounds.push(round)
  }
}

function restoreBets(state: State, rows: readonly BetRow[]): void {
  for (const row of [...rows].sort((a, b) => a.leafIndex - b.leafIndex || a.id - b.id)) {
    if (row.status !== 0) continue
    const round = roundsOf(state).rounds.get(row.tradeRoundId)
    invariant(round !== undefined, `round ${row.tradeRoundId} of open bet ${row.id} is missing`)
    const { currency } = round.option.row
    const member = state.members.get(row.memberId)
    const wallet = state.ledger.wallet(row.memberId, 'BINARY', currency)
    invariant(member !== undefined && wallet !== null, `member ${row.memberId} of open bet ${row.id} has no wallet`)
    changeOpenStake(member, currency, row.point)
    const bonus = row.bonusPoint > 0n ? bonusWallet(state, row.memberId) : null
    invariant(row.bonusPoint === 0n || bonus !== null, `the bonus of open bet ${row.id} has no wallet`)
    wallet.firm += row.point - row.bonusPoint
    if (bonus) bonus.firm += row.bonusPoint
    keepStaked(state, row.bonusParts)
    addStake(round, row)
    round.bets.push({ ...storedCell(row), member, wallet, bonus })
  }
}

function finishRound(state: State, round: Round): void {
  if (round.row.decidedAt !== null) {
    round.lossLeft = countLoss(round)
    roundsOf(state).settling.push(round)
  } else {
    for (const bet of round.bets) restoreOpenBet(state, round, bet)
    if (round.leaves) invariant(round.leaves.size === round.row.betCount, `bets of round ${round.row.id} are missing`)
    queuePhase(state, round)
  }
  countExposure(round)
}

function restoreOpenBet(state: State, round: Round, bet: Bet): void {
  const { row } = bet
  const payout = payoutOf(row.point, row.payoutRateBp)
  round.exposure.add(row.side, row.point, payout)
  if (round.leaves) {
    invariant(row.leafIndex === round.leaves.size, `bet ${row.id} is not the next leaf of its round`)
    round.leaves.append(saltedLeafHash(row.salt, betLeaf(row, round.option.row.currency)))
  }
  if (!(round.exposure instanceof BinaryExposure)) return
  if (row.strikePrice === null) awaitStrike(state, round, bet)
  else round.exposure.strike(row.side, row.point, payout, row.strikePrice)
}
