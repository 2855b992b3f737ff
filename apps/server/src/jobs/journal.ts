import { forgetBatches, forgetReplies } from '../journal/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

const hourMs = 3_600_000
/** wire.md: a repeat within 24 h gets its reply; the hour more is for clocks and for a request that is on its way. */
const repliesKeptMs = 25 * hourMs
const batchesKeptMs = hourMs

/**
 * Deletes replies that no repeat can ask for any more and batches that settle nothing any more. `now` is domain time, which runs `speed`
 * times as fast as that of the members, whose 24 hours these are.
 */
export async function tidyJournal(db: Database, now: number, speed: number, signal: AbortSignal): Promise<number> {
  const stretch = Math.max(1, speed)
  const replies = await inBatches(db, signal, (tx, limit) => forgetReplies(tx, now - repliesKeptMs * stretch, limit))
  return replies + (await inBatches(db, signal, (tx, limit) => forgetBatches(tx, now - batchesKeptMs * stretch, limit)))
}
