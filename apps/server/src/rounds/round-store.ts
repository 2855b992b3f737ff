import { type RoundRow, tables } from '@maru/core'
import type { Period, Slice } from '../http/filters.ts'
import { type DatabaseRow, readerOf, select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

export async function roundById(tx: Tx, siteId: number, id: number): Promise<RoundRow | null> {
  const [row] = await select(tx, tables.rounds, 'where site_id = $1 and id = $2', [siteId, id])
  return row ?? null
}

export interface RoundFilter {
  readonly siteId: number
  readonly optionId: number
  /** Of startAt. */
  readonly period: Period
  readonly statuses: readonly number[] | null
  /** Rounds that open later are not listed. */
  readonly openBy: number
}

const filterText = `site_id = $1 and option_id = $2 and start_at >= $3 and start_at < $4 and open_at <= $5
  and ($6::smallint[] is null or status = any ($6))`
const filterValues = ({ siteId, optionId, period, statuses, openBy }: RoundFilter) => [
  siteId,
  optionId,
  period.from,
  period.to,
  openBy,
  statuses,
]

/** Newest first. */
export async function listRounds(tx: Tx, filter: RoundFilter, slice: Slice): Promise<RoundRow[]> {
  const values = [...filterValues(filter), slice.limit, slice.offset]
  return select(tx, tables.rounds, `where ${filterText} order by start_at desc limit $7 offset $8`, values)
}

export async function countRounds(tx: Tx, filter: RoundFilter): Promise<number> {
  const rows = await tx.query<{ n: string }>(
    `select count(*) as n from round where ${filterText}`,
    filterValues(filter),
  )
  return Number(rows[0]?.n)
}

/** The newest decided rounds of an option, newest first. */
export async function newestDecided(tx: Tx, siteId: number, optionId: number, limit: number): Promise<RoundRow[]> {
  const newest = 'where site_id = $1 and option_id = $2 and decided_at is not null order by start_at desc limit $3'
  return select(tx, tables.rounds, newest, [siteId, optionId, limit])
}

/** The newest `each` decided rounds of each option, newest first. */
export async function newestDecidedOfAll(
  tx: Tx,
  siteId: number,
  optionIds: readonly number[],
  each: number,
  limit: number,
): Promise<RoundRow[]> {
  const rows = await tx.query<DatabaseRow>(
    `select r.* from unnest($2::bigint[]) as o (id)
       cross join lateral (
         select * from round
         where site_id = $1 and option_id = o.id and decided_at is not null
         order by start_at desc limit $3
       ) r
     order by r.end_at desc, r.option_id limit $4`,
    [siteId, optionIds, each, limit],
  )
  return rows.map(readerOf(tables.rounds))
}

export interface DayOfRounds {
  /** The status of each decided round in order of time: '1', '2' or '3'. */
  readonly statuses: string
  readonly buyPoint: bigint
  readonly sellPoint: bigint
}

/** The decided rounds of a day; stakes are those that were played for, not those of void rounds. */
export async function dayOfRounds(tx: Tx, siteId: number, optionId: number, day: Period): Promise<DayOfRounds> {
  const rows = await tx.query<{ statuses: string; buy: string; sell: string }>(
    `select coalesce(string_agg(status::text, '' order by start_at), '') as statuses,
            coalesce(sum(buy_point) filter (where phase = 'SETTLED'), 0)::text as buy,
            coalesce(sum(sell_point) filter (where phase = 'SETTLED'), 0)::text as sell
     from round
     where site_id = $1 and option_id = $2 and start_at >= $3 and start_at < $4 and decided_at is not null`,
    [siteId, optionId, day.from, day.to],
  )
  const row = rows[0]
  if (!row) throw new Error('an aggregate has one row')
  return { statuses: row.statuses, buyPoint: BigInt(row.buy), sellPoint: BigInt(row.sell) }
}
