import type { VoidReason } from '@maru/contract'
import { MerkleFrontier, toHex } from '@maru/evidence'
import { invariant } from '../invariant.ts'
import { change, type State, type Turn } from '../state.ts'
import type { EpochMs, InstrumentSignal, RoundRow, Tick } from '../types.ts'
import { announceRound } from './announce.ts'
import { earliestStart, timesOf } from './calendar.ts'
import { BinaryExposure, RentExposure } from './exposure.ts'
import {
  DELIVERY_GRACE_MS,
  DISTURBANCE_LEAD_MS,
  FREEZE_MS,
  isBinary,
  lengthOf,
  RESULT_LATE_MS,
  RULE_VERSION,
} from './rules.ts'
import { finish, outcomeOf } from './settlement.ts'
import { countExposure, newRound, type Option, type Round, roundsOf } from './state.ts'

const FROZEN_MS = FREEZE_MS + DELIVERY_GRACE_MS
/** How long a finished round stays known, so that late stakes are told that time is over. */
const KEEP_FINISHED_MS = 60_000

/**
 * Makes sure that an option which is played has a round that takes stakes now and the one after it. A restart goes on from the latter, so
 * that no round is made twice.
 */
export function scheduleRounds(state: State, option: Option, turn: Turn): void {
  const { at } = turn
  option.rounds = option.rounds.filter((round) => {
    const kept = round.row.settledAt === null || round.row.endAt + KEEP_FINISHED_MS > at
    if (!kept) roundsOf(state).rounds.delete(round.row.id)
    return kept
  })
  while (option.row.isPlay && !option.prices.isRest(at)) {
    const newest = option.rounds.at(-1)
    if (newest && newest.row.openAt > at && newest.row.decidedAt === null) return
    const earliest = earliestStart(option.row, at)
    const start = newest ? Math.max(newest.row.startAt + lengthOf(option.row.type), earliest) : earliest
    const round = newRound(option, newRow(option, start, turn), leavesOf(option))
    roundsOf(state).rounds.set(round.row.id, round)
    option.rounds.push(round)
    turn.effects.put('rounds', round)
    if (round.row.openAt <= at) open(round, turn)
    queuePhase(state, round)
  }
}

/** The empty bet tree of a new round: of rent rounds only, whose stakes are all in before the strike is known. */
export const leavesOf = (option: Option): MerkleFrontier | null =>
  isBinary(option.row.type) ? null : new MerkleFrontier()

/** Brings a round to its next phase, when that is due. */
function stepRound(state: State, round: Round, turn: Turn): void {
  const due = phaseDueAt(round)
  if (due === null || due > turn.at) return
  const { phase } = round.row
  if (phase === 'SCHEDULED') openOrSkip(state, round, turn)
  else if (phase === 'OPEN' && round.binary && !round.openTickDone) showOpenTick(round, turn)
  else if (phase === 'OPEN') lock(round, turn)
  else if (phase === 'LOCKED' && !round.binary) run(round, turn)
  else if (phase === 'RUNNING' && round.row.strikeTick === null) strike(state, round, turn)
  else decide(state, round, turn)
  queuePhase(state, round)
}

/** When the next phase of a round is due; null once it is decided. */
function phaseDueAt(round: Round): EpochMs | null {
  const { phase, openAt, lockAt, startAt, endAt, strikeTick, decidedAt } = round.row
  if (decidedAt !== null) return null
  if (phase === 'SCHEDULED') return openAt
  if (phase === 'OPEN') return round.binary && !round.openTickDone ? startAt + FROZEN_MS : lockAt
  if (phase === 'LOCKED' && !round.binary) return startAt
  if (phase === 'RUNNING' && strikeTick === null) return startAt + FROZEN_MS
  return endAt + FROZEN_MS
}

export function queuePhase(state: State, round: Round): void {
  const due = phaseDueAt(round)
  if (due !== null) state.due.push(due, (now, turn) => stepRound(now, round, turn))
}

/** Ends a round without a winner: every open stake is paid back. Final. `note`: what is published with it, in words. */
export function voidRound(
  state: State,
  round: Round,
  reason: VoidReason,
  turn: Turn,
  note: string | null = null,
): void {
  decideAs(state, round, { phase: 'VOID', status: 3, voidReason: reason, voidNote: note }, turn)
}

/** The signals that a round's evidence names: the state at startAt − 2 s and what followed until endAt. */
export function noteSignal(round: Round, signal: InstrumentSignal, turn: Turn): void {
  if (round.row.feedStates.length === 0 || signal.at > round.row.endAt) return
  change(turn.effects, 'rounds', round, { feedStates: [...round.row.feedStates, signal] })
}

function openOrSkip(state: State, round: Round, turn: Turn): void {
  if (turn.at >= lockOf(round)) voidRound(state, round, 'OUTAGE', turn)
  else if (round.option.prices.isRest(turn.at)) voidRound(state, round, 'MARKET_CLOSED', turn)
  else {
    open(round, turn)
    scheduleRounds(state, round.option, turn)
  }
}

/** From here on the payout rate and the times are fixed. */
function open(round: Round, turn: Turn): void {
  const lockAt = lockOf(round)
  const feedStates = round.binary ? signalsSoFar(round, turn.at) : []
  change(turn.effects, 'rounds', round, {
    phase: 'OPEN',
    ...termsOf(round.option),
    lockAt,
    feedStates,
  })
  announceRound(round, 'ROUND_OPEN', turn.at, turn.effects)
}

/** When a round that is to open locks. */
const lockOf = ({ option, row }: Round): EpochMs => timesOf(option.row, row.startAt).lockAt

/** What a round takes over from its option. */
const termsOf = ({ row: { payoutRateBp, strikeDelayMs, strikeWaitMs } }: Option) => ({
  payoutRateBp,
  strikeDelayMs,
  strikeWaitMs,
  ruleVersion: RULE_VERSION,
})

function lock(round: Round, turn: Turn): void {
  const betRoot = round.leaves && toHex(round.leaves.root())
  change(turn.effects, 'rounds', round, { phase: 'LOCKED', betRoot })
  round.leaves = null
  announceRound(round, 'ROUND_LOCKED', turn.at, turn.effects)
}

function run(round: Round, turn: Turn): void {
  change(turn.effects, 'rounds', round, { phase: 'RUNNING', feedStates: signalsSoFar(round, turn.at) })
  announceRound(round, 'ROUND_RUNNING', turn.at, turn.effects)
}

/** P(startAt): the strike of a rent round, unknown to all while they staked. */
function strike(state: State, round: Round, turn: Turn): void {
  const { startAt } = round.row
  const strikeTick = priceAt(round, startAt, startAt, turn.at)
  if (typeof strikeTick === 'string') {
    voidRound(state, round, strikeTick, turn)
    return
  }
  change(turn.effects, 'rounds', round, { strikeTick })
  announceRound(round, 'ROUND_RUNNING', turn.at, turn.effects)
}

/** P(startAt) of a binary round: for display only, so a stale one serves. */
function showOpenTick(round: Round, turn: Turn): void {
  round.openTickDone = true
  const { startAt } = round.row
  const strikeTick = round.option.prices.lastTick(startAt, startAt + FREEZE_MS)
  if (!strikeTick) return
  change(turn.effects, 'rounds', round, { strikeTick })
  announceRound(round, 'ROUND_OPEN', turn.at, turn.effects)
}

/** P(endAt) decides. */
function decide(state: State, round: Round, turn: Turn): void {
  const { endAt, strikeTick } = round.row
  // What ends with the session has its last tick.
  const closeTick = priceAt(round, endAt, endAt - 1, turn.at)
  if (typeof closeTick === 'string') {
    voidRound(state, round, closeTick, turn)
    return
  }
  const move = strikeTick ? Math.sign(closeTick.price - strikeTick.price) : 0
  change(turn.effects, 'rounds', round, { closeTick })
  if (move === 0 && !round.binary) {
    voidRound(state, round, 'PRICE_EQUAL', turn)
    return
  }
  const status = move > 0 ? 1 : move < 0 ? 2 : 3
  // A binary round has no result of its own: its bets have. An equal open and close is only shown as even.
  const voidReason = status === 3 ? 'PRICE_EQUAL' : null
  decideAs(state, round, { phase: 'SETTLED', status, voidReason, voidNote: null }, turn)
}

/** P(T) of a round, or why there is none; its market has to be open at `openAt`. */
function priceAt(round: Round, at: EpochMs, openAt: EpochMs, now: EpochMs): Tick | VoidReason {
  const { prices } = round.option
  if (now > round.row.endAt + RESULT_LATE_MS) return 'RESULT_LATE'
  if (prices.isRest(openAt)) return 'MARKET_CLOSED'
  if (!prices.isLive(at)) return 'FEED_STALE'
  return prices.lastTick(at, at + FREEZE_MS) ?? 'FEED_STALE'
}

type Result = Pick<RoundRow, 'phase' | 'status' | 'voidReason' | 'voidNote'>

function decideAs(state: State, round: Round, result: Result, turn: Turn): void {
  invariant(round.row.decidedAt === null, `round ${round.row.id} is decided`)
  const wasToCome = round.row.phase === 'SCHEDULED'
  const feedStates = round.row.feedStates.length > 0 ? round.row.feedStates : signalsSoFar(round, turn.at)
  change(turn.effects, 'rounds', round, { ...result, feedStates, decidedAt: turn.at })
  round.leaves = null
  round.lossLeft = lossOf(round)
  round.waiting = []
  round.nextWaiting = 0
  roundsOf(state).strikable.delete(round)
  countExposure(round)
  announceRound(round, result.phase === 'VOID' ? 'ROUND_VOID' : 'ROUND_SETTLED', turn.at, turn.effects)
  if (round.bets.length === 0) finish(round, turn)
  else roundsOf(state).settling.push(round)
  if (wasToCome) scheduleRounds(state, round.option, turn)
}

/** What the open bets of a decided round cost the house. */
function lossOf(round: Round): number {
  const { row, exposure } = round
  if (row.phase === 'VOID') return 0
  if (exposure instanceof RentExposure) return exposure.lossIf(row.status === 1 ? 'B' : 'S')
  if (exposure instanceof BinaryExposure && round.waiting.length === 0) return exposure.lossAt(row.closeTick!.price)
  return countLoss(round)
}

/** The same by looking at every open bet: after a restart, or where strikes are missing. */
export function countLoss(round: Round): number {
  let loss = 0
  for (const bet of round.bets) {
    if (bet.row.status === 0) loss += Number(outcomeOf(round.row, bet.row, round.binary).profit)
  }
  return loss
}

function signalsSoFar(round: Round, now: EpochMs): readonly InstrumentSignal[] {
  const { startAt, endAt } = round.row
  return round.option.prices.signals(startAt - DISTURBANCE_LEAD_MS, Math.min(now, endAt))
}

function newRow(option: Option, startAt: EpochMs, turn: Turn): RoundRow {
  const { openAt, lockAt, endAt, roundNo } = timesOf(option.row, startAt)
  return {
    siteId: option.row.siteId,
    id: turn.nextId(),
    optionId: option.row.id,
    roundNo,
    openAt,
    lockAt,
    startAt,
    endAt,
    phase: 'SCHEDULED',
    ...termsOf(option),
    status: 0,
    voidReason: null,
    voidNote: null,
    strikeTick: null,
    closeTick: null,
    buyPoint: 0n,
    sellPoint: 0n,
    betCount: 0,
    betRoot: null,
    feedStates: [],
    decidedAt: null,
    settledAt: null,
  }
}
