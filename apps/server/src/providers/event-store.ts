import type { ProviderName } from '@maru/provider-protocol'
import type { Tx } from '../ports.ts'
import { foreignFact } from './fact-sources.ts'

export interface EventToStore {
  readonly siteId: number
  readonly provider: ProviderName
  readonly event: string
  readonly kind: string
  readonly body: unknown
  /** Why it cannot be read; null where it can. */
  readonly fault: string | null
  readonly nonce: string
  readonly now: number
}

/** STORED and KNOWN answer 200; REPLAYED: its nonce belongs to another event. */
export type Stored = 'STORED' | 'KNOWN' | 'REPLAYED'

/** Stores an event with its nonce; both are there or neither. An event that is known stays as it was told first. */
export async function storeEvent(tx: Tx, event: EventToStore): Promise<Stored> {
  const { siteId, provider, nonce, now } = event
  const taken = await tx.query(
    `insert into provider_nonce (site_id, provider, nonce, event, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1`,
    [siteId, provider, nonce, event.event, now],
  )
  if (taken.length === 0) {
    const [known] = await tx.query<{ event: string }>(
      'select event from provider_nonce where site_id = $1 and provider = $2 and nonce = $3',
      [siteId, provider, nonce],
    )
    return known?.event === event.event ? 'KNOWN' : 'REPLAYED'
  }
  const stored = await tx.query(
    `insert into provider_event (site_id, provider, event, kind, body, received_at, fault, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $6) on conflict do nothing returning 1`,
    [siteId, provider, event.event, event.kind, JSON.stringify(event.body), now, event.fault],
  )
  return stored.length === 0 ? 'KNOWN' : 'STORED'
}

export interface WaitingEvent {
  readonly siteId: number
  readonly provider: ProviderName
  readonly event: string
  readonly body: unknown
  readonly attempts: number
}

/** Events that wait to be dispatched, of the kinds that somebody takes, those due first. */
export async function waitingEvents(tx: Tx, kinds: readonly string[], now: number, limit: number) {
  const rows = await tx.query<{
    site_id: string
    provider: ProviderName
    event: string
    body: unknown
    attempts: number
  }>(
    `select site_id, provider, event, body, attempts from provider_event
      where dispatched_at is null and fault is null and next_at <= $1 and kind = any($2)
      order by next_at, received_at limit $3`,
    [now, kinds, limit],
  )
  return rows.map(({ site_id, ...row }): WaitingEvent => ({ ...row, siteId: Number(site_id) }))
}

/** The event is taken over; `note` says what was refused, if anything. */
export async function noteDispatched(
  tx: Tx,
  { siteId, provider, event }: WaitingEvent,
  now: number,
  note: string | null,
) {
  await tx.query(
    `update provider_event set dispatched_at = $4, last_error = $5, attempts = attempts + 1
      where site_id = $1 and provider = $2 and event = $3`,
    [siteId, provider, event, now, note],
  )
}

/** The event is tried again from `nextAt` on. */
export async function noteDelayed(tx: Tx, { siteId, provider, event }: WaitingEvent, nextAt: number, why: string) {
  await tx.query(
    `update provider_event set next_at = $4, last_error = $5, attempts = attempts + 1
      where site_id = $1 and provider = $2 and event = $3`,
    [siteId, provider, event, nextAt, why],
  )
}

/** Nobody can take the event over as it is: a person looks at it. */
export async function noteFault(tx: Tx, { siteId, provider, event }: WaitingEvent, fault: string) {
  await tx.query(
    `update provider_event set fault = $4, attempts = attempts + 1 where site_id = $1 and provider = $2 and event = $3`,
    [siteId, provider, event, fault.slice(0, 300)],
  )
}

/** How many events wait since before `before`, how many wait for a person, and how many providers had no say in since `since`. */
export async function waitingCounts(
  tx: Tx,
  before: number,
  since: number,
): Promise<{ readonly late: number; readonly faulty: number; readonly foreign: number }> {
  const [row] = await tx.query<{ late: string; faulty: string; foreign: string }>(
    `select count(*) filter (where fault is null and received_at < $1) as late, count(*) filter (where fault is not null) as faulty,
            (select count(*) from provider_event where last_error = '${foreignFact}' and received_at > $2) as foreign
       from provider_event where dispatched_at is null`,
    [before, since],
  )
  return { late: Number(row?.late ?? 0), faulty: Number(row?.faulty ?? 0), foreign: Number(row?.foreign ?? 0) }
}

/** Deletes nonces from before `before`; at most `limit`. */
export async function forgetNonces(tx: Tx, before: number, limit: number): Promise<number> {
  const gone = await tx.query(
    `delete from provider_nonce where ctid = any(array(select ctid from provider_nonce where at < $1 limit $2)) returning 1`,
    [before, limit],
  )
  return gone.length
}
