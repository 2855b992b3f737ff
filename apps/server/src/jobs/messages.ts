import { forgetAlarms } from '../alarms/index.ts'
import { forgetMessages as forgetOwnMessages } from '../messages/index.ts'
import { forgetMessages } from '../outgoing/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

const messagesKeptMs = 30 * 24 * 3_600_000

/** Deletes messages that left, or were given up, and alarms that were over, a month ago. `now` is wall time. */
export const tidyMessages = async (db: Database, now: number, signal: AbortSignal): Promise<number> => {
  const before = now - messagesKeptMs
  const messages = await inBatches(db, signal, (tx, limit) => forgetMessages(tx, before, limit))
  return messages + (await inBatches(db, signal, (tx, limit) => forgetAlarms(tx, before, limit)))
}

/** Deletes what members were told longer ago than their site keeps it. `now` is wall time. */
export const tidyBoxes = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetOwnMessages(tx, now, limit))
