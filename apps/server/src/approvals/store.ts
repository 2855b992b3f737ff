import { randomUUID } from 'node:crypto'
import type { Approval, ApprovalField, ApprovalKind, Currency, ErrorCode } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { lifeOf } from './lives.ts'

export type StoredKind = Exclude<ApprovalKind, 'DNW'>
export type Payload = Readonly<Record<string, string | number>>

/** What one member of staff asked for, and what a second one said. */
export interface ApprovalRow {
  readonly siteId: number
  readonly id: number
  readonly kind: StoredKind
  readonly subjectId: number
  readonly payload: Payload
  readonly reason: string
  readonly requestedBy: number
  /** The command runs under it, so that it runs once whoever gives it again. */
  readonly commandKey: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly state: Approval['state']
  readonly decidedBy: number | null
  /** Why it could not be carried out: a code of the catalogue. */
  readonly failure: ErrorCode | null
  /** What the first person saw. */
  readonly fields: readonly ApprovalField[]
  /** Who gave its command, or is about to. */
  readonly claimedBy: number | null
}

interface Raw {
  site_id: string
  id: string
  kind: StoredKind
  subject_id: string
  payload: Payload
  reason: string
  requested_by: string
  command_key: string
  created_at: string
  expires_at: string
  state: ApprovalRow['state']
  decided_by: string | null
  failure: ErrorCode | null
  fields: ApprovalField[]
  claimed_by: string | null
}

const columns =
  'site_id, id, kind, subject_id, payload, reason, requested_by, command_key, created_at, expires_at, state, decided_by, failure, fields, claimed_by'
const rowOf = (raw: Raw): ApprovalRow => ({
  siteId: Number(raw.site_id),
  id: Number(raw.id),
  kind: raw.kind,
  subjectId: Number(raw.subject_id),
  payload: raw.payload,
  reason: raw.reason,
  requestedBy: Number(raw.requested_by),
  commandKey: raw.command_key,
  createdAt: Number(raw.created_at),
  expiresAt: Number(raw.expires_at),
  state: raw.state,
  decidedBy: raw.decided_by === null ? null : Number(raw.decided_by),
  failure: raw.failure,
  fields: raw.fields,
  claimedBy: raw.claimed_by === null ? null : Number(raw.claimed_by),
})

export interface Asked {
  readonly siteId: number
  readonly id: number
  readonly kind: StoredKind
  readonly subjectId: number
  readonly payload: Payload
  readonly reason: string
  readonly requestedBy: number
  /** Of the request: a repeat of it asks for nothing new. */
  readonly key: string
  readonly now: number
  readonly fields: readonly ApprovalField[]
  /** The money that it moves, in minor units. */
  readonly amount: { readonly amount: bigint; readonly currency: Currency } | null
}

/** Writes what waits for a second person, and returns its id: the earlier one's for a repeat. */
export async function askApproval(tx: Tx, asked: Asked): Promise<number> {
  const { siteId, id, kind, subjectId, payload, reason, requestedBy, key, now } = asked
  const expiresAt = now + (await lifeOf(tx, siteId, kind))
  const [said, fields] = [JSON.stringify(payload), JSON.stringify(asked.fields)]
  await tx.query(
    `insert into approval (site_id, id, kind, subject_id, payload, reason, requested_by, request_key, command_key, created_at, expires_at, fields,
       amount, currency)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (site_id, requested_by, request_key) do nothing`,
    [
      siteId,
      id,
      kind,
      subjectId,
      said,
      reason,
      requestedBy,
      key,
      randomUUID(),
      now,
      expiresAt,
      fields,
      asked.amount?.amount ?? null,
      asked.amount?.currency ?? null,
    ],
  )
  const [row] = await tx.query<{ id: string }>(
    'select id from approval where site_id = $1 and requested_by = $2 and request_key = $3',
    [siteId, requestedBy, key],
  )
  return Number(row?.id)
}

/** What no other open request may be about: of these kinds, its subject, or what these parts of its payload name. */
interface Alone {
  /** In one word. */
  readonly alone: string
  readonly kinds: readonly StoredKind[]
  readonly named: Payload | undefined
  readonly now: number
}

/**
 * Whether another request about the same thing waits. Whoever asks at the same moment waits for this transaction, so that
 * one of two is taken.
 */
export async function isAskedAlready(
  tx: Tx,
  { siteId, subjectId, requestedBy, key }: Pick<Asked, 'siteId' | 'subjectId' | 'requestedBy' | 'key'>,
  { alone, kinds, named, now }: Alone,
): Promise<boolean> {
  const item = named && JSON.stringify(named)
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `approval ${siteId} ${alone} ${item ?? subjectId}`,
  ])
  const rows = await tx.query(
    `select from approval where site_id = $1 and case when $7::jsonb is null then subject_id = $2 else payload @> $7 end
        and kind = any ($3) and state = 'PENDING' and expires_at > $4 and not (requested_by = $5 and request_key = $6) limit 1`,
    [siteId, subjectId, kinds, now, requestedBy, key, item ?? null],
  )
  return rows.length > 0
}

/** An approval of a site; null: there is none of this id. */
export async function approvalById(tx: Tx, siteId: number, id: number): Promise<ApprovalRow | null> {
  const [row] = await tx.query<Raw>(`select ${columns} from approval where site_id = $1 and id = $2`, [siteId, id])
  return row ? rowOf(row) : null
}

/** What waits, the newest first. */
export async function pendingApprovals(tx: Tx, siteId: number, limit: number): Promise<ApprovalRow[]> {
  const rows = await tx.query<Raw>(
    `select ${columns} from approval where site_id = $1 and state = 'PENDING' order by id desc limit $2`,
    [siteId, limit],
  )
  return rows.map(rowOf)
}

/** What was not carried out, or lapsed, since a time: the newest first. */
export async function endedApprovals(tx: Tx, siteId: number, since: number, limit: number): Promise<ApprovalRow[]> {
  const rows = await tx.query<Raw>(
    `select ${columns} from approval where site_id = $1 and state in ('FAILED', 'EXPIRED') and decided_at >= $2
      order by id desc limit $3`,
    [siteId, since, limit],
  )
  return rows.map(rowOf)
}

/** Of two who agree at once one goes on: whose name stands there is at it, for a minute. */
export async function claimApproval(
  tx: Tx,
  { siteId, id, by, now }: Pick<Decision, 'siteId' | 'id' | 'by' | 'now'>,
): Promise<boolean> {
  const rows = await tx.query(
    `update approval set claimed_by = $3, claimed_at = $4 where site_id = $1 and id = $2 and state = 'PENDING'
        and (claimed_by is null or claimed_by = $3 or claimed_at < $5) returning id`,
    [siteId, id, by, now, now - claimMs],
  )
  return rows.length > 0
}

/** Gives a claim back: nothing was done. */
export async function releaseClaim(tx: Tx, { siteId, id, by }: Pick<Decision, 'siteId' | 'id' | 'by'>): Promise<void> {
  await tx.query(
    `update approval set claimed_by = null, claimed_at = null
      where site_id = $1 and id = $2 and claimed_by = $3 and state = 'PENDING'`,
    [siteId, id, by],
  )
}

/** What the core answered to the command of an approval; null: it never had it. */
export async function answerOf(
  tx: Tx,
  { siteId, requestedBy, commandKey }: Pick<ApprovalRow, 'siteId' | 'requestedBy' | 'commandKey'>,
): Promise<{ readonly status: number; readonly body: unknown } | null> {
  const [row] = await tx.query<{ status: number; body: string }>(
    `select status, body from stored_reply where site_id = $1 and actor_kind = 'staff' and actor_id = $2 and key = $3`,
    [siteId, String(requestedBy), commandKey],
  )
  return row === undefined ? null : { status: row.status, body: JSON.parse(row.body) }
}

/** What lapsed, or whose command was given and its outcome not noted. */
export async function looseApprovals(tx: Tx, now: number, limit: number): Promise<ApprovalRow[]> {
  const rows = await tx.query<Raw>(
    `select ${columns} from approval
      where state = 'PENDING' and (claimed_at < $2 or (expires_at <= $1 and claimed_at is null)) order by site_id, id limit $3`,
    [now, now - claimMs, limit],
  )
  return rows.map(rowOf)
}

/** Nobody decided it in time. */
export async function expireApproval(tx: Tx, siteId: number, id: number, now: number): Promise<void> {
  await tx.query(
    `update approval set state = 'EXPIRED', decided_at = $3, claimed_by = null, claimed_at = null
      where site_id = $1 and id = $2 and state = 'PENDING' and expires_at <= $3`,
    [siteId, id, now],
  )
}

/** Longer than any command takes. */
const claimMs = 60_000

export interface Decision {
  readonly siteId: number
  readonly id: number
  readonly state: 'APPROVED' | 'REFUSED' | 'FAILED'
  readonly by: number
  readonly reason: string
  readonly now: number
  /** Of FAILED. */
  readonly failure?: ErrorCode
}

/** Notes what the second person said, and whether it was he: one that was decided before stays so. */
export async function decideApproval(
  tx: Tx,
  { siteId, id, state, by, reason, now, failure }: Decision,
): Promise<boolean> {
  const decided = await tx.query(
    `update approval set state = $3, decided_by = $4, decided_at = $5, decision_reason = $6, failure = $7
      where site_id = $1 and id = $2 and state = 'PENDING' returning id`,
    [siteId, id, state, by, now, reason, failure ?? null],
  )
  return decided.length > 0
}

export const approvalWire = (row: ApprovalRow, now: number, mayApprove: boolean): Approval => ({
  id: row.id,
  kind: row.kind,
  subjectId: row.subjectId,
  reason: row.reason,
  detail: { ...row.payload },
  fields: [...row.fields],
  mayApprove,
  requestedBy: row.requestedBy,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  state: row.state === 'PENDING' && row.expiresAt <= now ? 'EXPIRED' : row.state,
  decidedBy: row.decidedBy,
  failure: row.failure,
  request: null,
})
