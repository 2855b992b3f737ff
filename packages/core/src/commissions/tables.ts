import { amount, int, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

/** What became of a week's commission of one partner. */
export type PayableState = 'WAITING' | 'HELD' | 'PAID' | 'REJECTED'

export const commissionTables = {
  /** Closed weeks: each is closed once for ever. */
  commissionCloses: table(
    'commission_close',
    {
      siteId: whole.key,
      week: whole.key, // Monday 00:00 KST
      digest: text(), // SHA-256 over all lines
      sum: amount,
      lines: int,
      at: whole,
    },
    { rows: 'all' },
  ),
  /** What a closed week owes each partner. */
  commissionPayables: table(
    'commission_payable',
    {
      siteId: whole.key,
      week: whole.key,
      partnerId: whole.key,
      memberId: whole, // the partner's owner, when the week was closed
      amount, // KRW
      state: text<PayableState>().changing,
      heldBy: whole.orNull.changing, // a member of staff; null: held at the close, or not held
      txnId: whole.orNull.changing,
      dnwId: whole.orNull.changing,
      decidedAt: whole.orNull.changing, // wall clock
      version: int.changing,
    },
    { rows: 'open', until: 'decidedAt' },
  ),
}

export interface CommissionCloseRow extends RowOf<typeof commissionTables.commissionCloses> {}
export interface CommissionPayableRow extends RowOf<typeof commissionTables.commissionPayables> {}
