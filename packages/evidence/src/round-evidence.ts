import type { EvidenceTick, MerkleProof, RoundEvidence } from '@maru/contract'
import { fromHex, toHex } from './bytes.ts'
import { compareAt } from './decimal.ts'
import type { Detail, Figures } from './detail.ts'
import { chainHash, leafHash } from './hash.ts'
import { verifyProof } from './merkle.ts'
import { checkPriceAt, isAround } from './price-at.ts'
import { isBinary, scheduleOf } from './schedule.ts'
import { verify } from './signature.ts'

/** A public key as `/api/public/evidence_keys` lists it. */
export interface EvidenceKey {
  readonly keyId: string
  readonly publicKey: string
  readonly validFrom: number
  readonly validTo: number | null
}

export type CheckName =
  | 'signature'
  | 'schedule'
  | 'ticks'
  | 'strikeTick'
  | 'strikeProof'
  | 'closeTick'
  | 'closeProof'
  | 'feed'
  | 'result'

/** One recomputed claim. `pending`: it cannot be checked yet (no proof before its minute is closed); then `ok` is false. */
export interface Check {
  readonly name: CheckName
  readonly ok: boolean
  readonly pending: boolean
  /** What was compared or found, as a code, and the figures that belong to it; times are epoch ms and named `at` or `proven`. */
  readonly detail: Detail
  readonly figures: Figures
}

/** A disturbance from startAt − 2 s to endAt makes a round void. */
const DISTURBANCE_LEAD_MS = 2_000
const MINUTE_MS = 60_000

type Finding = Pick<Check, 'ok' | 'detail' | 'figures'> & { readonly pending?: boolean }
const yes = (detail: Detail, figures: Figures = {}): Finding => ({ ok: true, detail, figures })
const no = (detail: Detail, figures: Figures = {}): Finding => ({ ok: false, detail, figures })
const later = (detail: Detail): Finding => ({ ok: false, pending: true, detail, figures: {} })

/** Recomputes what an answer of `/api/public/round_evidence` claims. Never throws; malformed parts fail their check. */
export function verifyRoundEvidence(evidence: RoundEvidence, keys: readonly EvidenceKey[]): Check[] {
  const { strike, close } = evidence
  return [
    check('signature', () => checkSignature(evidence, keys)),
    check('schedule', () => checkSchedule(evidence)),
    check('ticks', () => checkTicks(evidence)),
    ...(strike
      ? [
          check('strikeTick', () => checkPriceAt(evidence.startAt, strike.tick, evidence.ticks.start, evidence.cuts)),
          check('strikeProof', () => checkProof(strike)),
        ]
      : []),
    ...(close
      ? [
          check('closeTick', () => checkPriceAt(evidence.endAt, close.tick, evidence.ticks.end, evidence.cuts)),
          check('closeProof', () => checkProof(close)),
        ]
      : []),
    check('feed', () => checkFeed(evidence)),
    check('result', () => checkResult(evidence)),
  ]
}

function check(name: CheckName, work: () => Finding): Check {
  try {
    const { ok, pending = false, detail, figures } = work()
    return { name, ok, pending, detail, figures }
  } catch (error) {
    // The data may be forged: a part that cannot be read fails its check.
    return { name, ok: false, pending: false, detail: 'malformed', figures: { error: (error as Error).message } }
  }
}

function checkSignature(evidence: RoundEvidence, keys: readonly EvidenceKey[]): Finding {
  const { signature, ...signed } = evidence
  const key = keys.find(({ keyId }) => keyId === evidence.keyId)
  if (!key) return no('keyUnpublished', { key: evidence.keyId })
  const valid = key.validFrom <= evidence.issuedAt && (key.validTo === null || evidence.issuedAt <= key.validTo)
  if (!valid) return no('keyInvalid', { key: key.keyId, at: evidence.issuedAt })
  return verify(signed, signature, key.publicKey)
    ? yes('signed', { key: key.keyId })
    : no('signedOtherwise', { key: key.keyId })
}

function checkSchedule(evidence: RoundEvidence): Finding {
  const { type, startAt } = evidence
  const due = scheduleOf(type, startAt)
  if (!due.tiles) return no('noSuchRound', { type, at: startAt })
  for (const field of ['roundNo', 'openAt', 'endAt'] as const) {
    if (evidence[field] !== due[field]) return no('fieldDiffers', { field, is: evidence[field], due: due[field] })
  }
  const { openAt, lockAt } = evidence
  if (lockAt <= openAt || lockAt > due.lockBy)
    return no('fieldDiffers', { field: 'lockAt', is: lockAt, due: due.lockBy })
  return yes('roundNo', { type, round: due.roundNo })
}

function checkTicks(evidence: RoundEvidence): Finding {
  const { instrument, precision, startAt, endAt, ticks, strike, close } = evidence
  const deciding = [strike?.tick, close?.tick].filter((tick) => tick !== undefined)
  const windows = [
    { at: startAt, chosen: strike?.tick ?? null, list: ticks.start },
    { at: endAt, chosen: close?.tick ?? null, list: ticks.end },
  ]
  for (const tick of [...ticks.start, ...ticks.end, ...deciding]) {
    if (tick.optionId !== instrument) return no('tickOther', { seq: tick.seq, instrument: tick.optionId })
    if (compareAt(precision, tick.price, '0') <= 0) return no('tickPrice', { seq: tick.seq, price: tick.price })
  }
  for (const { at, chosen, list } of windows) {
    for (const [index, tick] of list.entries()) {
      if (!isAround(at, chosen, tick)) return no('tickAway', { seq: tick.seq, at })
      if (index > 0 && tick.seq <= list[index - 1]!.seq) return no('tickDisorder', { seq: tick.seq })
    }
  }
  return yes('ticksOrdered', { start: ticks.start.length, end: ticks.end.length })
}

function checkProof({ tick, proof }: { tick: EvidenceTick; proof: MerkleProof | null }): Finding {
  if (proof === null) return later('minuteOpen')
  // A tick that reaches the log after its minute was closed joins the next one; never an earlier one.
  const received = Math.floor(tick.recvTs / MINUTE_MS) * MINUTE_MS
  if (proof.minute !== received && proof.minute !== received + MINUTE_MS) {
    return no('minuteDiffers', { at: received, proven: proof.minute })
  }
  const leaf = leafHash(tick)
  if (!verifyProof(leaf, proof)) return no('leafMissing', { leaf: toHex(leaf), root: proof.root })
  const chain = toHex(chainHash(fromHex(proof.previousChain), fromHex(proof.root)))
  if (chain !== proof.chain) return no('rootUnlinked', { root: proof.root, chain: proof.chain })
  return yes('leaf', { index: proof.index + 1, count: proof.leafCount, root: proof.root })
}

/** A round with a result had a live, undisturbed feed; a round that is void for its feed had not. */
function checkFeed(evidence: RoundEvidence): Finding {
  const { startAt, endAt, voidReason, status, type } = evidence
  const disturbances = evidence.feedStates.filter(
    ({ kind, at }) => kind === 'disturbance' && at >= startAt - DISTURBANCE_LEAD_MS && at <= endAt,
  )
  const stale = (isBinary(type) ? [endAt] : [startAt, endAt]).filter((at) => stateAt(evidence, at) === 'stale')
  if (voidReason === 'FEED_FAILOVER' || voidReason === 'FEED_SKEW') {
    const named = voidReason === 'FEED_SKEW' ? 'skew' : 'failover'
    return disturbances.some(({ state }) => state === named)
      ? yes('voidDisturbed', { state: named })
      : no('voidUnlisted', { state: named })
  }
  if (voidReason === 'FEED_STALE') {
    const [at] = stale
    if (at !== undefined) return yes('voidStale', { at })
    const silent = isSilent(evidence)
    return silent ? yes('voidSilent') : no('voidLive')
  }
  if (status === 0 || (voidReason !== null && voidReason !== 'PRICE_EQUAL')) return yes('feedUnneeded')
  if (disturbances.length > 0) return no('decidedDisturbed', { state: disturbances[0]!.state })
  return stale.length > 0 ? no('decidedStale', { at: stale[0]! }) : yes('feedLive')
}

function stateAt(evidence: RoundEvidence, at: number): string | undefined {
  return evidence.feedStates.findLast((signal) => signal.kind === 'feed' && signal.at <= at)?.state
}

function isSilent({ startAt, endAt, ticks, strike, type }: RoundEvidence): boolean {
  const [at, window] = strike || isBinary(type) ? [endAt, ticks.end] : [startAt, ticks.start]
  return !window.some(({ sourceTs }) => sourceTs <= at)
}

function checkResult(evidence: RoundEvidence): Finding {
  const { phase, status, voidReason, strike, close, precision, type } = evidence
  if (phase !== 'SETTLED' && phase !== 'VOID') {
    return status === 0 && voidReason === null ? later('undecided') : no('phaseDiffers', { phase, status })
  }
  if (phase === 'VOID' && voidReason !== 'PRICE_EQUAL') {
    if (status !== 3 || voidReason === null) return no('voidOtherwise', { status, reason: String(voidReason) })
    return yes('voidStated', { reason: voidReason })
  }
  if (!close) return no('noClose')
  if (!strike) {
    // The open of a binary round is for display: each bet has a strike of its own.
    return isBinary(type) && status === 3 ? yes('noOpen') : no('noStrike')
  }
  const move = compareAt(precision, close.tick.price, strike.tick.price)
  const due = move > 0 ? 1 : move < 0 ? 2 : 3
  const shown = `${strike.tick.price} → ${close.tick.price}`
  if (status !== due) return no('statusDiffers', { prices: shown, due, status })
  const reason = due === 3 ? 'PRICE_EQUAL' : null
  if (voidReason !== reason)
    return no('reasonDiffers', { prices: shown, due: String(reason), reason: String(voidReason) })
  const ends = due === 3 && !isBinary(type) ? 'VOID' : 'SETTLED'
  return phase === ends ? yes('compared', { prices: shown }) : no('endDiffers', { prices: shown, due: ends, phase })
}
