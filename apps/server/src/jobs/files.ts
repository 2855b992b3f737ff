import { forgetUnusedFiles, unusedKeptMs } from '../files/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

/** Each may hold 5 MB: few in one transaction. */
const mostFiles = 100

/** Deletes uploads that nothing has referred to for a week. `now` is wall time. */
export const tidyFiles = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetUnusedFiles(tx, now - unusedKeptMs, limit), mostFiles)
