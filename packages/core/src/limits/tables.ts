import { amount, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

export type LimitKind = 'LOSS' | 'STAKE' | 'TIME' | 'DEPOSIT'
export type LimitWindow = '24h' | '7d' | '30d'
/** What the amounts of a limit are in: TIME has minutes, the others have a currency. */
export type LimitUnit = 'KRW' | 'USDT' | 'MIN'

/** STAKE: of one round together; ORDER: margin that orders and positions hold back; DEPOSIT: in 24 hours; WITHDRAWAL: of a day (KST), in KRW. */
export type CeilingKind = 'STAKE' | 'ORDER' | 'DEPOSIT' | 'WITHDRAWAL'
export type CeilingUnit = 'KRW' | 'USDT'

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
  /** What staff allow one member at most. */
  ceilings: table(
    'member_ceiling',
    {
      siteId: whole.key,
      memberId: whole.key,
      kind: text<CeilingKind>().key,
      currency: text<CeilingUnit>().key,
      amount: amount.orNull.changing, // null: lifted
      setAt: whole.changing, // wall clock
    },
    { rows: 'all' },
  ),
}

export interface MemberLimitRow extends RowOf<typeof limitTables.limits> {}
export interface MemberCeilingRow extends RowOf<typeof limitTables.ceilings> {}
