import { closeAnswered } from '../inquiries/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

/** Closes inquiries that were answered longer ago than their site waits, and not asked about again. `now` is wall time. */
export const closeInquiries = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => closeAnswered(tx, now, limit))
