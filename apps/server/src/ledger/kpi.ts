import type { KpiDay, RetentionWeek } from '@maru/contract'
import { kstMonday } from '@maru/core'
import { kstDay, kstDayPeriod } from '../http/filters.ts'
import type { Tx } from '../ports.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const kstOffsetMs = 9 * 3_600_000
/** A Monday before all of them: weeks count from it. */
const mondayMs = kstMonday(0)
const kpiDays = 90
const afterWeeks = [1, 4, 8, 12] as const

const dayOf = (column: string) => `(${column} + ${kstOffsetMs}) / ${dayMs}`

/** How a site did on each of the last 90 days, the newest first: who was active, signed up and paid in. A member is active whose money moved. */
export async function kpiByDay(tx: Tx, siteId: number, now: number): Promise<KpiDay[]> {
  const { to } = kstDayPeriod(kstDay(now))
  const from = to - kpiDays * dayMs
  const rows = await tx.query<{ day: string; actives: string; joined: string; depositors: string; won: string }>(
    `with active as (
       select ${dayOf('at')} as day, count(distinct member_id) as actives
         from ledger_entry where site_id = $1 and at >= $2 and at < $3 group by 1
     ), joined as (
       select ${dayOf('created_at')} as day, count(*) as joined
         from member where site_id = $1 and kind <> 'STAFF' and created_at >= $2 and created_at < $3 group by 1
     ), paid as (
       select ${dayOf('processed_at')} as day, count(distinct member_id) as depositors, sum(won) as won
         from dnw where site_id = $1 and type = 'D' and status = 'COMPLETED' and processed_at >= $2 and processed_at < $3 group by 1
     )
     select d.day, coalesce(actives, 0) as actives, coalesce(joined, 0) as joined, coalesce(depositors, 0) as depositors,
            coalesce(won, 0) as won
       from generate_series(${dayOf('$2::bigint')}, ${dayOf('$3::bigint')} - 1) as d (day)
       left join active using (day) left join joined using (day) left join paid using (day) order by d.day desc`,
    [siteId, from, to],
  )
  return rows.map(({ day, actives, joined, depositors, won }) => ({
    day: kstDay(Number(day) * dayMs - kstOffsetMs),
    actives: Number(actives),
    joined: Number(joined),
    depositors: Number(depositors),
    deposits: won,
  }))
}

/** Of who signed up in each of the last 13 weeks, how many were active 1, 4, 8 and 12 weeks later; null: that week is not over. */
export async function retentionByWeek(tx: Tx, siteId: number, now: number): Promise<RetentionWeek[]> {
  const week = Math.floor((now - mondayMs) / weekMs)
  const first = week - (afterWeeks.at(-1) ?? 0)
  const startOf = (of: number) => mondayMs + of * weekMs
  const wasActive = (after: number) =>
    `count(*) filter (where exists (select from ledger_entry e where e.site_id = m.site_id and e.member_id = m.id
        and e.at >= m.start + ${after * weekMs} and e.at < m.start + ${(after + 1) * weekMs})) as after_${after}`
  const rows = await tx.query<Record<string, string>>(
    `select week, count(*) as joined, ${afterWeeks.map(wasActive).join(', ')} from (
       select site_id, id, (created_at - ${mondayMs}) / ${weekMs} as week,
              (created_at - ${mondayMs}) / ${weekMs} * ${weekMs} + ${mondayMs} as start
         from member where site_id = $1 and kind <> 'STAFF' and created_at >= $2) m
      group by week order by week desc`,
    [siteId, startOf(first)],
  )
  return rows.map((row) => {
    const of = Number(row['week'])
    const after = (weeks: number) => (of + weeks >= week ? null : Number(row[`after_${weeks}`]))
    return {
      week: kstDay(startOf(of)),
      joined: Number(row['joined']),
      after1: after(1),
      after4: after(4),
      after8: after(8),
      after12: after(12),
    }
  })
}
