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
    if (due.length === 0) return 0
    const broken = new Set((await breaksIn(tx, signal, 'since-closing')).flatMap(({ sites }) => sites))
    const written = await writeSums(
      tx,
      due.filter(({ site }) => !broken.has(site)),
    )
    const wrong = (await breaksIn(tx, signal, 'since-closing')).find(({ sites }) =>
      sites.some((one) => !broken.has(one)),
    )
    if (wrong !== undefined) throw new Error(`the closing sums do not balance: ${wrong.rule} on site ${wrong.sites}`)
    return written
  }, 'long')
}

interface DueSite {
  readonly site: number
  /** The end of the newest day that is over for all that the core of the site's group writes. */
  readonly cutAt: number
}

async function dueSites(tx: Tx): Promise<DueSite[]> {
  const rows = await tx.query<{ site_id: string; closed: string; now: string }>(
    `select s.site_id, coalesce(c.cut_at, 0) as closed, t.at as now
     from (select site_id from wallet union select site_id from house_account) s
     left join (${cuts}) c using (site_id) left join site on site.id = s.site_id
     cross join lateral (
       select b.at from journal_batch b where b.site_group = coalesce(site.site_group, 'main')
       order by b.epoch desc, b.seq desc limit 1) t
     order by site_id`,
  )
  return rows
    .map(({ site_id, closed, now }) => ({
      site: Number(site_id),
      closed: Number(closed),
      cutAt: endOfDay(Number(now)),
    }))
    .filter(({ closed, cutAt }) => closed < cutAt)
}

const endOfDay = (now: number): number => Math.floor((now - graceMs + kstOffsetMs) / dayMs) * dayMs - kstOffsetMs

async function writeSums(tx: Tx, due: readonly DueSite[]): Promise<number> {
  if (due.length === 0) return 0
  const [row] = await tx.query<{ least: string }>(leastCut)
  const [written] = await tx.query<{ count: string }>(
    `with due as (
       select * from unnest($1::bigint[], $2::bigint[]) as d (site_id, cut_at)
     ), moved as materialized (
       select ${accountColumns}, ${dayOf('p.at')} as day, sum(p.amount) as sum, count(*) as postings
       from (${afterClosing('posting', 'at', row?.least ?? '0')}) p
       join due d on d.site_id = p.site_id and p.at < d.cut_at
       group by 1, 2, 3, 4, 5, 6, 7
     ), sums as (
       insert into closing_sum (site_id, account, sub, member_id, wallet_type, currency, day, sum, is_first)
       select site_id, account, sub, member_id, wallet_type, currency, day,
              coalesce(before.sum, 0) + sum(m.sum) over (partition by site_id, account, sub, member_id, wallet_type, currency order by day),
              before.sum is null and row_number() over (partition by site_id, account, sub, member_id, wallet_type, currency order by day) = 1
       from moved m left join lateral (${newestSum('m')}) before on true
       returning 1
     ), days as (
       insert into closing_day (site_id, day, cut_at, postings)
       select site_id, day, ${endOf('day')}, sum(postings)
       from (select site_id, day, postings from moved
             union all select site_id, ${dayOf('cut_at - 1')}, 0 from due) d
       group by site_id, day
     )
     select count(*) from sums`,
    [due.map(({ site }) => site), due.map(({ cutAt }) => cutAt)],
  )
  return Number(written?.count)
}
