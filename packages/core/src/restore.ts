import { saltedLeafHash } from '@maru/evidence'
import { changeOpenStake, newMember } from './accounts.ts'
import { cell } from './effects.ts'
import { futuresReserved, hasFuturesOrders, restoreFutures } from './futures/restore.ts'
import { invariant } from './invariant.ts'
import { ResultHistory } from './limits/history.ts'
import { payoutOf } from './money.ts'
import { overseaReserved, restoreOversea } from './oversea/restore.ts'
import { BinaryExposure } from './rounds/exposure.ts'
import { countLoss, leavesOf, queuePhase } from './rounds/lifecycle.ts'
import { addOption, addStake, type Bet, countExposure, newRound, type Round, roundsOf } from './rounds/state.ts'
import { awaitStrike } from './rounds/strikes.ts'
import { addAccount, newState, pricesOf, type State } from './state.ts'
import type { BetRow, CoreSnapshot, RoundRow } from './types.ts'
import { betLeaf } from './wire.ts'

/** Builds the state from the database's rows. Throws InvariantBroken where they contradict each other. */
export function restore(snapshot: CoreSnapshot): State {
  // A new house knows nothing since ever; evidence carries that moment as a number of JSON, which −∞ is not.
  const state = newState(snapshot.lastBatchAt ?? 0)
  for (const config of snapshot.sites) {
    state.sites.set(config.siteId, config)
    roundsOf(state).sites.set(config.siteId, { config, exposure: 0, day: '', dayEnd: 0, pnlToday: 0n })
  }
  for (const { siteId, dayKst, pnl } of snapshot.houseToday) {
    const site = roundsOf(state).sites.get(siteId)
    invariant(site !== undefined, `site ${siteId} of a house result is not configured`)
    site.day = dayKst
    site.pnlToday = pnl
  }
  for (const row of snapshot.options) {
    const site = roundsOf(state).sites.get(row.siteId)
    invariant(site !== undefined, `site ${row.siteId} of option ${row.id} is not configured`)
    invariant(row.unit > 0n && row.minPoint > 0n, `option ${row.id} has no unit or minimum`)
    addOption(state, { ...cell(row), site, prices: pricesOf(state, row.instrument), rounds: [] })
  }
  restoreMembers(state, snapshot)
  restoreRounds(state, snapshot.rounds)
  restoreBets(state, snapshot.bets)
  for (const round of roundsOf(state).rounds.values()) finishRound(state, round)
  restoreFutures(state, snapshot)
  restoreOversea(state, snapshot)
  roundsOf(state).settling.sort((a, b) => a.row.decidedAt! - b.row.decidedAt! || a.row.id - b.row.id)
  assertReserved(state)
  return state
}

function restoreMembers(state: State, snapshot: CoreSnapshot): void {
  state.ledger.restore(snapshot.wallets, snapshot.house)
  for (const row of snapshot.members) addAccount(state, row)
  for (const { siteId, memberId } of snapshot.wallets) {
    if (!state.accounts.has(memberId)) addAccount(state, newMember(siteId, memberId))
  }
  for (const row of snapshot.limits) {
    const account = state.accounts.get(row.memberId)
    invariant(account !== undefined, `member ${row.memberId} of a limit has no account`)
    account.limits.push(cell(row))
    account.results ??= new ResultHistory()
  }
  for (const result of [...snapshot.recentResults].sort((a, b) => a.at - b.at || a.betId - b.betId)) {
    const { betId, currency, at, stake, profit } = result
    state.accounts.get(result.memberId)?.results?.add({ betId, currency, at, stake, profit })
  }
}

function restoreRounds(state: State, rows: readonly RoundRow[]): void {
  for (const row of [...rows].sort((a, b) => a.startAt - b.startAt || a.id - b.id)) {
    if (row.settledAt !== null) continue
    const option = roundsOf(state).options.get(row.optionId)
    invariant(option !== undefined, `option ${row.optionId} of round ${row.id} is missing`)
    const takesStakes = row.phase === 'SCHEDULED' || row.phase === 'OPEN'
    const round = newRound(option, row, takesStakes ? leavesOf(option) : null)
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
    const account = state.accounts.get(row.memberId)
    const wallet = state.ledger.wallet(row.memberId, 'BINARY', currency)
    invariant(account !== undefined && wallet !== null, `member ${row.memberId} of open bet ${row.id} has no wallet`)
    changeOpenStake(account, currency, row.point)
    wallet.firm += row.point
    addStake(round, row)
    round.bets.push({ ...cell(row), account, wallet })
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

/** What a member's wallet holds back is exactly what he has in undecided bets, positions and orders. Scans everything: for restores and tests. */
function assertReserved(state: State): void {
  for (const row of state.ledger.wallets()) {
    // What orders set aside follows fees that may have been changed beside the core: the first turn counts it anew.
    if (row.type === 'FUTURES' && hasFuturesOrders(state, row.memberId)) continue
    const open =
      row.type === 'BINARY'
        ? (state.accounts.get(row.memberId)?.openStakes.get(row.currency) ?? 0n) + overseaReserved(state, row.memberId)
        : futuresReserved(state, row.memberId)
    invariant(row.reserved === open, `wallet ${row.type} of ${row.memberId} reserves ${row.reserved}, open are ${open}`)
  }
}
