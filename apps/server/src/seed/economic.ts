import type { Database } from '../ports.ts'

/** Days of the rate decisions of the Federal Open Market Committee, as the Federal Reserve announced them; those of 2027 are tentative. */
const decisions = [
  ...['2026-01-28', '2026-03-18', '2026-04-29', '2026-06-17', '2026-07-29', '2026-09-16', '2026-10-28', '2026-12-09'],
  ...['2027-01-27', '2027-03-17', '2027-04-28', '2027-06-09', '2027-07-28', '2027-09-15', '2027-10-27', '2027-12-08'],
]
/** Days from which clocks in New York show summer time, and to which. */
const summer = [
  ['2026-03-08', '2026-11-01'],
  ['2027-03-14', '2027-11-07'],
] as const

/** The statement comes at 14:00 in New York. */
const timeOf = (day: string): number =>
  Date.parse(`${day}T14:00:00${summer.some(([from, to]) => day >= from && day < to) ? '-04:00' : '-05:00'}`)

/** What a demo site that has no calendar shows its members: the rate decisions of the United States, which are public facts. */
export async function seedEconomic(db: Database, sites: readonly number[]): Promise<void> {
  await db.system((tx) =>
    tx.query(
      `insert into economic_event (site_id, id, at, country, name, importance, source)
       select site, nth, at, 'US', 'FOMC 금리 결정', 3, 'Federal Reserve'
         from unnest($1::bigint[]) site, unnest($2::bigint[]) with ordinality as day(at, nth)
        where not exists (select from economic_event known where known.site_id = site)`,
      [sites, decisions.map(timeOf)],
    ),
  )
}
