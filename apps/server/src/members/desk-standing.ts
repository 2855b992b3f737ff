import type { ListedMember } from '@maru/contract'
import { formatMinor } from '@maru/core'
import type { Tx } from '../ports.ts'

type Standing = Pick<ListedMember, 'won' | 'usdt' | 'resultWon' | 'resultUsdt' | 'lastSeenAt'>
type MemberSort = 'NEWEST' | 'OLDEST' | 'WON' | 'USDT' | 'SEEN'

const resultMs = 30 * 86_400_000
const posted = (type: string) =>
  `(select m.*, coalesce(w.posted, 0) as posted from member m
      left join wallet w on w.site_id = m.site_id and w.member_id = m.id and w.type = '${type}') members`

/** Where the list of members is read from, and in which order. What sorts it alone is joined to it. */
export const sortedMembers: Readonly<Record<MemberSort, { readonly source: string; readonly order: string }>> = {
  NEWEST: { source: 'member', order: 'id desc' },
  OLDEST: { source: 'member', order: 'id' },
  WON: { source: posted('BINARY'), order: 'posted desc, id desc' },
  USDT: { source: posted('FUTURES'), order: 'posted desc, id desc' },
  SEEN: {
    source: `(select m.*, s.seen_at from member m left join
        (select site_id, member_id, max(last_seen_at) as seen_at from login_session group by site_id, member_id) s
        on s.site_id = m.site_id and s.member_id = m.id) members`,
    order: 'seen_at desc nulls last, id desc',
  },
}

/** What members have, how they fared in 30 days, and when they were last here; of members that have nothing, zeros. */
export async function standingOf(
  tx: Tx,
  siteId: number,
  ids: readonly number[],
  now: number,
): Promise<(id: number) => Standing> {
  const rows = await tx.query<
    Record<'id' | 'won' | 'usdt' | 'result_won' | 'result_usdt', string> & { seen: string | null }
  >(
    `select m.id,
        coalesce((select sum(posted) from wallet w where w.site_id = $1 and w.member_id = m.id and w.type = 'BINARY'), 0) as won,
        coalesce((select sum(posted) from wallet w where w.site_id = $1 and w.member_id = m.id and w.type = 'FUTURES'), 0) as usdt,
        coalesce((select sum(profit) from bet b where b.site_id = $1 and b.member_id = m.id and b.accepted_at >= $3), 0)
          + coalesce((select sum(realized_pnl - fee) from trading_fill f
             where f.site_id = $1 and f.member_id = m.id and f.at >= $3 and f.book = 'oversea'), 0) as result_won,
        coalesce((select sum(realized_pnl - fee) from trading_fill f
          where f.site_id = $1 and f.member_id = m.id and f.at >= $3 and f.book = 'futures'), 0) as result_usdt,
        (select max(last_seen_at) from login_session s where s.site_id = $1 and s.member_id = m.id) as seen
       from unnest($2::bigint[]) as m (id)`,
    [siteId, ids, now - resultMs],
  )
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return (id) => {
    const row = byId.get(id)
    return {
      won: formatMinor(BigInt(row?.won ?? 0), 'KRW'),
      usdt: formatMinor(BigInt(row?.usdt ?? 0), 'USDT'),
      resultWon: formatMinor(BigInt(row?.result_won ?? 0), 'KRW'),
      resultUsdt: formatMinor(BigInt(row?.result_usdt ?? 0), 'USDT'),
      lastSeenAt: row?.seen == null ? null : Number(row.seen),
    }
  }
}
