import { type Staff, staffNow } from '../http/index.ts'
import type { Database, Tx } from '../ports.ts'
import type { MemberRow } from './store.ts'

/** What a member of staff may do; null for everybody else, and for staff whose role was taken away. */
export async function staffOf(db: Database, member: Pick<MemberRow, 'siteId' | 'id' | 'kind'>): Promise<Staff | null> {
  if (member.kind !== 'STAFF') return null
  return staffNow(db, member.siteId, member.id)
}

/** May this member of staff sign in, if only to enrol an authenticator app? */
export async function worksHere(db: Database, { siteId, id }: Pick<MemberRow, 'siteId' | 'id'>): Promise<boolean> {
  const rows = await db.tenant(siteId, (tx) =>
    tx.query('select from staff where site_id = $1 and member_id = $2 and disabled_at is null', [siteId, id]),
  )
  return rows.length > 0
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
