import { type Call, newCall, type OutgoingRow, type OutgoingState, tables } from '@maru/core'
import { addMissing, type DatabaseRow, readerOf, type SiteGroup } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** Names a call. */
export interface CallName {
  readonly siteId: number
  readonly id: string
}

const read = readerOf(tables.outgoing)

/** Asks for a call in the transaction of what it is about. A call of this id that is there already stays as it is. */
export const ask = (tx: Tx, call: Call, now: number): Promise<void> =>
  addMissing(tx, tables.outgoing, [newCall(call, now)])

/** Calls that may leave now, or whose worker is lost; the longest due first. */
export async function dueCalls(
  tx: Tx,
  group: SiteGroup,
  now: number,
  limit: number,
): Promise<(CallName & { readonly provider: string })[]> {
  const rows = await tx.query<{ site_id: string; id: string; provider: string }>(
    `select site_id, id, provider from outgoing
      where closed_at is null and next_at <= $1 and ${group.condition('site_id', 2)} order by next_at limit $3`,
    [now, group.sites, limit],
  )
  return rows.map(({ site_id, id, provider }) => ({ siteId: Number(site_id), id, provider }))
}

export interface Claimed {
  readonly row: OutgoingRow
  /** What it was before: QUEUED has no call under way for certain. */
  readonly was: OutgoingState
}

/** Takes a due call until `until`, durably, as SENDING; null where another worker has it, or it is not due or closed. */
export async function claim(tx: Tx, { siteId, id }: CallName, now: number, until: number): Promise<Claimed | null> {
  const [row] = await tx.query<DatabaseRow & { was: OutgoingState }>(
    `with found as (
       select site_id, id, state as was from outgoing
        where site_id = $1 and id = $2 and closed_at is null and next_at <= $3 for update skip locked)
     update outgoing o set state = 'SENDING', attempts = o.attempts + 1, next_at = $4
       from found f where o.site_id = f.site_id and o.id = f.id returning o.*, f.was`,
    [siteId, id, now, until],
  )
  return row === undefined ? null : { row: read(row), was: row.was }
}

/** The worker that claimed a row is there still; false: it lost the row to another. */
export async function hold(tx: Tx, { siteId, id, attempts }: OutgoingRow, until: number): Promise<boolean> {
  const rows = await tx.query(
    `update outgoing set next_at = $4 where site_id = $1 and id = $2 and attempts = $3 and state = 'SENDING' returning id`,
    [siteId, id, attempts, until],
  )
  return rows.length > 0
}

/** The new form of a claimed row. */
export interface Settled extends Pick<OutgoingRow, 'state' | 'attempts' | 'nextAt' | 'closedAt' | 'lastError'> {
  readonly forgets: boolean
}

/** Writes what became of a claimed row; false: another worker took it meanwhile, whose word counts. */
export async function settle(tx: Tx, { siteId, id, attempts }: OutgoingRow, settled: Settled): Promise<boolean> {
  const rows = await tx.query(
    `update outgoing set state = $4, attempts = $5, next_at = $6, closed_at = $7, last_error = $8,
            payload = case when $9 then '{}' else payload end
      where site_id = $1 and id = $2 and attempts = $3 and state = 'SENDING' returning id`,
    [
      siteId,
      id,
      attempts,
      settled.state,
      settled.attempts,
      settled.nextAt,
      settled.closedAt,
      settled.lastError,
      settled.forgets,
    ],
  )
  return rows.length > 0
}

/** Writes down how a provider's circuit stands; a closed one has no row. */
export async function noteCircuit(
  tx: Tx,
  siteId: number,
  provider: string,
  state: 'CLOSED' | 'HALF_OPEN' | 'OPEN',
  now: number,
): Promise<void> {
  if (state === 'CLOSED')
    await tx.query('delete from provider_breaker where site_id = $1 and provider = $2', [siteId, provider])
  else
    await tx.query(
      `insert into provider_breaker (site_id, provider, state, since) values ($1, $2, $3, $4)
       on conflict (site_id, provider) do update set state = excluded.state, since = excluded.since`,
      [siteId, provider, state, now],
    )
}

/** All circuits of a group are closed: its worker begins. */
export const closeCircuits = (tx: Tx, group: SiteGroup) =>
  tx.query(`delete from provider_breaker where ${group.condition('site_id', 1)}`, [group.sites])

/** Calls that were given up or refused for good, the newest first. */
export async function deadCalls(tx: Tx, limit: number): Promise<Omit<OutgoingRow, 'payload'>[]> {
  const rows = await tx.query<DatabaseRow>(
    `select * from outgoing where state in ('DEAD', 'FAILED') order by closed_at desc limit $1`,
    [limit],
  )
  return rows.map(read).map(({ payload: _, ...rest }) => rest)
}

/** How many calls are open, how many of these should have left before `before`, and how many were given up after `since`. */
export async function countCalls(tx: Tx, before: number, since: number) {
  const [row] = await tx.query<{ open: number; late: number; dead: number }>(
    `select (select count(*)::int from outgoing where closed_at is null) as open,
            (select count(*)::int from outgoing where closed_at is null and next_at < $1) as late,
            (select count(*)::int from outgoing where state = 'DEAD' and closed_at > $2) as dead`,
    [before, since],
  )
  return row ?? { open: 0, late: 0, dead: 0 }
}

/** Deletes messages that were closed before `before`, at most `limit`; returns how many. Calls about money stay. */
export async function forgetMessages(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from outgoing where (site_id, id) in (
         select site_id, id from outgoing where closed_at < $1 and kind in ('mail', 'sms', 'push', 'notice', 'alarm') limit $2)
       returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}
