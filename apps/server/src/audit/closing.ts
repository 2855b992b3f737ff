import type { Database, Tx } from '../ports.ts'
import { breaksIn } from './find-breaks.ts'
import { accountColumns, afterClosing, cuts, dayOf, endOf, leastCut, newestSum } from './sums.ts'

const dayMs = 86_400_000
const kstOffsetMs = 9 * 3_600_000
/** What was due at the end of a day is posted within this time, as the domain clock counts it. */
const graceMs = 60_000

/**
 * Writes the closing sums of every day (KST) that ended since a site's newest closed one; returns how many. A site on which something
 * does not balance is left open, so that no error becomes the base of later audits. What was written is verified, in the same snapshot.
 */
export async function closeDays(db: Database, signal: AbortSignal): Promise<number> {
  return db.system(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    const due = await dueSites(tx)
    if (due.sites.length === 0) return 0
    const broken = new Set((await breaksIn(tx, signal, 'since-closing')).flatMap(({ sites }) => sites))
    const sound = due.sites.filter((site) => !broken.has(site))
    const written = await writeSums(tx, sound, due.cutAt)
    const wrong = (await breaksIn(tx, signal, 'since-closing')).find(({ sites }) =>
      sites.some((one) => !broken.has(one)),
    )
    if (wrong !== undefined) throw new Error(`the closing sums do not balance: ${wrong.rule} on site ${wrong.sites}`)
    return written
  }, 'long')
}

/** The end of the newest day that is over for all that is written, and the sites that have not closed it. */
async function dueSites(tx: Tx): Promise<{ sites: number[]; cutAt: number }> {
  const [time] = await tx.query<{ now: string }>('select maru_domain_time() as now')
  const cutAt = Math.floor((Number(time?.now) - graceMs + kstOffsetMs) / dayMs) * dayMs - kstOffsetMs
  if (cutAt <= 0) return { sites: [], cutAt }
  const rows = await tx.query<{ site_id: string }>(
    `select site_id from (select site_id from wallet union select site_id from house_account) s left join (${cuts}) c using (site_id)
     where coalesce(c.cut_at, 0) < $1 order by site_id`,
    [cutAt],
  )
  return { sites: rows.map(({ site_id }) => Number(site_id)), cutAt }
}

async function writeSums(tx: Tx, sites: readonly number[], cutAt: number): Promise<number> {
  if (sites.length === 0) return 0
  const [row] = await tx.query<{ least: string }>(leastCut)
  const [written] = await tx.query<{ count: string }>(
    `with moved as materialized (
       select ${accountColumns}, ${dayOf('p.at')} as day, sum(p.amount) as sum, count(*) as postings
       from (${afterClosing('posting', 'at', row?.least ?? '0')}) p where p.at < $2 and p.site_id = any($1::bigint[])
       group by 1, 2, 3, 4, 5, 6
     ), sums as (
       insert into closing_sum (site_id, account, member_id, wallet_type, currency, day, sum, is_first)
       select site_id, account, member_id, wallet_type, currency, day,
              coalesce(before.sum, 0) + sum(m.sum) over (partition by site_id, account, member_id, wallet_type, currency order by day),
              before.sum is null and row_number() over (partition by site_id, account, member_id, wallet_type, currency order by day) = 1
       from moved m left join lateral (${newestSum('m')}) before on true
       returning 1
     ), days as (
       insert into closing_day (site_id, day, cut_at, postings)
       select site_id, day, ${endOf('day')}, sum(postings)
       from (select site_id, day, postings from moved
             union all select unnest($1::bigint[]), ${dayOf('$2::bigint - 1')}, 0) d
       group by site_id, day
     )
     select count(*) from sums`,
    [sites, cutAt],
  )
  return Number(written?.count)
}
