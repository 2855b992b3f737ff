import { kstDay } from '@maru/core'
import { contractScale, quoteScale } from '@maru/positions'
import { kstDayPeriod, type Period } from '../http/filters.ts'
import type { Database, Tx } from '../ports.ts'

/** What is decided or written this long after its day still counts for it. */
const settledWithinMs = 3_600_000

/**
 * Counts the days of every site that are not counted for good, up to today. `now`: domain clock. Returns how many days it counted. A day
 * becomes final an hour after its end.
 */
export async function countDays(db: Database, now: number, signal: AbortSignal): Promise<number> {
  const sites = await db.system((tx) => tx.query<{ id: string }>('select site_id as id from site_config order by 1'))
  let counted = 0
  for (const { id } of sites) counted += await countSite(db, Number(id), now, signal)
  return counted
}

async function countSite(db: Database, siteId: number, now: number, signal: AbortSignal): Promise<number> {
  let counted = 0
  let next = await db.system((tx) => firstDay(tx, siteId, now))
  while (next <= kstDay(now) && !signal.aborted) {
    const [day, period] = [next, kstDayPeriod(next)]
    await db.system((tx) => countDay(tx, siteId, day, period, period.to + settledWithinMs <= now), 'long')
    counted += 1
    next = kstDay(period.to)
  }
  return counted
}

/** The day after the last final one; of a site that was never counted, that of its first fill or round. */
async function firstDay(tx: Tx, siteId: number, now: number): Promise<string> {
  const [row] = await tx.query<{ next: string | null; first: string | null }>(
    `select (select (day + 1)::text from statistic_cursor where site_id = $1) as next,
            least((select at from trading_fill where site_id = $1 order by id limit 1),
                  (select start_at from round where site_id = $1 order by id limit 1)) as first`,
    [siteId],
  )
  return row?.next ?? kstDay(row?.first == null ? now : Number(row.first))
}

async function countDay(tx: Tx, siteId: number, day: string, { from, to }: Period, isFinal: boolean): Promise<void> {
  const units = await quoteUnits(tx, siteId)
  // `off` is the distance from the best price in parts per billion of it, above 0 where it cost the member.
  await tx.query(
    `with own as (
       select f.book, f.position_id, f.market_type, f.is_maker,
              (case f.side when 'LONG' then 1 else -1 end)
                * (f.quote - f.best::numeric * f.qty * u.unit) * 1e9 / (f.best::numeric * f.qty * u.unit) as off
       from trading_fill f
       join unnest($5::text[], $6::bigint[], $7::numeric[]) u (book, option_id, unit) using (book, option_id)
       where f.site_id = $1 and f.at >= $3 and f.at < $4
     ), taken as (select * from own where not is_maker and market_type <> 'LIQUIDATION')
     insert into statistic_day
       (site_id, day, book, fills, better, worse, better_ppb, worse_ppb, liquidations, rounds, voids)
     select $1, $2, b.book, count(t.book), count(*) filter (where t.off < 0), count(*) filter (where t.off > 0),
            coalesce(round(sum(-t.off) filter (where t.off < 0)), 0), coalesce(round(sum(t.off) filter (where t.off > 0)), 0),
            (select count(distinct o.position_id) from own o where o.book = b.book and o.market_type = 'LIQUIDATION'), 0, '{}'
     from (values ('futures'), ('oversea')) b (book) left join taken t using (book) group by b.book
     on conflict (site_id, day, book) do update set
       fills = excluded.fills, better = excluded.better, worse = excluded.worse, better_ppb = excluded.better_ppb,
       worse_ppb = excluded.worse_ppb, liquidations = excluded.liquidations`,
    [siteId, day, from, to, ...units],
  )
  await tx.query(
    `with own as (
       select r.status, r.void_reason from round_option o
       cross join lateral (
         select status, void_reason from round
         where site_id = $1 and option_id = o.id and start_at >= $3 and start_at < $4 and decided_at is not null) r
       where o.site_id = $1
     ), voids as (select void_reason, count(*) as count from own where status = 3 group by 1)
     insert into statistic_day
       (site_id, day, book, fills, better, worse, better_ppb, worse_ppb, liquidations, rounds, voids)
     select $1, $2, 'rounds', 0, 0, 0, 0, 0, 0, (select count(*) from own),
            coalesce((select jsonb_object_agg(void_reason, count) from voids), '{}')
     on conflict (site_id, day, book) do update set rounds = excluded.rounds, voids = excluded.voids`,
    [siteId, day, from, to],
  )
  if (isFinal)
    await tx.query(
      `insert into statistic_cursor (site_id, day) values ($1, $2)
       on conflict (site_id) do update set day = excluded.day`,
      [siteId, day],
    )
}

/** What price × quantity is worth in minor units of the quote, by book and option. */
async function quoteUnits(tx: Tx, siteId: number): Promise<[books: string[], options: string[], units: string[]]> {
  const rows = await tx.query<{ book: string; id: string; precision: number; qty_precision: number | null }>(
    `select 'futures' as book, id, precision, qty_precision from futures_option where site_id = $1
     union all select 'oversea', id, precision, null from oversea_option where site_id = $1`,
    [siteId],
  )
  const unitOf = ({ precision, qty_precision }: (typeof rows)[number]) =>
    (qty_precision === null ? contractScale(precision) : quoteScale(precision, qty_precision)).unit
  return [rows.map(({ book }) => book), rows.map(({ id }) => id), rows.map((row) => String(unitOf(row)))]
}
