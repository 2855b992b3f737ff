import { forgetChats } from '../chat/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

const keptMs = 365 * 24 * 3_600_000

/** Deletes chats that ended a year ago. `now` is wall time. */
export const tidyChats = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetChats(tx, now - keptMs, limit))
