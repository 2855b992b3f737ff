import { document, int, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

/** `notice`: what a member has to hear of; it leaves by each way that reaches him. `alarm`: what staff has to see to. */
export type OutgoingKind = 'payout' | 'mail' | 'sms' | 'push' | 'notice' | 'alarm' | 'provider-call'

/**
 * QUEUED waits for its call; SENDING is written before the call leaves; UNKNOWN: the call left and its outcome has to be asked for. SENT,
 * FAILED (refused for good), DEAD (given up, an operator has to look) and EXPIRED (of no use any more) are closed.
 */
export type OutgoingState = 'QUEUED' | 'SENDING' | 'UNKNOWN' | 'SENT' | 'FAILED' | 'DEAD' | 'EXPIRED'

export const outgoingTables = {
  /**
   * Calls that leave the house. The core only adds rows, with the state that asks for the call; from then on they belong to the worker
   * that makes the calls, and no start reads them.
   */
  outgoing: table(
    'outgoing',
    {
      siteId: whole.key,
      id: text().key, // the provider's idempotency key
      kind: text<OutgoingKind>(),
      provider: text(),
      payload: document<Readonly<Record<string, unknown>>>(),
      state: text<OutgoingState>(),
      attempts: int,
      /** Wall clock: not before it. While SENDING, when the worker that has it counts as lost. */
      nextAt: whole,
      createdAt: whole, // wall clock
      closedAt: whole.orNull,
      lastError: text().orNull,
    },
    { rows: 'none' },
  ),
}

export interface OutgoingRow extends RowOf<typeof outgoingTables.outgoing> {}
