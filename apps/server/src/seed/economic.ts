import type { Database } from '../ports.ts'

interface Release {
  readonly at: number
  readonly country: 'US' | 'KR'
  readonly name: string
  readonly importance: 2 | 3
  readonly source: string
}

/** Days of the rate decisions of the Federal Open Market Committee, as the Federal Reserve announced them; those of 2027 are tentative. */
const fomcDays = [
  ...['2026-01-28', '2026-03-18', '2026-04-29', '2026-06-17', '2026-07-29', '2026-09-16', '2026-10-28', '2026-12-09'],
  ...['2027-01-27', '2027-03-17', '2027-04-28', '2027-06-09', '2027-07-28', '2027-09-15', '2027-10-27', '2027-12-08'],
]
/** Days of the rate decisions of the Bank of Korea, as it announced them. */
const bankOfKoreaDays = [
  ...['2026-01-15', '2026-02-26', '2026-04-10', '2026-05-28', '2026-07-16', '2026-08-27', '2026-10-22', '2026-11-26'],
]
/** Days from which clocks in New York show summer time, and to which. */
const summer = [
  ['2026-03-08', '2026-11-01'],
  ['2027-03-14', '2027-11-07'],
] as const
/** Thursdays that are holidays in the United States: claims come a day earlier. */
const holidayThursdays = ['2026-01-01', '2026-11-26', '2027-11-25']

/** A time of day in New York. */
const newYork = (day: string, time: string): number =>
  Date.parse(`${day}T${time}:00${summer.some(([from, to]) => day >= from && day < to) ? '-04:00' : '-05:00'}`)

const dayMs = 86_400_000
/** Every day of 2026 and 2027, as `YYYY-MM-DD` with its day of the week from Sunday. */
const days = Array.from({ length: 730 }, (_, nth) => {
  const date = new Date(Date.UTC(2026, 0, 1) + nth * dayMs)
  return { day: date.toISOString().slice(0, 10), weekday: date.getUTCDay() }
})
const dayBefore = (day: string) => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)

/** Initial claims come each Thursday. */
const claimDays = days
  .filter(({ weekday }) => weekday === 4)
  .map(({ day }) => (holidayThursdays.includes(day) ? dayBefore(day) : day))
  .filter((day) => day >= '2026')
/** The index of purchasing managers comes on the first business day of a month; in January holidays go before it. */
const managerDays = days
  .filter(({ day, weekday }) => weekday % 6 !== 0 && !/-01-0[12]$/.test(day))
  .map(({ day }) => day)
  .filter((day, nth, all) => day.slice(0, 7) !== all[nth - 1]?.slice(0, 7))

const ofUs = (days: readonly string[], time: string, parts: Pick<Release, 'name' | 'importance' | 'source'>) =>
  days.map((day): Release => ({ at: newYork(day, time), country: 'US', ...parts }))

const releases: readonly Release[] = [
  ...ofUs(fomcDays, '14:00', { name: 'FOMC 금리 결정', importance: 3, source: 'Federal Reserve' }),
  ...ofUs(claimDays, '08:30', {
    name: '신규 실업수당 청구 건수',
    importance: 2,
    source: 'U.S. Department of Labor',
  }),
  ...ofUs(managerDays, '10:00', { name: 'ISM 제조업 PMI', importance: 3, source: 'Institute for Supply Management' }),
  ...bankOfKoreaDays.map(
    (day): Release => ({
      at: Date.parse(`${day}T10:00:00+09:00`),
      country: 'KR',
      name: '한국은행 기준금리 결정',
      importance: 3,
      source: '한국은행',
    }),
  ),
]

/** What a demo site that has no calendar shows its members: releases whose times are public facts, without figures. */
export async function seedEconomic(db: Database, sites: readonly number[]): Promise<void> {
  await db.system((tx) =>
    tx.query(
      `insert into economic_event (site_id, id, at, country, name, importance, source)
       select site, nth, at, country, name, importance, source
         from unnest($1::bigint[]) site,
              unnest($2::bigint[], $3::text[], $4::text[], $5::int[], $6::text[])
                with ordinality as release(at, country, name, importance, source, nth)
        where not exists (select from economic_event known where known.site_id = site)`,
      [
        sites,
        releases.map(({ at }) => at),
        releases.map(({ country }) => country),
        releases.map(({ name }) => name),
        releases.map(({ importance }) => importance),
        releases.map(({ source }) => source),
      ],
    ),
  )
}
