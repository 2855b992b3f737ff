import { mayAsk, mayRead, type Permission, type StaffRole } from '@maru/contract'
import type { Database } from '../ports.ts'
import type { Access, Staff } from './access-token.ts'
import { Refused } from './refused.ts'

/**
 * What a member of staff may do at this moment: a role that was lowered counts from the next call on, whatever his token says. Without an
 * authenticator app he may do nothing but enrol one.
 */
export async function staffNow(db: Database, siteId: number, memberId: number): Promise<Staff | null> {
  const [row] = await db.tenant(siteId, (tx) =>
    tx.query<{ role: StaffRole; site_ids: string[] }>(
      `select s.role, s.site_ids from staff s join member m on m.site_id = s.site_id and m.id = s.member_id
        where s.site_id = $1 and s.member_id = $2 and s.disabled_at is null and m.totp_sealed is not null`,
      [siteId, memberId],
    ),
  )
  return row === undefined ? null : { role: row.role, siteIds: row.site_ids.map(Number) }
}

/** Refuses whoever is not of staff; says who he is now. */
export async function requireStaff(db: Database, member: Access | null): Promise<Access & { readonly staff: Staff }> {
  const staff = member?.staff === undefined ? null : await staffNow(db, member.siteId, member.memberId)
  if (member === null || staff === null) throw new Refused('PERMISSION_DENIED')
  return { ...member, staff }
}

/** May this role make a call of this method? */
export const permits = (role: StaffRole, method: 'GET' | 'POST', permission: Permission): boolean =>
  method === 'GET' ? mayRead(role, permission) : mayAsk(role, permission)
