import { forgetUses } from '../limits/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

/** A day more than the widest window of a time limit looks back. */
const keptMs = 31 * 24 * 3_600_000

/** Deletes how long members were here once no time limit looks back on it. `now` is wall time. */
export const tidyUses = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetUses(tx, now - keptMs, limit))
