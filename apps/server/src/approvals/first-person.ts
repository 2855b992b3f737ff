import { mayAsk, type Permission, type StaffRole } from '@maru/contract'
import type { Database } from '../ports.ts'

/** Whether a member of staff may still do what he did as the first of two persons. */
export type StillMay = (staffId: number, permission: Permission) => boolean

/** Reads who of some members of staff works at a site now, and in which role: whoever was disabled, lowered or removed counts no longer. */
export async function standingOfStaff(db: Database, siteId: number, ids: readonly number[]): Promise<StillMay> {
  if (ids.length === 0) return () => false
  const rows = await db.system((tx) =>
    tx.query<{ member_id: string; role: StaffRole }>(
      'select member_id, role from staff where member_id = any ($1) and disabled_at is null and $2 = any (site_ids)',
      [[...new Set(ids)], siteId],
    ),
  )
  const roles = new Map(rows.map(({ member_id, role }) => [Number(member_id), role]))
  return (staffId, permission) => {
    const role = roles.get(staffId)
    return role !== undefined && mayAsk(role, permission)
  }
}
