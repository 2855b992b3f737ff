import { nonceKeptMs } from '@maru/provider-protocol'
import type { Database } from '../ports.ts'
import { forgetNonces, forgetRefusedWebhooks } from '../providers/index.ts'
import { inBatches } from './batches.ts'

/** Deletes nonces that no signature can name any more. `now` is wall time. */
export const tidyNonces = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetNonces(tx, now - nonceKeptMs, limit))

/** Deletes counts of refused webhooks that are shown no more. `now` is wall time. */
export const tidyRefusedWebhooks = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inBatches(db, signal, (tx, limit) => forgetRefusedWebhooks(tx, now, limit))
