import type { VoidReason } from '@maru/contract'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, EpochMs, InstrumentSignal, Reply } from '../types.ts'
import { noteSignal, scheduleRounds, voidRound } from './lifecycle.ts'
import { DISTURBANCE_LEAD_MS, OUTAGE_MS } from './rules.ts'
import { optionsOn, roundsOf } from './state.ts'
import { voidUnstruck } from './strikes.ts'

type VoidCommand = Extract<Command, { kind: 'voidRound' }>

/** The rounds that a signal touches note it; a disturbance makes them void, and where a session opens new ones begin. */
export function touchRounds(state: State, signal: InstrumentSignal, turn: Turn): void {
  for (const option of optionsOn(state, signal.instrument)) {
    for (const round of [...option.rounds]) {
      const { startAt, endAt, decidedAt } = round.row
      if (decidedAt !== null) continue
      noteSignal(round, signal, turn)
      const touches = signal.at >= startAt - DISTURBANCE_LEAD_MS && signal.at <= endAt
      if (signal.kind === 'disturbance' && touches) voidRound(state, round, disturbanceReason(signal.reason), turn)
    }
    if (signal.kind === 'session' && !signal.isRest) scheduleRounds(state, option, turn)
  }
}

const disturbanceReason = (reason: 'failover' | 'skew'): VoidReason =>
  reason === 'failover' ? 'FEED_FAILOVER' : 'FEED_SKEW'

/**
 * The house was not reachable from `from` to `to`. Beyond 3 s: rent rounds that were open to stakes for more than 3 s of it and
 * are not locked become void, and so do bets that were accepted before its end and have no strike. Nothing else.
 */
export function takeOutage(state: State, from: EpochMs, to: EpochMs, turn: Turn): void {
  if (to - from <= OUTAGE_MS) return
  for (const round of roundsOf(state).rounds.values()) {
    const { row } = round
    if (row.decidedAt !== null) continue
    if (round.binary) {
      voidUnstruck(state, round, to, 'OUTAGE', turn)
      continue
    }
    const closedFor = Math.min(to, row.lockAt) - Math.max(from, row.openAt)
    if (row.phase === 'OPEN' && closedFor > OUTAGE_MS) voidRound(state, round, 'OUTAGE', turn)
  }
}

/** Words that an operator publishes: what fits on one line of a page. */
const MAX_NOTE = 200

/** An operator may void a whole round, and only before it starts; the reason, 1 to 200 characters, is published with it. */
export function voidByOperator(state: State, command: VoidCommand, turn: Turn): Reply {
  const round = roundsOf(state).rounds.get(command.tradeRoundId)
  if (!round || round.row.siteId !== command.siteId) return refusalReply('HISTORY_NOT_FOUND')
  if (round.row.decidedAt !== null || turn.at >= round.row.startAt) return refusalReply('INVALID_REQUEST')
  const note = command.reason.trim()
  if (note === '' || note.length > MAX_NOTE) return refusalReply('INVALID_REQUEST')
  voidRound(state, round, 'OPERATOR', turn, note)
  return { status: 200, body: {} }
}
