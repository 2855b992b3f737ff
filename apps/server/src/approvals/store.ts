import { randomUUID } from 'node:crypto'
import type { Approval, ApprovalKind, ErrorCode } from '@maru/contract'
import type { Tx } from '../ports.ts'

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
  readonly state: 'PENDING' | 'APPROVED' | 'REFUSED' | 'FAILED'
  readonly decidedBy: number | null
  /** Why it could not be carried out: a code of the catalogue. */
  readonly failure: ErrorCode | null
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
}

const columns =
  'site_id, id, kind, subject_id, payload, reason, requested_by, command_key, created_at, expires_at, state, decided_by, failure'
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
}

const livesMs = 86_400_000

/** Writes what waits for a second person, and returns its id: the earlier one's for a repeat. */
export async function askApproval(tx: Tx, asked: Asked): Promise<number> {
  const { siteId, id, kind, subjectId, payload, reason, requestedBy, key, now } = asked
  await tx.query(
    `insert into approval (site_id, id, kind, subject_id, payload, reason, requested_by, request_key, command_key, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (site_id, requested_by, request_key) do nothing`,
    [siteId, id, kind, subjectId, JSON.stringify(payload), reason, requestedBy, key, randomUUID(), now, now + livesMs],
  )
  const [row] = await tx.query<{ id: string }>(
    'select id from approval where site_id = $1 and requested_by = $2 and request_key = $3',
    [siteId, requestedBy, key],
  )
  return Number(row?.id)
}

/** An approval of a site; null: there is none of this id. */
export async function approvalById(tx: Tx, siteId: number, id: number): Promise<ApprovalRow | null> {
  const [row] = await tx.query<Raw>(`select ${columns} from approval where site_id = $1 and id = $2`, [siteId, id])
  return row ? rowOf(row) : null
}

/** What waits or has lapsed, the newest first. */
export async function pendingApprovals(tx: Tx, siteId: number, limit: number): Promise<ApprovalRow[]> {
  const rows = await tx.query<Raw>(
    `select ${columns} from approval where site_id = $1 and state = 'PENDING' order by id desc limit $2`,
    [siteId, limit],
  )
  return rows.map(rowOf)
}

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

export const approvalWire = (row: ApprovalRow, now: number): Approval => ({
  id: row.id,
  kind: row.kind,
  subjectId: row.subjectId,
  reason: row.reason,
  detail: { ...row.payload },
  requestedBy: row.requestedBy,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  state: row.state === 'PENDING' && row.expiresAt <= now ? 'EXPIRED' : row.state,
  decidedBy: row.decidedBy,
  failure: row.failure,
  request: null,
})
