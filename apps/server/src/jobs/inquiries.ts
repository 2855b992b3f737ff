import { closeAnswered } from '../inquiries/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

const answeredMs = 7 * 24 * 3_600_000

/** Closes inquiries whose answer is a week old and was not asked about again. `now` is wall time. */
export const closeInquiries = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => closeAnswered(tx, now - answeredMs, now, limit))
