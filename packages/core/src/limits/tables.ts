import { amount, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

export type LimitKind = 'LOSS' | 'STAKE' | 'TIME' | 'DEPOSIT'
export type LimitWindow = '24h' | '7d' | '30d'
/** What the amounts of a limit are in: TIME has minutes, the others have a currency. */
export type LimitUnit = 'KRW' | 'USDT' | 'MIN'

export const limitTables = {
  limits: table(
    'member_limit',
    {
      siteId: whole.key,
      memberId: whole.key,
      kind: text<LimitKind>().key,
      window: text<LimitWindow>().key,
      currency: text<LimitUnit>().key,
      amount: amount.orNull.changing,
      pendingAmount: amount.orNull.changing, // a rise that waits
      pendingFrom: whole.orNull.changing, // null: nothing waits
    },
    { rows: 'all' },
  ),
}

export interface MemberLimitRow extends RowOf<typeof limitTables.limits> {}
