import type { Database } from '../ports.ts'

/** The names of staff by their id; they work for several sites. */
export async function staffNames(db: Database, ids: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  if (asked.length === 0) return new Map()
  const rows = await db.system((tx) =>
    tx.query<{ id: string; name: string }>(
      `select member.id, member.name from staff join member on member.site_id = staff.site_id and member.id = staff.member_id
        where staff.member_id = any ($1)`,
      [asked],
    ),
  )
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}

/** The staff whom a text names: by number, or by a part of the name or username. */
export async function staffNamed(db: Database, text: string): Promise<number[]> {
  const rows = await db.system((tx) =>
    tx.query<{ id: string }>(
      `select member.id from staff join member on member.site_id = staff.site_id and member.id = staff.member_id
        where member.id::text = $1 or strpos(lower(member.name), lower($1)) > 0 or strpos(member.username, lower($1)) > 0`,
      [text],
    ),
  )
  return rows.map(({ id }) => Number(id))
}

/** The names of whoever works, worked or acted at a site. */
export async function namesOfSite(db: Database, siteId: number): Promise<{ id: number; name: string }[]> {
  const rows = await db.system((tx) =>
    tx.query<{ id: string; name: string }>(
      `select member.id, member.name from staff join member on member.site_id = staff.site_id and member.id = staff.member_id
        where staff.site_id = $1 or $1 = any (staff.site_ids)
           or exists (select from staff_act where staff_act.site_id = $1 and staff_act.staff_id = staff.member_id)
        order by member.id`,
      [siteId],
    ),
  )
  return rows.map(({ id, name }) => ({ id: Number(id), name }))
}
