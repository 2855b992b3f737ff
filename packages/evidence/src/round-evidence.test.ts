import type { EvidenceTick, RoundEvidence } from '@maru/contract'
import { expect, test } from 'vitest'
import { verifyBetProof } from './bet-proof.ts'
import { fromHex, toHex } from './bytes.ts'
import { chainHash, chainStart, leafHash, saltedLeafHash } from './hash.ts'
import { merkleProof } from './merkle.ts'
import { type CheckName, verifyRoundEvidence } from './round-evidence.ts'
import { generateKeyPair, sign } from './signature.ts'

const keyPair = generateKeyPair()
const keys = [{ keyId: 'k1', publicKey: keyPair.publicKey, validFrom: 0, validTo: null }]
const startAt = Date.UTC(2026, 10, 20, 15, 1, 30) // 00:01:30 KST
const endAt = startAt + 30_000

/** Ticks each 500 ms around both moments; the closing price is that of the last tick up to endAt. */
const ticks: EvidenceTick[] = [startAt, endAt].flatMap((at, part) =>
  Array.from({ length: 21 }, (_, i) => ({
    optionId: 'BTCUSDT',
    source: 'simulator',
    sourceTradeId: String(1_000 * part + i),
    sourceTs: at - 5_000 + 500 * i,
    recvTs: at - 4_980 + 500 * i,
    price: (65_000 + 10 * part + i / 10).toFixed(1),
    qty: '0.1',
    seq: 100 + 100 * part + i,
  })),
)
const start = ticks.slice(0, 21)
const end = ticks.slice(21)

function prove(tick: EvidenceTick) {
  const minute = Math.floor(tick.recvTs / 60_000) * 60_000
  const leaves = ticks.filter(({ recvTs }) => Math.floor(recvTs / 60_000) * 60_000 === minute)
  const proof = merkleProof(leaves.map(leafHash), leaves.indexOf(tick))
  const previousChain = toHex(chainStart())
  return { minute, ...proof, previousChain, chain: toHex(chainHash(chainStart(), fromHex(proof.root))) }
}

type Unsigned = Omit<RoundEvidence, 'signature'>
const strikeTick = start[10]!
const closeTick = end[10]!

const won: Unsigned = {
  tradeRoundId: 100_001,
  siteId: 1,
  tradeOptionId: 1,
  stock: 'CR_BTCUSDT',
  instrument: 'BTCUSDT',
  type: 'R.5',
  roundNo: 4,
  openAt: startAt - 30_000,
  lockAt: startAt - 3_000,
  startAt,
  endAt,
  phase: 'SETTLED',
  status: 1,
  voidReason: null,
  voidNote: null,
  ruleVersion: 'A-1',
  precision: 1,
  payoutRate: '1.90',
  strike: { tick: strikeTick, proof: prove(strikeTick) },
  close: { tick: closeTick, proof: prove(closeTick) },
  ticks: { start, end },
  cuts: [],
  feedStates: [{ kind: 'feed', state: 'live', at: startAt - 60_000 }],
  secondary: 'none',
  betRoot: null,
  replayShiftMs: 0,
  timestamp: { kind: 'local', note: '' },
  issuedAt: endAt + 60_000,
  keyId: 'k1',
}
const verifyOf = (evidence: Unsigned) =>
  verifyRoundEvidence({ ...evidence, signature: sign(evidence, keyPair.secretKey) }, keys)
const failing = (evidence: Unsigned): CheckName[] =>
  verifyOf(evidence)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name)

test('a whole round holds in every check', () => {
  const checks = verifyOf(won)
  expect(checks.map(({ name }) => name)).toEqual([
    'signature',
    'schedule',
    'ticks',
    'strikeTick',
    'strikeProof',
    'closeTick',
    'closeProof',
    'feed',
    'result',
  ])
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})

test('any changed leaf of the answer breaks the signature', () => {
  const answer = { ...won, signature: sign(won, keyPair.secretKey) }
  const text = JSON.stringify(answer)
  let changed = 0
  for (const match of text.matchAll(/\d/g)) {
    const digit = match[0] === '9' ? '8' : String(Number(match[0]) + 1)
    const mutant = JSON.parse(text.slice(0, match.index) + digit + text.slice(match.index + 1)) as RoundEvidence
    expect(verifyRoundEvidence(mutant, keys).find(({ name }) => name === 'signature')?.ok, String(match.index)).toBe(
      false,
    )
    changed++
    if (changed > 150) break
  }
  expect(changed).toBeGreaterThan(100)
})

test('a key counts only while it is valid, and only when it is published', () => {
  const signed = { ...won, signature: sign(won, keyPair.secretKey) }
  const signatureOf = (given: typeof keys | object[]) =>
    verifyRoundEvidence(signed, given as typeof keys).find(({ name }) => name === 'signature')?.ok
  expect(signatureOf(keys)).toBe(true)
  expect(signatureOf([])).toBe(false)
  expect(signatureOf([{ ...keys[0], validTo: won.issuedAt - 1 }])).toBe(false)
  expect(signatureOf([{ ...keys[0], validFrom: won.issuedAt + 1 }])).toBe(false)
  expect(signatureOf([{ ...keys[0], validTo: won.issuedAt }])).toBe(true)
})

test('another tick than the last one up to the moment fails, even when it is in the log', () => {
  for (const at of [9, 11]) {
    const tick = end[at]!
    const evidence = { ...won, close: { tick, proof: prove(tick) } }
    expect(failing(evidence)).toEqual(['closeTick'])
  }
})

test('a tick received after T + 1.5 s does not count, whatever its source time', () => {
  const lateOne = { ...end[20]!, sourceTs: endAt, recvTs: endAt + 1_501, seq: 221, price: '1.0' }
  expect(failing({ ...won, ticks: { start, end: [...end, lateOne] } })).toEqual([])
  const inTime = { ...end[12]!, sourceTs: endAt }
  const list = end.map((tick) => (tick.seq === inTime.seq ? { ...inTime, recvTs: endAt + 1_500 } : tick))
  expect(failing({ ...won, ticks: { start, end: list } })).toEqual(['closeTick'])
})

test('a tick that is missing where it could have counted fails; one that could not have counted does not', () => {
  const without = (seq: number) => ({ ...won, ticks: { start, end: end.filter((tick) => tick.seq !== seq) } })
  expect(failing(without(211))).toEqual(['closeTick'])
  expect(failing(without(210))).toEqual(['closeTick'])
  expect(failing(without(218))).toEqual([])
  expect(failing(without(203))).toEqual(['closeTick']) // it could have been later, received earlier
  expect(failing(without(200))).toEqual([])
})

test('a quiet market: the deciding tick may be older than 5 s; the ticks then reach back to it, and none is later', () => {
  const old = { ...end[10]!, sourceTs: endAt - 9_000, recvTs: endAt - 8_980, seq: 210 }
  const proof = {
    ...prove(closeTick),
    ...merkleProof([leafHash(old)], 0),
    minute: Math.floor(old.recvTs / 60_000) * 60_000,
  }
  const chain = toHex(chainHash(chainStart(), fromHex(proof.root)))
  const evidence = { ...won, close: { tick: old, proof: { ...proof, chain } } }
  expect(failing({ ...evidence, ticks: { start, end: [old, ...end.slice(11)] } })).toEqual([])
  expect(failing({ ...evidence, ticks: { start, end: [old, ...end.slice(12)] } })).toEqual(['closeTick'])
  expect(failing({ ...evidence, ticks: { start, end: [old] } })).toEqual([])
  expect(failing({ ...evidence, ticks: { start, end: [] } })).toEqual(['closeTick'])
  expect(failing({ ...evidence, ticks: { start, end: end.slice(11) } })).toEqual(['closeTick'])
  // Between it and the window: a later one that counts, one as late, one that came too late, an older one.
  const between = (changes: Partial<EvidenceTick>) => {
    const recvTs = endAt - 7_000
    const tick = { ...old, sourceTs: endAt - 7_020, recvTs, seq: 211, ...changes }
    const rest = end.slice(11).map((one) => ({ ...one, seq: one.seq + 1 }))
    return failing({ ...evidence, ticks: { start, end: [old, tick, ...rest].sort((a, b) => a.seq - b.seq) } })
  }
  expect(between({})).toEqual(['closeTick'])
  expect(between({ sourceTs: old.sourceTs })).toEqual(['closeTick'])
  expect(between({ sourceTs: old.sourceTs - 1 })).toEqual([])
  expect(between({ sourceTs: endAt - 10_000, recvTs: endAt - 8_000 })).toEqual([])
  expect(between({ sourceTs: endAt - 10_000, recvTs: endAt - 9_001 })).toEqual(['ticks', 'closeTick'])
  // After a restart numbers leap, where the log says that it was cut and only by as much.
  const leaping = (leap: number, cuts: number[]) => {
    const rest = end.slice(11).map((one) => ({ ...one, seq: one.seq + leap }))
    return failing({ ...evidence, cuts, ticks: { start, end: [old, ...rest] } })
  }
  expect(leaping(1_000, [endAt - 3_000])).toEqual([])
  expect(leaping(1_000, [])).toEqual(['closeTick'])
  expect(leaping(1_000, [old.recvTs - 1])).toEqual(['closeTick'])
  expect(leaping(1_000, [endAt + 60_000])).toEqual(['closeTick'])
  expect(leaping(999, [endAt - 3_000])).toEqual(['closeTick'])
})

test('prices that the log does not hold fail their proof; a proof that is not there yet is pending', () => {
  const dearer = { ...closeTick, price: '65020.0' }
  const list = end.map((tick) => (tick === closeTick ? dearer : tick))
  expect(failing({ ...won, close: { tick: dearer, proof: prove(closeTick) }, ticks: { start, end: list } })).toEqual([
    'closeProof',
  ])
  const pending = verifyOf({ ...won, close: { tick: closeTick, proof: null } }).filter(({ ok }) => !ok)
  expect(pending).toMatchObject([{ name: 'closeProof', pending: true }])
})

test('a broken chain link or a foreign minute fails the proof', () => {
  const proof = prove(closeTick)
  const withProof = (changes: object) => ({ ...won, close: { tick: closeTick, proof: { ...proof, ...changes } } })
  expect(failing(withProof({ chain: proof.root }))).toEqual(['closeProof'])
  expect(failing(withProof({ previousChain: proof.root }))).toEqual(['closeProof'])
  expect(failing(withProof({ previousChain: 'xyz' }))).toEqual(['closeProof'])
  expect(failing(withProof({ minute: proof.minute + 60_000 }))).toEqual([])
  expect(failing(withProof({ minute: proof.minute + 120_000 }))).toEqual(['closeProof'])
  expect(failing(withProof({ minute: proof.minute - 60_000 }))).toEqual(['closeProof'])
})

test('the result follows from strike and close at the precision', () => {
  expect(failing({ ...won, status: 2 })).toEqual(['result'])
  const equal = { ...closeTick, price: `${strikeTick.price}` }
  const list = end.map((tick) => (tick === closeTick ? equal : tick))
  const even: Unsigned = { ...won, close: { tick: equal, proof: null }, ticks: { start, end: list } }
  expect(failing({ ...even, phase: 'VOID', status: 3, voidReason: 'PRICE_EQUAL' })).toEqual(['closeProof'])
  expect(failing(even)).toContain('result')
  expect(failing({ ...won, phase: 'VOID', status: 3, voidReason: 'PRICE_EQUAL' })).toContain('result')
  expect(failing({ ...won, phase: 'RUNNING', status: 0, close: null })).toEqual(['result'])
})

test('a binary round that ends even is settled, not void: its bets have strikes of their own', () => {
  const binary: Unsigned = {
    ...won,
    type: 'B1',
    startAt: endAt,
    endAt: endAt + 60_000,
    openAt: endAt,
    lockAt: endAt + 30_000,
    roundNo: 3,
    strike: null,
    close: null,
    ticks: { start: end, end: [] },
  }
  expect(failing({ ...binary, phase: 'VOID', status: 3, voidReason: 'OPERATOR' })).toEqual([])
  const at = (tick: EvidenceTick) => ({ ...tick, sourceTs: tick.sourceTs + 60_000, recvTs: tick.recvTs + 60_000 })
  const last = { ...at(closeTick), seq: 300 }
  const settled: Unsigned = { ...binary, close: { tick: last, proof: null }, ticks: { start: end, end: [last] } }
  expect(failing({ ...settled, status: 3, voidReason: 'PRICE_EQUAL' })).toEqual(['closeProof'])
  const opened = { ...settled, strike: { tick: closeTick, proof: prove(closeTick) } }
  expect(failing({ ...opened, status: 3, voidReason: 'PRICE_EQUAL' })).toEqual(['closeProof'])
  expect(failing({ ...opened, status: 1 })).toEqual(['closeProof', 'result'])
})

test('a round is not decided on a stale or disturbed feed, and not void for a feed that was well', () => {
  const live = won.feedStates[0]!
  const stale = { kind: 'feed', state: 'stale', at: endAt - 100 }
  const failover = { kind: 'disturbance', state: 'failover', at: startAt + 5 }
  const voidOf = (voidReason: Unsigned['voidReason'], feedStates: Unsigned['feedStates']): Unsigned => ({
    ...won,
    phase: 'VOID',
    status: 3,
    voidReason,
    close: null,
    feedStates,
  })
  expect(failing({ ...won, feedStates: [live, stale] })).toEqual(['feed'])
  expect(failing({ ...won, feedStates: [live, { ...stale, at: endAt + 1 }] })).toEqual([])
  expect(failing({ ...won, feedStates: [live, failover] })).toEqual(['feed'])
  expect(failing({ ...won, feedStates: [live, { ...failover, at: startAt - 2_001 }] })).toEqual([])
  expect(failing(voidOf('FEED_STALE', [live, stale]))).toEqual([])
  expect(failing(voidOf('FEED_STALE', [live]))).toEqual(['feed'])
  expect(failing(voidOf('FEED_FAILOVER', [live, failover]))).toEqual([])
  expect(failing(voidOf('FEED_SKEW', [live, failover]))).toEqual(['feed'])
  expect(failing(voidOf('OPERATOR', [live]))).toEqual([])
  expect(failing({ ...voidOf('OPERATOR', [live]), status: 1 })).toEqual(['result'])
})

test('times and number must be those of the type', () => {
  expect(failing({ ...won, roundNo: 5 })).toEqual(['schedule'])
  expect(failing({ ...won, lockAt: won.startAt - 999 })).toEqual(['schedule'])
  expect(failing({ ...won, lockAt: won.openAt })).toEqual(['schedule'])
  expect(failing({ ...won, type: 'R1' })).toContain('schedule')
})

test('ticks of another instrument, out of order or out of the window fail', () => {
  const replaced = (index: number, changes: Partial<EvidenceTick>) => ({
    ...won,
    ticks: { start: start.map((tick, i) => (i === index ? { ...tick, ...changes } : tick)), end },
  })
  expect(failing(replaced(2, { optionId: 'ETHUSDT' }))).toEqual(['ticks'])
  expect(failing(replaced(2, { price: '0.0' }))).toEqual(['ticks'])
  expect(failing(replaced(0, { sourceTs: startAt - 5_001, recvTs: startAt - 5_001 }))).toEqual(['ticks'])
  expect(failing({ ...won, ticks: { start: [start[1]!, start[0]!, ...start.slice(2)], end } })).toContain('ticks')
})

test('a malformed answer fails in its parts and never throws', () => {
  const broken = { ...won, precision: 'x', ticks: { start: null, end: [] }, feedStates: 3, type: 'Q9', signature: 7 }
  const checks = verifyRoundEvidence(broken as unknown as RoundEvidence, keys)
  expect(checks.filter(({ ok }) => ok).map(({ name }) => name)).toEqual(['strikeProof', 'closeProof'])
})

test('a bet proves its place with its salt, and only under the published root', () => {
  const salts = ['00'.repeat(16), '11'.repeat(16), '22'.repeat(16)]
  const bets = salts.map((_, i) => ({
    betId: i + 1,
    tradeRoundId: 9,
    side: 'B' as const,
    point: '5000',
    acceptedAt: 10 + i,
  }))
  const proof = merkleProof(
    bets.map((bet, i) => saltedLeafHash(salts[i]!, bet)),
    1,
  )
  const mine = { leaf: bets[1]!, salt: salts[1]!, ...proof, path: [...proof.path] }
  expect(verifyBetProof(mine, proof.root)).toBe(true)
  expect(verifyBetProof({ ...mine, leaf: { ...mine.leaf, point: '6000' } }, proof.root)).toBe(false)
  expect(verifyBetProof({ ...mine, salt: salts[0]! }, proof.root)).toBe(false)
  expect(verifyBetProof({ ...mine, salt: 'xx' }, proof.root)).toBe(false)
  expect(verifyBetProof(mine, toHex(leafHash(1)))).toBe(false)
  expect(verifyBetProof(mine, null)).toBe(false)
})
