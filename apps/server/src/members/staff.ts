import type { StaffRole } from '@maru/contract'
import type { Staff } from '../http/index.ts'
import type { Database, Tx } from '../ports.ts'
import type { MemberRow } from './store.ts'

/** What a member of staff may do; null for everybody else, and for staff whose role was taken away. */
export async function staffOf(db: Database, member: Pick<MemberRow, 'siteId' | 'id' | 'kind'>): Promise<Staff | null> {
  if (member.kind !== 'STAFF') return null
  const [row] = await db.tenant(member.siteId, (tx) =>
    tx.query<{ role: StaffRole; site_ids: string[] }>(
      'select role, site_ids from staff where site_id = $1 and member_id = $2 and disabled_at is null',
      [member.siteId, member.id],
    ),
  )
  return row === undefined ? null : { role: row.role, siteIds: row.site_ids.map(Number) }
}

/** Writes a role; one that is there stays as it is. */
export async function insertStaff(
  tx: Tx,
  { siteId, memberId, role, siteIds }: Staff & { readonly siteId: number; readonly memberId: number },
  now: number,
): Promise<void> {
  await tx.query(
    `insert into staff (site_id, member_id, role, site_ids, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [siteId, memberId, role, siteIds, now],
  )
}
