import type { Database, Tx } from '../ports.ts'

/** A batch is due each second: this long without one, the house executed nothing. */
const longestPauseMs = 10_000

/**
 * Notes the times since the last call in which the cores of this database wrote no batch. `speed`: how fast domain time runs beside that
 * of the wall. Returns how many it found.
 */
export async function noteOutages(db: Database, speed: number): Promise<number> {
  return db.system(async (tx) => {
    const [row] = await tx.query<{ count: string }>(
      `with seen as (
         select g.site_group, c.seen_at from (select distinct site_group from journal_batch) g
         left join outage_cursor c using (site_group)
       ), times as (
         select b.site_group, b.at from journal_batch b join seen s using (site_group)
         where b.at > coalesce(s.seen_at, 0)
         union all select site_group, seen_at from seen where seen_at is not null
       ), gaps as (
         select site_group, lag(at) over (partition by site_group order by at) as from_at, at as until_at from times
       ), noted as (
         insert into outage (site_group, from_at, until_at)
         select site_group, from_at, until_at from gaps where until_at - from_at > $1
         on conflict do nothing returning 1
       ), moved as (
         insert into outage_cursor (site_group, seen_at) select site_group, max(at) from times group by 1
         on conflict (site_group) do update set seen_at = excluded.seen_at
       )
       select count(*) as count from noted`,
      [longestPauseMs * Math.max(1, speed)],
    )
    return Number(row?.count)
  })
}

export interface OutagesOfMonth {
  readonly month: string
  readonly count: number
  readonly totalMs: number
  readonly longestMs: number
  readonly newestAt: number
}

/** The outages of a group by the KST month in which they began. */
export async function outagesOf(tx: Tx, siteGroup: string): Promise<OutagesOfMonth[]> {
  const rows = await tx.query<{ month: string; count: string; total: string; longest: string; newest: string }>(
    `select to_char(to_timestamp(from_at / 1000.0) at time zone 'Asia/Seoul', 'YYYY-MM') as month, count(*) as count,
            sum(until_at - from_at) as total, max(until_at - from_at) as longest, max(from_at) as newest
     from outage where site_group = $1 group by 1`,
    [siteGroup],
  )
  return rows.map(({ month, count, total, longest, newest }) => ({
    month,
    count: Number(count),
    totalMs: Number(total),
    longestMs: Number(longest),
    newestAt: Number(newest),
  }))
}
