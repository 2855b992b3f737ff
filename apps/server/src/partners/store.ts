import type { PartnerRow, PartnerStatus } from '@maru/contract'
import type { Tx } from '../ports.ts'

interface Raw {
  id: string
  code: string
  name: string
  level: number
  parent_id: string | null
  status: PartnerStatus
  member_count: string
  created_at: string
}

export interface Wanted {
  /** Of these trees: partners with one of these ids, and all below them; null: every partner of the site. */
  readonly roots: readonly number[] | null
  readonly id?: number | undefined
  readonly level?: number | undefined
  readonly parentId?: number | undefined
  readonly statuses?: readonly PartnerStatus[] | null
  /** Rows at most. */
  readonly most?: number
}

const mostRows = 1_000

/** Partners of a site in the order of the tree. A loop in the rows ends where it would begin anew. */
export async function partnersOf(tx: Tx, siteId: number, wanted: Wanted): Promise<PartnerRow[]> {
  const { roots, id = null, level = null, parentId = null, statuses = null, most = mostRows } = wanted
  const rows = await tx.query<Raw>(
    `with recursive tree as (
       select id from partner where site_id = $1 and ($2::bigint[] is null or id = any ($2))
       union
       select p.id from partner p join tree t on p.site_id = $1 and p.parent_id = t.id
     )
     select p.id, p.code, p.name, p.level, p.parent_id, p.status, p.created_at,
            (select count(*) from member m where m.site_id = p.site_id and m.partner_id = p.id) as member_count
       from partner p join tree t on t.id = p.id
      where p.site_id = $1 and ($3::bigint is null or p.id = $3) and ($4::int is null or p.level = $4)
        and ($5::bigint is null or p.parent_id = $5) and ($6::text[] is null or p.status = any ($6))
      order by p.level, p.id limit $7`,
    [siteId, roots, id, level, parentId, statuses, most],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    code: row.code,
    name: row.name,
    level: row.level,
    parentId: row.parent_id === null ? null : Number(row.parent_id),
    status: row.status,
    memberCount: Number(row.member_count),
    createdAt: Number(row.created_at),
  }))
}

/** The partner that a member is; null: he is none. */
export async function ownPartnerId(tx: Tx, siteId: number, memberId: number): Promise<number | null> {
  const [row] = await tx.query<{ id: string }>(
    `select p.id from partner p join member m on m.site_id = p.site_id and m.id = p.member_id
      where p.site_id = $1 and p.member_id = $2 and p.status = 'ACTIVE' and m.kind = 'PARTNER'`,
    [siteId, memberId],
  )
  return row === undefined ? null : Number(row.id)
}
