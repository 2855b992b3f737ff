import { maskName, maskUsername } from '../money/masks.ts'
import type { Database } from '../ports.ts'

/**
 * Whom acts on a site are about, by their subjects: a member, or whose request, inquiry or chat a subject is; members masked, staff by name.
 * Ids are unique in the installation, so that a number is one of these alone.
 */
export async function subjectNames(
  db: Database,
  siteId: number,
  subjects: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(subjects.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await db.tenant(siteId, (tx) =>
    tx.query<{ id: string; name: string; username: string; kind: string }>(
      `select s.id, m.name, m.username, m.kind from (
         select id, id as member_id from member where site_id = $1 and id = any ($2)
         union all select id, member_id from dnw where site_id = $1 and id = any ($2)
         union all select id, member_id from inquiry where site_id = $1 and id = any ($2)
         union all select id, member_id from chat where site_id = $1 and id = any ($2)
         union all select id, member_id from suspense where site_id = $1 and id = any ($2)
         union all select id, member_id from p2p_order where site_id = $1 and id = any ($2)) s
       join member m on m.site_id = $1 and m.id = s.member_id`,
      [siteId, ids],
    ),
  )
  return new Map(
    rows.map(({ id, name, username, kind }) => [
      Number(id),
      kind === 'STAFF' ? name : `${maskName(name)}(${maskUsername(username)})`,
    ]),
  )
}
