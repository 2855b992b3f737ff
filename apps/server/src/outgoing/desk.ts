import { consoleOutgoingEndpoints, type OutgoingCall, type ReceivedEvent, type RefusedWebhook } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import {
  callColumns,
  deskList,
  eventColumns,
  healthColumns,
  refusedWebhookColumns,
  tableFile,
} from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { healthOf } from './health.ts'
import { maskedBody } from './masked-body.ts'

/** What leaves the house and what providers tell, as staff see it: how each provider fares, each call, each webhook. */
export function registerOutgoingDesk(app: FastifyInstance, deps: Deps): void {
  const { db, bus, clocks, ids } = deps

  const healthNow = (siteId: number) => db.tenant(siteId, (tx) => healthOf(tx, siteId, clocks.wall()))
  route(app, deps, consoleOutgoingEndpoints.providerHealth, ({ site }) => healthNow(site.id))
  tableFile(app, deps, 'healthTable', healthColumns, healthNow)

  deskList(app, deps, consoleOutgoingEndpoints.outgoingList, callColumns, ({ query, site }) => ({
    siteId: site.id,
    source: `(select ${callFields} from outgoing where site_id = $1) calls`,
    where: `site_id = $1 and ($2::text is null or provider = $2) and ${callViews[query.view ?? 'ALL']}`,
    order: 'created_at desc, id',
    time: 'created_at',
    texts: ['id', 'kind', 'provider', 'last_error'],
    values: [site.id, query.provider ?? null],
    shown: (rows: CallRow[]) => rows.map(callOf),
  }))

  deskList(app, deps, consoleOutgoingEndpoints.webhookList, eventColumns, ({ query, site }) => ({
    siteId: site.id,
    source: 'provider_event',
    where: `site_id = $1 and ($2::text is null or provider = $2) and ($3::text is null or starts_with(event, $3))
      and ${eventViews[query.view ?? 'ALL']}`,
    order: 'received_at desc, event',
    time: 'received_at',
    values: [site.id, query.provider ?? null, query.q || null],
    shown: (rows: EventRow[]) => rows.map(eventOf),
  }))

  deskList(app, deps, consoleOutgoingEndpoints.refusedWebhookList, refusedWebhookColumns, ({ site }) => ({
    siteId: site.id,
    source: 'refused_webhook',
    where: 'site_id = $1',
    order: 'hour_at desc, provider, fault',
    values: [site.id],
    shown: (rows: RefusedRow[]) => rows.map(refusedOf),
  }))

  route(app, deps, consoleOutgoingEndpoints.outgoingAsk, (call) =>
    change(call, 'outgoingAsk', async (tx, row) => {
      if (isMessage(row)) throw new Refused('CALL_NOT_RETRIED', { state: row.state })
      // Under way already: its worker says what became of it.
      if (row.state === 'SENDING') return
      if (row.state === 'QUEUED' || row.state === 'UNKNOWN') return setNext(tx, row, row.state, row.attempts)
      // Given up, and nobody knows: the provider is asked before anything else. Its definite word is not asked for twice.
      if (row.state !== 'DEAD') throw new Refused('CALL_NOT_RETRIED', { state: row.state })
      await setNext(tx, row, 'UNKNOWN', 0)
    }),
  )

  route(app, deps, consoleOutgoingEndpoints.outgoingRetry, (call) =>
    change(call, 'outgoingRetry', async (tx, row) => {
      if (isMessage(row) && row.closed_at === null) return
      const isGone = row.is_forgotten || (row.expires_at !== null && Number(row.expires_at) <= clocks.wall())
      if (!isMessage(row) || row.state !== 'DEAD' || isGone) throw new Refused('CALL_NOT_RETRIED', { state: row.state })
      await setNext(tx, row, 'QUEUED', 0)
    }),
  )

  /** Changes a call of the site, and says so in the log; the worker is woken. */
  async function change(
    { params, body, site, member, idempotency: { key } }: AboutCall,
    action: string,
    run: (tx: Tx, row: LockedRow) => Promise<void>,
  ): Promise<OutgoingCall> {
    const after = await db.system(async (tx) => {
      const row = await locked(tx, site.id, params.id)
      await run(tx, row)
      const now = await locked(tx, site.id, params.id)
      const said = { call: row.id, kind: row.kind, provider: row.provider }
      const of = { siteId: site.id, id: ids.next(), staffId: member.memberId, action, reason: body.reason }
      const shown = ({ state, attempts }: LockedRow) => ({ state, attempts })
      const changes = [{ table: 'outgoing', row: row.id, before: shown(row), after: shown(now) }]
      await addStaffAct(tx, { ...of, said, changes, request: key, at: clocks.wall() })
      return callOf(now)
    })
    bus.publish('outgoing', null)
    return after
  }

  const setNext = async (tx: Tx, { site_id, id }: LockedRow, state: OutgoingCall['state'], attempts: number) => {
    await tx.query(
      'update outgoing set state = $3, attempts = $4, next_at = $5, closed_at = null where site_id = $1 and id = $2',
      [site_id, id, state, attempts, clocks.wall()],
    )
  }
}

const callFields = 'site_id, id, kind, provider, state, attempts, next_at, created_at, closed_at, last_error'
const callViews = {
  ALL: 'true',
  OPEN: 'closed_at is null',
  UNKNOWN: `state = 'UNKNOWN'`,
  DEAD: `state in ('DEAD', 'FAILED')`,
} as const
const eventViews = {
  ALL: 'true',
  WAITING: 'dispatched_at is null and fault is null',
  FAULTY: 'dispatched_at is null and fault is not null',
  REFUSED: 'dispatched_at is not null and last_error is not null',
} as const

/** What an act on a call comes with. */
interface AboutCall {
  readonly params: { readonly id: string }
  readonly body: { readonly reason: string }
  readonly site: { readonly id: number }
  readonly member: { readonly memberId: number }
  readonly idempotency: { readonly key: string }
}

interface CallRow {
  readonly site_id: string
  readonly id: string
  readonly kind: OutgoingCall['kind']
  readonly provider: string
  readonly state: OutgoingCall['state']
  readonly attempts: number
  readonly next_at: string
  readonly created_at: string
  readonly closed_at: string | null
  readonly last_error: string | null
}

interface LockedRow extends CallRow {
  readonly is_forgotten: boolean
  readonly expires_at: string | null
}

interface EventRow {
  readonly provider: string
  readonly event: string
  readonly kind: string
  readonly received_at: string
  readonly fault: string | null
  readonly dispatched_at: string | null
  readonly attempts: number
  readonly last_error: string | null
  readonly body: unknown
}

interface RefusedRow {
  readonly hour_at: string
  readonly provider: string
  readonly fault: RefusedWebhook['fault']
  readonly count: number
  readonly last_at: string
  readonly last_ip: string
  readonly last_bytes: number
  readonly last_body: string
}

const refusedOf = (row: RefusedRow): RefusedWebhook => ({
  hourAt: Number(row.hour_at),
  provider: row.provider,
  fault: row.fault,
  count: row.count,
  lastAt: Number(row.last_at),
  lastIp: row.last_ip,
  lastBytes: row.last_bytes,
  lastBody: row.last_body,
})

const isMessage = ({ kind }: CallRow): boolean => ['mail', 'sms', 'push', 'alarm'].includes(kind)

async function locked(tx: Tx, siteId: number, id: string): Promise<LockedRow> {
  const [row] = await tx.query<LockedRow>(
    `select ${callFields}, payload = '{}' as is_forgotten, payload->>'expiresAt' as expires_at
     from outgoing where site_id = $1 and id = $2 for update`,
    [siteId, id],
  )
  if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
  return row
}

const callOf = (row: CallRow): OutgoingCall => ({
  id: row.id,
  kind: row.kind,
  provider: row.provider,
  state: row.state,
  attempts: row.attempts,
  nextAt: Number(row.next_at),
  createdAt: Number(row.created_at),
  closedAt: row.closed_at === null ? null : Number(row.closed_at),
  lastError: row.last_error,
})

const eventOf = (row: EventRow): ReceivedEvent => ({
  provider: row.provider,
  event: row.event,
  kind: row.kind,
  receivedAt: Number(row.received_at),
  state: stateOf(row),
  attempts: row.attempts,
  note: row.fault ?? row.last_error,
  dispatchedAt: row.dispatched_at === null ? null : Number(row.dispatched_at),
  body: maskedBody(row.body),
})

function stateOf({ fault, dispatched_at, last_error }: EventRow): ReceivedEvent['state'] {
  if (dispatched_at !== null) return last_error === null ? 'DONE' : 'REFUSED'
  return fault === null ? 'WAITING' : 'FAULTY'
}
