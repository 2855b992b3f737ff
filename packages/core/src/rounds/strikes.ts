import type { VoidReason } from '@maru/contract'
import { invariant } from '../invariant.ts'
import { payoutOf } from '../money.ts'
import { change, type State, type Turn } from '../state.ts'
import type { EpochMs, Tick } from '../types.ts'
import { announceBet } from './announce.ts'
import { BinaryExposure } from './exposure.ts'
import { DELIVERY_GRACE_MS, STRIKE_CHUNK } from './rules.ts'
import { settleBet } from './settlement.ts'
import { type Bet, countExposure, optionsOn, type Round, roundsOf } from './state.ts'

/** Queues an accepted binary bet until its strike is known. */
export function awaitStrike(state: State, round: Round, bet: Bet): void {
  round.waiting.push(bet)
  queueDeadline(state, round)
}

/** Strikes what waited for a tick of an instrument, as far as the turn's bound goes. */
export function strikeOn(state: State, { instrument }: Tick, turn: Turn): void {
  let limit = STRIKE_CHUNK
  for (const option of optionsOn(state, instrument)) {
    for (const round of option.rounds) {
      if (round.nextWaiting === round.waiting.length) continue
      const before = turn.effects.rows.bets.length
      strikeWaiting(state, round, limit, turn)
      limit -= turn.effects.rows.bets.length - before
    }
  }
}

/** Strikes what can be struck now, oldest first, at most `limit` bets; what is left over goes on in the next turn. */
export function strikeWaiting(state: State, round: Round, limit: number, turn: Turn): void {
  for (let done = 0; done < limit; done++) {
    const bet = round.waiting[round.nextWaiting]
    const strike = bet ? strikeOf(round, bet, turn.at) : null
    if (!bet || !strike) {
      roundsOf(state).strikable.delete(round)
      compact(round)
      return
    }
    round.nextWaiting++
    if (typeof strike === 'string') voidWaiting(state, round, bet, strike, turn)
    else setStrike(round, bet, strike, turn)
  }
  roundsOf(state).strikable.add(round)
}

/** A deadline came: strike, and queue the next one. */
function strikeDeadline(state: State, round: Round, limit: number, turn: Turn): void {
  round.deadlineQueued = false
  strikeWaiting(state, round, limit, turn)
  queueDeadline(state, round)
}

/** Voids every bet that was accepted by `until` and has no strike. */
export function voidUnstruck(state: State, round: Round, until: EpochMs, reason: VoidReason, turn: Turn): void {
  for (;;) {
    const bet = round.waiting[round.nextWaiting]
    if (!bet || bet.row.acceptedAt > until) break
    round.nextWaiting++
    voidWaiting(state, round, bet, reason, turn)
  }
  compact(round)
}

/**
 * The strike of a bet is the first tick with sourceTs ≥ acceptedAt + strikeDelayMs that was received after the bet: a venue's clock that
 * is ahead must not turn a known price into a later one. Where no such tick was received by acceptedAt + strikeWaitMs, it is the last tick
 * with sourceTs ≤ that time if the feed is live then, else there is none. Null: not decided yet. A bet that was accepted before a start
 * has no strike, as the start may have lost its first tick.
 */
function strikeOf(round: Round, bet: Bet, now: EpochMs): Tick | VoidReason | null {
  const { prices } = round.option
  const { acceptedAt } = bet.row
  const { strikeDelayMs, strikeWaitMs } = round.row
  const deadline = acceptedAt + strikeWaitMs
  if (acceptedAt < prices.heardSince) return 'NO_STRIKE'
  const first = prices.firstTick(acceptedAt + strikeDelayMs, acceptedAt, deadline)
  if (first) return first
  if (now < deadline + DELIVERY_GRACE_MS && prices.lastReceivedAt <= deadline) return null
  return (prices.isLive(deadline) && prices.lastTick(deadline, deadline)) || 'NO_STRIKE'
}

function setStrike(round: Round, bet: Bet, tick: Tick, turn: Turn): void {
  const { side, point, payoutRateBp } = bet.row
  invariant(round.exposure instanceof BinaryExposure, 'a rent bet has no strike of its own')
  round.exposure.strike(side, point, payoutOf(point, payoutRateBp), tick.price)
  countExposure(round)
  change(turn.effects, 'bets', bet, { strikePrice: tick.price, strikeTick: tick })
  announceBet(round, bet, 'BET_STRUCK', turn.effects)
}

function voidWaiting(state: State, round: Round, bet: Bet, reason: VoidReason, turn: Turn): void {
  const { side, point, payoutRateBp } = bet.row
  round.exposure.remove(side, point, payoutOf(point, payoutRateBp))
  settleBet(state, round, bet, { status: 3, profit: 0n, voidReason: reason }, turn)
  countExposure(round)
}

function queueDeadline(state: State, round: Round): void {
  const next = round.waiting[round.nextWaiting]
  if (!next || round.deadlineQueued) return
  round.deadlineQueued = true
  const deadline = next.row.acceptedAt + round.row.strikeWaitMs + DELIVERY_GRACE_MS
  state.due.push(deadline, (now, turn) => strikeDeadline(now, round, STRIKE_CHUNK, turn))
}

function compact(round: Round): void {
  if (round.nextWaiting === round.waiting.length) round.waiting = []
  else if (round.nextWaiting > 1_024) round.waiting = round.waiting.slice(round.nextWaiting)
  else return
  round.nextWaiting = 0
}
