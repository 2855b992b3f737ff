import type { Database, Tx } from '../ports.ts'

/** Rows of one transaction: milliseconds, so that nobody waits for a lock. */
export const batchRows = 5_000

/** Calls `batch` in a transaction of its own until it has nothing more to do or the signal aborts; returns the sum. */
export async function inBatches(
  db: Database,
  signal: AbortSignal,
  batch: (tx: Tx, limit: number) => Promise<number>,
  limit = batchRows,
): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const count = await db.system((tx) => batch(tx, limit), 'long')
    sum += count
    if (count < limit) break
  }
  return sum
}
