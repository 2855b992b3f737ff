import type { MerkleProof } from '@maru/contract'
import { proveTick, type TickLeaf } from '@maru/market'
import type { Database } from '../ports.ts'
import { minutesBetween, minuteWithSeq, readSpool } from './tick-store.ts'

/** What round evidence shows around a moment at least: 5 s before to 5 s after. */
export const evidenceWindowMs = 5_000

type Times = Pick<TickLeaf, 'sourceTs' | 'recvTs'>

/** A stretch of time, both ends included. */
interface TickWindow {
  readonly from: number
  readonly to: number
}

/**
 * The stretch that shows how a moment was decided: ±5 s, and back to the deciding tick where that is older (an instrument may be
 * quiet while its feed is live), so that the ticks themselves tell that none came after it.
 */
export const windowOf = (at: number, deciding: Times | null): TickWindow => ({
  from: Math.min(at - evidenceWindowMs, deciding?.sourceTs ?? at, deciding?.recvTs ?? at),
  to: at + evidenceWindowMs,
})

/** Whether a tick belongs to a stretch: by its own time, or by that of its receipt, without which numbers would be missing between. */
export const isInWindow = ({ from, to }: TickWindow, { sourceTs, recvTs }: Times): boolean =>
  (sourceTs >= from && sourceTs <= to) || (recvTs >= from && recvTs <= to)

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
  return (await read(db, instrument, { from, to }, within, limit)).ticks
}

/** Ticks in order of seq, and when the log went on after a stop in their minutes: there numbers leap. */
interface LoggedTicks {
  readonly ticks: TickLeaf[]
  readonly cuts: number[]
}

async function read(
  db: Database,
  instrument: string,
  { from, to }: TickWindow,
  within: (leaf: TickLeaf) => boolean,
  limit: number,
): Promise<LoggedTicks> {
  const page = 10
  // The spool first: a minute that closes between the two reads is then in both, never in neither.
  const open = (await readSpool(db, instrument)).flatMap(({ leaves }) => leaves.filter(within))
  const ticks: TickLeaf[] = []
  const cuts: number[] = []
  for (let afterMinute = -1; ticks.length < limit; ) {
    const minutes = await minutesBetween(db, instrument, from, to, afterMinute, page)
    for (const { leaves, cutAt } of minutes) {
      ticks.push(...leaves.filter(within))
      if (cutAt !== null) cuts.push(cutAt)
    }
    afterMinute = minutes.at(-1)?.minute ?? afterMinute
    if (minutes.length < page) break
  }
  const newest = ticks.at(-1)?.seq ?? -1
  for (const leaf of open) if (leaf.seq > newest) ticks.push(leaf)
  return { ticks: ticks.slice(0, limit), cuts }
}

/** The ticks within ±5 s of a moment, and back to the tick that decided it: all of them, by source time or receipt. */
export function ticksAround(
  db: Database,
  instrument: string,
  at: number,
  deciding: Times | null = null,
): Promise<LoggedTicks> {
  const window = windowOf(at, deciding)
  return read(db, instrument, window, (leaf) => isInWindow(window, leaf), Number.POSITIVE_INFINITY)
}

/**
 * Proof that a tick is a leaf of its minute's tree, with the root and the chain of that minute; null while the minute is open
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
