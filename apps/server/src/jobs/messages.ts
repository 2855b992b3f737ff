import { forgetMessages as forgetOwnMessages } from '../messages/index.ts'
import { forgetMessages } from '../outgoing/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

const messagesKeptMs = 30 * 24 * 3_600_000

/** Deletes messages that left, or were given up, a month ago. `now` is wall time. */
export const tidyMessages = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetMessages(tx, now - messagesKeptMs, limit))

/** Deletes what members were told longer ago than their site keeps it. `now` is wall time. */
export const tidyBoxes = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetOwnMessages(tx, now, limit))
