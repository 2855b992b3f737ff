import { mayAsk, type Permission, type StaffRole } from '@maru/contract'
import type { Database } from '../ports.ts'

/** A member of staff who may begin a change of some part of a site. */
export interface Colleague {
  readonly site_id: string
  readonly member_id: string
  readonly name: string
}

/** Staff who look after a site and whose role may change a part of it, by name. */
export async function colleaguesOf(db: Database, siteId: number, permission: Permission): Promise<Colleague[]> {
  const rows = await db.system((tx) =>
    tx.query<Colleague & { role: StaffRole }>(
      `select s.site_id, s.member_id, s.role, m.name from staff s join member m on m.site_id = s.site_id and m.id = s.member_id
        where $1 = any (s.site_ids) and s.disabled_at is null order by m.name, s.member_id`,
      [siteId],
    ),
  )
  return rows.filter(({ role }) => mayAsk(role, permission))
}
