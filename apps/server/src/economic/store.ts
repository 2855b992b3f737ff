import type { EconomicEvent, EconomicPast } from '@maru/contract'
import type { Tx } from '../ports.ts'
import type { Release } from './parse.ts'

/** A release as its table has it. */
export interface StoredEvent {
  readonly id: string
  readonly at: string
  readonly country: string
  readonly name: string
  readonly importance: number
  readonly previous: string | null
  readonly forecast: string | null
  readonly actual: string | null
  readonly source: string
}

const columns = 'id, at, country, name, importance, previous, forecast, actual, source'

export const eventOf = (row: StoredEvent): EconomicEvent => ({
  id: Number(row.id),
  at: Number(row.at),
  country: row.country,
  name: row.name,
  importance: row.importance,
  previous: row.previous,
  forecast: row.forecast,
  actual: row.actual,
  source: row.source,
})

interface Asked {
  readonly from: number
  readonly to: number
  readonly importance?: number
  readonly country?: string | undefined
}

/** The releases of a site from `from` to before `to`, in the order of their times. */
export async function eventsBetween(tx: Tx, siteId: number, asked: Asked): Promise<EconomicEvent[]> {
  const rows = await tx.query<StoredEvent>(
    `select ${columns} from economic_event
      where site_id = $1 and at >= $2 and at < $3 and importance >= $4 and ($5::text is null or country = $5)
      order by at, importance desc, id`,
    [siteId, asked.from, asked.to, asked.importance ?? 1, asked.country ?? null],
  )
  return rows.map(eventOf)
}

/** What the same release said before this one, the oldest first; null: there is no such release. */
export async function pastOf(tx: Tx, siteId: number, id: number, most: number): Promise<EconomicPast[] | null> {
  const rows = await tx.query<{ at: string | null; actual: string | null }>(
    `select p.at, p.actual
       from economic_event e
       left join lateral (select at, actual from economic_event
                           where site_id = e.site_id and country = e.country and name = e.name and at < e.at and actual is not null
                           order by at desc limit $3) p on true
      where e.site_id = $1 and e.id = $2
      order by p.at`,
    [siteId, id, most],
  )
  if (rows.length === 0) return null
  return rows.flatMap(({ at, actual }) => (at === null || actual === null ? [] : [{ at: Number(at), actual }]))
}

/** A release with its row locked. */
export async function lockedEvent(tx: Tx, siteId: number, id: number): Promise<EconomicEvent | null> {
  const [row] = await tx.query<StoredEvent>(
    `select ${columns} from economic_event where site_id = $1 and id = $2 for update`,
    [siteId, id],
  )
  return row === undefined ? null : eventOf(row)
}

/** What an import changes: what the house knew before stands beside each release. */
export interface Merged {
  readonly release: Release
  readonly before: EconomicEvent | null
}

/** The releases of an import beside those that are known by the same time, country and name. The rows are locked. */
export async function mergedWith(tx: Tx, siteId: number, releases: readonly Release[]): Promise<Merged[]> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`economic:${siteId}`])
  const rows = await tx.query<StoredEvent>(
    `select ${columns} from economic_event
      where site_id = $1 and (at, country, name) in (select * from unnest($2::bigint[], $3::text[], $4::text[]))
        for update`,
    [siteId, releases.map(({ at }) => at), releases.map(({ country }) => country), releases.map(({ name }) => name)],
  )
  const known = new Map(rows.map((row) => [keyOf(eventOf(row)), eventOf(row)]))
  return releases.map((release) => ({ release, before: known.get(keyOf(release)) ?? null }))
}

/** What makes a release the same one in the next import. */
export const keyOf = ({ at, country, name }: Pick<Release, 'at' | 'country' | 'name'>) => `${at} ${country} ${name}`

/** Writes releases: a known one by its id, a new one beside it. */
export async function putEvents(tx: Tx, siteId: number, events: readonly EconomicEvent[]): Promise<void> {
  const column = <K extends keyof EconomicEvent>(name: K) => events.map((event) => event[name])
  await tx.query(
    `insert into economic_event (site_id, ${columns})
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::text[])
     on conflict (site_id, id) do update set importance = excluded.importance, previous = excluded.previous,
       forecast = excluded.forecast, actual = excluded.actual, source = excluded.source`,
    [
      siteId,
      column('id'),
      column('at'),
      column('country'),
      column('name'),
      column('importance'),
      column('previous'),
      column('forecast'),
      column('actual'),
      column('source'),
    ],
  )
}

/** Takes a release away. */
export async function dropEvent(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.query('delete from economic_event where site_id = $1 and id = $2', [siteId, id])
}
