import type { MerkleProof } from '@maru/contract'
import { proveTick, type TickLeaf } from '@maru/market'
import type { Database } from '../ports.ts'
import { minutesBetween, minuteWithSeq, readSpool } from './tick-store.ts'

/** What round evidence shows around a time: 5 s before to 5 s after. */
export const evidenceWindowMs = 5_000

/**
 * The ticks of an instrument with a source time in [from, to], in order of seq, at most `limit`: those of closed minutes
 * and those of open ones that are durable (all but the last second).
 */
export async function ticksBetween(
  db: Database,
  instrument: string,
  from: number,
  to: number,
  limit = 5_000,
): Promise<TickLeaf[]> {
  const within = (leaf: TickLeaf) => leaf.sourceTs >= from && leaf.sourceTs <= to
  const page = 10
  // The spool first: a minute that closes between the two reads is then in both, never in neither.
  const open = (await readSpool(db, instrument)).flatMap(({ leaves }) => leaves.filter(within))
  const ticks: TickLeaf[] = []
  for (let afterMinute = -1; ticks.length < limit; ) {
    const minutes = await minutesBetween(db, instrument, from, to, afterMinute, page)
    for (const { leaves } of minutes) ticks.push(...leaves.filter(within))
    afterMinute = minutes.at(-1)?.minute ?? afterMinute
    if (minutes.length < page) break
  }
  const newest = ticks.at(-1)?.seq ?? -1
  for (const leaf of open) if (leaf.seq > newest) ticks.push(leaf)
  return ticks.slice(0, limit)
}

/** The ticks within ±5 s of a time. */
export const ticksAround = (db: Database, instrument: string, at: number): Promise<TickLeaf[]> =>
  ticksBetween(db, instrument, at - evidenceWindowMs, at + evidenceWindowMs)

/**
 * Proof that a tick stands in its minute's tree, with the root and the chain of that minute; null while the minute is open
 * (up to about a minute after the tick) and where the log does not hold the tick.
 */
export async function tickProof(
  db: Database,
  tick: { readonly instrument: string; readonly seq: number; readonly recvTs: number },
): Promise<MerkleProof | null> {
  const minute = await minuteWithSeq(db, tick.instrument, tick.seq, tick.recvTs)
  const proof = minute && proveTick(minute, tick.seq)
  if (!minute || !proof) return null
  return {
    minute: minute.minute,
    index: proof.index,
    leafCount: proof.leafCount,
    path: proof.path.map(({ side, hash }) => ({ side, hash })),
    root: minute.root,
    chain: minute.chain,
    previousChain: minute.previousChain,
  }
}
