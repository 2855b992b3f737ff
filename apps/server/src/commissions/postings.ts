import type { CommissionPosting, CommissionType } from '@maru/contract'
import { formatMinor } from '@maru/core'
import type { QueryList } from '../desk-lists/index.ts'
import { type Week, weekMs } from './bases.ts'

interface Raw {
  id: string
  at: string
  member_id: string
  partner_id: string
  partner_name: string
  type: CommissionType
  txn_id: string | null
  currency: string
  amount: string
}

/** The fees and decided stakes of members of partners in a week, as they were posted; `partnerId`: of his own members alone. */
export const weekPostings = (
  { siteId, week }: Week,
  partnerId: number | undefined,
): QueryList<Raw, CommissionPosting> => ({
  siteId,
  source: `(
    select p.id, p.at, p.member_id, 'FEE' as type, p.txn_id, p.currency, -p.amount as amount, m.partner_id, n.name as partner_name
      from posting p
      join member m on m.site_id = p.site_id and m.id = p.member_id
      join partner n on n.site_id = m.site_id and n.id = m.partner_id
     where p.site_id = $1 and p.at >= $2 and p.at < $3 and p.reason in ('FUTURES_FEE', 'OVERSEA_FEE')
    union all
    select b.id, b.settled_at, b.member_id, 'ROLL', null, 'KRW', b.point - b.bonus_point, m.partner_id, n.name
      from bet b
      join member m on m.site_id = b.site_id and m.id = b.member_id
      join partner n on n.site_id = m.site_id and n.id = m.partner_id
     where b.site_id = $1 and b.settled_at >= $2 and b.settled_at < $3 and b.status in (1, 2)) posted`,
  where: '($4::bigint is null or partner_id = $4)',
  order: 'at, id',
  values: [siteId, week, week + weekMs, partnerId ?? null],
  shown: (rows) =>
    rows.map((row) => ({
      id: Number(row.id),
      at: Number(row.at),
      memberId: Number(row.member_id),
      partnerId: Number(row.partner_id),
      partnerName: row.partner_name,
      type: row.type,
      txnId: row.txn_id === null ? null : Number(row.txn_id),
      currency: row.currency,
      amount: formatMinor(BigInt(row.amount), row.currency),
    })),
})
