import { forgetChats } from '../chat/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

/** Deletes chats that ended longer ago than their site keeps them. `now` is wall time. */
export const tidyChats = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetChats(tx, now, limit))
