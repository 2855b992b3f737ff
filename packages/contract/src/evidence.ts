import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { GameStatus, RoundPhase, Side, TradeType, VoidReason } from './enums.ts'
import { Decimal, EpochMs, Id, IdParam } from './primitives.ts'
import { EvidenceTick } from './trade.ts'

/** Proof that a leaf stands in a minute's tree: the sibling hashes from the leaf upwards, hex. */
export const MerkleProof = z.object({
  minute: EpochMs,
  index: z.int(),
  leafCount: z.int(),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
  root: z.string(),
  chain: z.string(),
  previousChain: z.string(),
})
export type MerkleProof = z.infer<typeof MerkleProof>

export const RoundEvidence = z.object({
  tradeRoundId: Id,
  siteId: Id,
  tradeOptionId: Id,
  stock: z.string(),
  instrument: z.string(),
  type: TradeType,
  roundNo: z.int(),
  openAt: EpochMs,
  lockAt: EpochMs,
  startAt: EpochMs,
  endAt: EpochMs,
  phase: RoundPhase,
  status: GameStatus,
  voidReason: VoidReason.nullable(),
  voidNote: z.string().nullable(),
  ruleVersion: z.string(),
  precision: z.int(),
  payoutRate: Decimal,
  strike: z.object({ tick: EvidenceTick, proof: MerkleProof.nullable() }).nullable(),
  close: z.object({ tick: EvidenceTick, proof: MerkleProof.nullable() }).nullable(),
  /** All ticks within ±5 s of startAt and endAt, by source time or receipt, and back to the deciding tick; in order of seq, gapless. */
  ticks: z.object({ start: z.array(EvidenceTick), end: z.array(EvidenceTick) }),
  /** When the tick log resumed after a stop, in the minutes of these ticks. Only there may seq leap, by 1,000 or more. */
  cuts: z.array(EpochMs),
  feedStates: z.array(z.object({ kind: z.string(), state: z.string(), at: EpochMs })),
  secondary: z.literal('none'),
  betRoot: z.string().nullable(),
  /** Domain time added to recorded source times (replay), else 0. */
  replayShiftMs: z.int(),
  timestamp: z.object({ kind: z.enum(['local', 'rfc3161']), note: z.string() }),
  issuedAt: EpochMs,
  keyId: z.string(),
  signature: z.string(),
})
export type RoundEvidence = z.infer<typeof RoundEvidence>

/** What the owner of a bet gets to prove that it is a leaf of the round's betRoot. */
export const BetProof = z.object({
  leaf: z.object({ betId: Id, tradeRoundId: Id, side: Side, point: Decimal, acceptedAt: EpochMs }),
  salt: z.string(),
  index: z.int(),
  leafCount: z.int(),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
  root: z.string(),
})
export type BetProof = z.infer<typeof BetProof>

export const evidenceEndpoints = {
  roundEvidence: endpoint({
    method: 'GET',
    path: '/api/public/round_evidence/:id',
    summary: '회차 검증 자료',
    tag: '검증',
    auth: 'guest',
    rate: 'read',
    anySite: true,
    ignoresToken: true,
    params: z.object({ id: IdParam }),
    response: RoundEvidence,
    errors: ['HISTORY_NOT_FOUND'],
  }),
  evidenceKeys: endpoint({
    method: 'GET',
    path: '/api/public/evidence_keys',
    summary: '검증 서명 공개키',
    tag: '검증',
    auth: 'guest',
    anySite: true,
    ignoresToken: true,
    response: z.array(
      z.object({
        keyId: z.string(),
        algorithm: z.literal('Ed25519'),
        publicKey: z.string(),
        validFrom: EpochMs,
        validTo: EpochMs.nullable(),
      }),
    ),
    errors: [],
  }),
  betProof: endpoint({
    method: 'GET',
    path: '/api/trade/history/proof',
    summary: '내 참여의 증명',
    tag: '검증',
    auth: 'member',
    query: z.object({ id: IdParam }),
    response: BetProof,
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
