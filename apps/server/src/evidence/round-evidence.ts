import type { EvidenceTick, MerkleProof, RoundEvidence, VoidReason } from '@maru/contract'
import { formatRate, type InstrumentSignal, type RoundOption, type RoundRow, type Tick, tickWire } from '@maru/core'
import { sign } from '@maru/evidence'
import { replayShiftOf } from '@maru/market'
import { evidenceWindowMs, tickProof, ticksAround } from '../market/index.ts'
import type { Database } from '../ports.ts'
import type { SigningKey } from './keys.ts'
import type { Timestamper } from './timestamps.ts'

/** What an answer is made with. */
export interface Issuer {
  readonly key: SigningKey
  readonly timestamper: Timestamper
  /** Epoch ms of the wall clock. */
  readonly issuedAt: number
}

/** Everything that one needs to recompute a round, signed. */
export async function issueRoundEvidence(
  db: Database,
  round: RoundRow,
  option: RoundOption,
  { key, timestamper, issuedAt }: Issuer,
): Promise<RoundEvidence> {
  const { instrument, precision } = option
  const [start, end] = await Promise.all([
    partOf(db, instrument, precision, round.startAt, round.strikeTick),
    partOf(db, instrument, precision, round.endAt, round.closeTick),
  ])
  const anyTick = start.ticks[0] ?? end.ticks[0]
  const unsigned: Omit<RoundEvidence, 'signature'> = {
    tradeRoundId: round.id,
    siteId: round.siteId,
    tradeOptionId: round.optionId,
    stock: option.stock,
    instrument,
    type: option.type,
    roundNo: round.roundNo,
    openAt: round.openAt,
    lockAt: round.lockAt,
    startAt: round.startAt,
    endAt: round.endAt,
    phase: round.phase,
    status: round.status,
    voidReason: round.voidReason as VoidReason | null,
    voidNote: round.voidNote,
    ruleVersion: round.ruleVersion,
    precision,
    payoutRate: formatRate(round.payoutRateBp),
    strike: start.deciding,
    close: end.deciding,
    ticks: { start: start.ticks, end: end.ticks },
    cuts: [...new Set([...start.cuts, ...end.cuts])].sort((a, b) => a - b),
    feedStates: round.feedStates.map(signalWire),
    secondary: 'none',
    betRoot: round.betRoot,
    replayShiftMs: anyTick ? replayShiftOf(anyTick.source) : 0,
    timestamp: { kind: timestamper.kind, note: timestamper.note },
    issuedAt,
    keyId: key.keyId,
  }
  return { ...unsigned, signature: sign(unsigned, key.secretKey) }
}

/** Whether nothing of the answer will change any more, at domain time `now`. */
export function isFinal(round: RoundRow, evidence: RoundEvidence, now: number): boolean {
  const proven = [evidence.strike, evidence.close].every((part) => part === null || part.proof !== null)
  return round.decidedAt !== null && proven && now > round.endAt + evidenceWindowMs + loggedAfterMs
}

/** This long after their time the ticks of a minute are in the log, or at least in its spool. */
const loggedAfterMs = 65_000

interface Part {
  readonly ticks: EvidenceTick[]
  readonly cuts: readonly number[]
  readonly deciding: { readonly tick: EvidenceTick; readonly proof: MerkleProof | null } | null
}

/** The ticks around a moment, back to the deciding tick, and the proof of the deciding tick. */
async function partOf(
  db: Database,
  instrument: string,
  precision: number,
  at: number,
  tick: Tick | null,
): Promise<Part> {
  const { ticks, cuts } = await ticksAround(db, instrument, at, tick)
  if (tick === null) return { ticks, cuts, deciding: null }
  const deciding = tickWire(tick, precision)
  const proof = await tickProof(db, tick)
  // The round is durable before the last second of the tick log is: its own tick belongs into the window all the same.
  if (!ticks.some(({ seq }) => seq === tick.seq)) {
    ticks.push(deciding)
    ticks.sort((a, b) => a.seq - b.seq)
  }
  return { ticks, cuts, deciding: { tick: deciding, proof } }
}

function signalWire(signal: InstrumentSignal): RoundEvidence['feedStates'][number] {
  const { kind, at } = signal
  switch (kind) {
    case 'feed':
      return { kind, state: signal.state, at }
    case 'disturbance':
      return { kind, state: signal.reason, at }
    case 'session':
      return { kind, state: signal.isRest ? 'rest' : 'open', at }
  }
}
