import { kstDay } from '../http/filters.ts'
import type { Tx } from '../ports.ts'

const activeMs = 14 * 86_400_000
/** Whether member m had a stake decided or traded since $3. */
const isActive = `(exists (select from bet b where b.site_id = m.site_id and b.member_id = m.id and b.settled_at > $3)
            or exists (select from ledger_entry e where e.site_id = m.site_id and e.member_id = m.id
                        and e.reason in ('FUTURES_FEE', 'OVERSEA_FEE') and e.at > $3))`

/** How many of the members whom these partners brought were active lately. */
export async function activeMembers(
  tx: Tx,
  siteId: number,
  partnerIds: readonly number[],
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) from member m where m.site_id = $1 and m.partner_id = any ($2) and m.left_at is null and ${isActive}`,
    [siteId, partnerIds, now - activeMs],
  )
  return Number(row!.count)
}

/** Members whom these partners brought, the newest first: two letters of a nick, the month, and whether they were active lately. */
export async function membersOf(
  tx: Tx,
  siteId: number,
  partnerIds: readonly number[],
  now: number,
  page: { readonly size: number; readonly offset: number },
) {
  const rows = await tx.query<{ nick: string; created_at: string; partner_id: string; is_active: boolean }>(
    `select m.nick, m.created_at, m.partner_id,
            ${isActive} as is_active
       from member m where m.site_id = $1 and m.partner_id = any ($2) and m.left_at is null
      order by m.id desc limit $4 offset $5`,
    [siteId, partnerIds, now - activeMs, page.size, page.offset],
  )
  const [count] = await tx.query<{ count: string }>(
    'select count(*) from member where site_id = $1 and partner_id = any ($2) and left_at is null',
    [siteId, partnerIds],
  )
  return {
    rows: rows.map(({ nick, created_at, partner_id, is_active }) => ({
      nick: `${[...nick].slice(0, 2).join('')}****`,
      joinedMonth: kstDay(Number(created_at)).slice(0, 7),
      isActive: is_active,
      partnerId: Number(partner_id),
    })),
    total: Number(count!.count),
  }
}
