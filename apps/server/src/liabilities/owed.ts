import type { Tx } from '../ports.ts'
import { inSlices } from './slices.ts'

/** What a site owes one member in one currency, in minor units; nothing is negative, and something is above zero. */
export interface Owed {
  readonly memberId: number
  readonly currency: string
  /** By wallet type, and `PENDING`: what left a wallet and has not left the house; `COMMISSION`: undecided commissions of a partner; `SHARE`: what followers set aside for a trader, until it is paid or returned. */
  readonly parts: Readonly<Record<string, bigint>>
}

/** What a site owes its members, in one snapshot: one entry a member and currency. */
export async function owedOf(tx: Tx, siteId: number): Promise<Owed[]> {
  const rows = await tx.query<{ member_id: string; currency: string; parts: Record<string, string> }>(
    `select member_id, currency, jsonb_object_agg(name, amount::text) as parts
     from (select member_id, currency, type as name, posted as amount from wallet where site_id = $1 and posted > 0
           union all
           select member_id, currency, 'PENDING', sum(point) from dnw
           where site_id = $1 and type in ('W', 'WS') and processed_at is null group by 1, 2
           union all
           select member_id, 'KRW', 'COMMISSION', sum(amount) from commission_payable
           where site_id = $1 and decided_at is null group by 1
           union all
           select trader_id, 'USDT', 'SHARE', sum(amount) from copy_payout
           where site_id = $1 and paid_at is null and amount > 0 group by 1) owed
     group by member_id, currency order by member_id, currency`,
    [siteId],
  )
  return inSlices(rows, (some) =>
    some.map(({ member_id, currency, parts }) => ({
      memberId: Number(member_id),
      currency,
      parts: amountsOf(parts),
    })),
  )
}

/** Amounts by name from their texts. */
export const amountsOf = (texts: Readonly<Record<string, string>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, BigInt(text)]))
