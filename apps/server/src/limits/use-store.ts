import type { Use } from '@maru/core'
import type { Tx } from '../ports.ts'

export interface MemberUse extends Use {
  readonly siteId: number
  readonly memberId: number
}

/** Keeps stretches of use; one that is there already only grows. */
export async function keepUses(tx: Tx, uses: readonly MemberUse[]): Promise<void> {
  await tx.query(
    `insert into member_use (site_id, member_id, from_at, to_at)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
     on conflict (site_id, member_id, from_at) do update set to_at = greatest(member_use.to_at, excluded.to_at)`,
    [
      uses.map(({ siteId }) => siteId),
      uses.map(({ memberId }) => memberId),
      uses.map(({ from }) => from),
      uses.map(({ to }) => to),
    ],
  )
}

/** The member's use that ended after `since`, in order of time; stretches may overlap. */
export async function usesSince(tx: Tx, siteId: number, memberId: number, since: number): Promise<Use[]> {
  const rows = await tx.query<{ from_at: string; to_at: string }>(
    'select from_at, to_at from member_use where site_id = $1 and member_id = $2 and to_at > $3 order by from_at',
    [siteId, memberId, since],
  )
  return rows.map((row) => ({ from: Number(row.from_at), to: Number(row.to_at) }))
}

/** Deletes use that ended before `before`, at most `limit` stretches; returns how many. */
export async function forgetUses(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from member_use where ctid = any(array(select ctid from member_use where to_at < $1 limit $2)) returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}
