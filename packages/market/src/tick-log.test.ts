import { chainHash, chainStart, fromHex, leafHash, merkleRoot, toHex, verifyProof } from '@maru/evidence'
import { expect, test } from 'vitest'
import {
  type LoggedMinute,
  minuteOf,
  proveTick,
  reduceMinute,
  type TickLeaf,
  TickLog,
  verifyMinute,
} from './tick-log.ts'

const start = Date.UTC(2026, 10, 18, 3)
const fresh = () => new TickLog('BTCUSDT', { chainNo: 0, chain: toHex(chainStart()), minute: start - 60_000 })
const leaf = (seq: number, recvTs: number): TickLeaf => ({
  optionId: 'BTCUSDT',
  source: 'simulator',
  sourceTradeId: `t${seq}`,
  sourceTs: recvTs - 12,
  recvTs,
  price: `650${seq % 100}.1`,
  qty: '0.010',
  seq,
})

/** 200 s of a tick every 700 ms. */
function logged(): LoggedMinute[] {
  const log = fresh()
  const minutes: LoggedMinute[] = []
  for (let i = 0; i < 286; i++) {
    const closed = log.append(leaf(i + 1, start + i * 700))
    if (closed) minutes.push(closed)
  }
  return minutes
}

test('each minute has one tree over its ticks and the chain goes from minute to minute', () => {
  const minutes = logged()
  expect(minutes).toHaveLength(3)
  let chain = chainStart()
  for (const [index, minute] of minutes.entries()) {
    expect(minute.leaves.every((one) => minuteOf(one.recvTs) === minute.minute)).toBe(true)
    const root = merkleRoot(minute.leaves.map(leafHash))
    expect(minute.root).toBe(toHex(root))
    expect(minute.previousChain).toBe(toHex(chain))
    chain = chainHash(chain, root)
    expect(minute).toMatchObject({ chain: toHex(chain), chainNo: index + 1, cutAt: null })
    expect(verifyMinute(minute)).toBe(true)
  }
  expect(minutes.flatMap(({ leaves }) => leaves.map(({ seq }) => seq))).toEqual(
    Array.from({ length: 258 }, (_, i) => i + 1),
  )
})

test('a changed, missing, added or exchanged tick breaks the minute', () => {
  const minute = logged()[0]!
  const [first, second, ...rest] = minute.leaves as [TickLeaf, TickLeaf, ...TickLeaf[]]
  for (const leaves of [
    [{ ...first, price: '1.0' }, second, ...rest],
    [second, ...rest],
    [first, ...minute.leaves],
    [second, first, ...rest],
  ]) {
    expect(verifyMinute({ ...minute, leaves })).toBe(false)
  }
})

test('every tick of a minute is proved under its root, and no other value is', () => {
  const minute = logged()[1]!
  for (const one of minute.leaves) {
    const proof = proveTick(minute, one.seq)!
    expect(proof.root).toBe(minute.root)
    expect(verifyProof(leafHash(one), proof)).toBe(true)
    expect(verifyProof(leafHash({ ...one, price: '1.0' }), proof)).toBe(false)
  }
  expect(proveTick(minute, 999_999)).toBeNull()
})

test('a minute without ticks is not logged and a late tick joins the minute that is open', () => {
  const log = fresh()
  expect(log.append(leaf(1, start + 100))).toBeNull()
  expect(log.closeBefore(start + 300_000)).toMatchObject({ minute: start, chainNo: 1 })
  expect(log.append(leaf(2, start + 59_990))).toBeNull()
  expect(log.closeBefore(start + 360_000)).toMatchObject({ minute: start + 300_000, chainNo: 2 })
  expect(log.closeBefore(start + 420_000)).toBeNull()
})

test('a cut in a minute without ticks is told by the next one that has some', () => {
  const log = fresh()
  log.append(leaf(1, start + 100))
  log.closeBefore(start + 60_000)
  log.markCut(start + 70_000)
  expect(log.append(leaf(1_001, start + 180_500))).toBeNull()
  expect(log.append(leaf(1_002, start + 240_500))).toMatchObject({ cutAt: start + 70_000 })
  expect(log.append(leaf(1_003, start + 300_500))).toMatchObject({ cutAt: null })
})

test('a minute that a stop cut says so, and only that one', () => {
  const log = fresh()
  log.append(leaf(1, start + 100))
  log.markCut(start + 30_000)
  log.append(leaf(1_002, start + 31_000))
  expect(log.append(leaf(1_003, start + 60_500))).toMatchObject({ cutAt: start + 30_000, chainNo: 1 })
  expect(log.append(leaf(1_004, start + 120_500))).toMatchObject({ cutAt: null, chainNo: 2 })
})

test('a tick out of order or of another instrument is a bug', () => {
  const log = fresh()
  log.append(leaf(5, start))
  expect(() => log.append(leaf(5, start + 1))).toThrow(/seq/)
  expect(() => log.append({ ...leaf(6, start), optionId: 'ETHUSDT' })).toThrow(/ETHUSDT/)
  expect(fromHex(toHex(chainStart()))).toHaveLength(32)
})

test('a reduced minute verifies and proves what it kept as the whole one does, and nothing else', () => {
  const minute = logged()[1]!
  const keeps = ({ seq }: TickLeaf) => seq % 10 === 0 || (seq > 120 && seq < 130)
  const reduced = reduceMinute(minute, keeps)
  expect(reduced.leaves).toEqual(minute.leaves.filter(keeps))
  expect(verifyMinute(reduced)).toBe(true)
  for (const { seq } of minute.leaves) {
    const proof = proveTick(reduced, seq)
    if (keeps({ seq } as TickLeaf)) expect(proof).toEqual(proveTick(minute, seq))
    else expect(proof).toBeNull()
  }
  const [first, ...rest] = reduced.leaves as [TickLeaf, ...TickLeaf[]]
  expect(verifyMinute({ ...reduced, leaves: [{ ...first, price: '1.0' }, ...rest] })).toBe(false)
  expect(verifyMinute({ ...reduced, leaves: rest })).toBe(false)
  expect(verifyMinute({ ...reduced, pruned: { ...reduced.pruned!, hashes: [] } })).toBe(false)
  const none = reduceMinute(minute, () => false)
  expect(none).toMatchObject({ leaves: [], root: minute.root, pruned: { places: [], hashes: { length: 1 } } })
  expect(verifyMinute(none)).toBe(true)
})

test('a minute that does not verify is not reduced, and none twice', () => {
  const minute = logged()[0]!
  expect(() => reduceMinute({ ...minute, leaves: minute.leaves.slice(1) }, () => true)).toThrow(/does not verify/)
  expect(() => reduceMinute({ ...minute, chain: minute.previousChain }, () => true)).toThrow(/does not verify/)
  expect(() =>
    reduceMinute(
      reduceMinute(minute, () => true),
      () => true,
    ),
  ).toThrow(/once/)
})
