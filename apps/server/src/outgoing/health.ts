import type { ProviderHealth } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { foreignFact } from '../providers/index.ts'

const dayMs = 86_400_000

interface Row {
  provider: string
  state: 'OPEN' | 'HALF_OPEN' | null
  since: string | null
  waiting: string | null
  unknown: string | null
  done: string | null
  failed: string | null
  done_at: string | null
  failed_at: string | null
  last_error: string | null
  p95: string | null
  hours: Record<string, { done: number; failed: number }> | null
  barred_since: string | null
  barred_at: string | null
  barred_waiting: number
  webhook_at: string | null
  webhooks_waiting: string | null
  webhooks_faulty: string | null
}

/** How each provider of a site fares that it is set up for, was called or told something. `now`: wall clock. */
export async function healthOf(tx: Tx, siteId: number, now: number): Promise<ProviderHealth[]> {
  const rows = await tx.query<Row>(
    `with call as (
       select provider, count(*) filter (where closed_at is null) as waiting,
              count(*) filter (where state = 'UNKNOWN') as unknown,
              count(*) filter (where state = 'SENT') as done,
              count(*) filter (where state in ('FAILED', 'DEAD', 'EXPIRED')) as failed,
              max(closed_at) filter (where state = 'SENT') as done_at,
              max(closed_at) filter (where state in ('FAILED', 'DEAD', 'EXPIRED')) as failed_at,
              percentile_disc(0.95) within group (order by closed_at - created_at) filter (where state = 'SENT') as p95,
              (array_agg(last_error order by coalesce(closed_at, next_at) desc) filter (where last_error is not null))[1] as last_error
       from (select provider, state, created_at, closed_at, next_at, last_error from outgoing where site_id = $1 and closed_at is null
             union all
             select provider, state, created_at, closed_at, next_at, last_error from outgoing where site_id = $1 and closed_at > $2) recent
       group by 1
     ), hour as (
       select provider, jsonb_object_agg(at, jsonb_build_object('done', done, 'failed', failed)) as hours
       from (select provider, (closed_at - $2 - 1) / 3600000 as at, count(*) filter (where state = 'SENT') as done,
                    count(*) filter (where state in ('FAILED', 'DEAD', 'EXPIRED')) as failed
             from outgoing where site_id = $1 and closed_at > $2 group by 1, 2) by_hour
       group by 1
     ), told as (
       select provider, max(received_at) as webhook_at,
              count(*) filter (where dispatched_at is null and fault is null) as webhooks_waiting,
              count(*) filter (where (dispatched_at is null and fault is not null)
                                  or (last_error = '${foreignFact}' and received_at > $2)) as webhooks_faulty
       from provider_event where site_id = $1 group by 1
     ), bar as (
       select b.provider, b.since as barred_since, b.barred_at,
              (select count(*)::int from payout p where p.site_id = $1 and p.provider = b.provider and p.closed_at is null) as barred_waiting
       from payout_bar b where b.site_id = $1 and b.lifted_at is null
     ), named as (
       select provider from bar where barred_waiting > 0 union select provider from provider_config where site_id = $1 union select provider from call union select provider from told
     )
     select n.provider, b.state, b.since, c.waiting, c.unknown, c.done, c.failed, c.done_at, c.failed_at, c.last_error, c.p95, h.hours,
            r.barred_since, r.barred_at, r.barred_waiting, t.webhook_at, t.webhooks_waiting, t.webhooks_faulty
     from named n left join call c using (provider) left join told t using (provider) left join hour h using (provider)
     left join bar r using (provider)
     left join provider_breaker b on b.site_id = $1 and b.provider = n.provider
     order by 1`,
    [siteId, now - dayMs],
  )
  const timeOf = (text: string | null) => (text === null ? null : Number(text))
  return rows.map((row) => ({
    provider: row.provider,
    breaker: row.state ?? 'CLOSED',
    breakerSince: timeOf(row.since),
    barred:
      row.barred_at === null
        ? null
        : { since: Number(row.barred_since), at: Number(row.barred_at), waiting: row.barred_waiting },
    waiting: Number(row.waiting ?? 0),
    unknown: Number(row.unknown ?? 0),
    done: Number(row.done ?? 0),
    failed: Number(row.failed ?? 0),
    p95Ms: row.p95 === null ? null : Number(row.p95),
    hours: Array.from({ length: 24 }, (_, at) => row.hours?.[at] ?? { done: 0, failed: 0 }),
    lastDoneAt: timeOf(row.done_at),
    lastFailedAt: timeOf(row.failed_at),
    lastError: row.last_error,
    webhookAt: timeOf(row.webhook_at),
    webhooksWaiting: Number(row.webhooks_waiting ?? 0),
    webhooksFaulty: Number(row.webhooks_faulty ?? 0),
  }))
}
