import { createHash } from 'node:crypto'
import type {
  DeskInquiryRow,
  Inquiry,
  InquiryAbout,
  InquiryKind,
  InquiryLine,
  InquiryRow,
  InquiryState,
} from '@maru/contract'
import { dnwWire, type IdempotencyKey } from '@maru/core'
import { mostRows } from '../http/filters.ts'
import { Refused } from '../http/index.ts'
import { maskName, maskUsername } from '../money/masks.ts'
import { dnwById } from '../money/store.ts'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'

/** What a member may have waiting for an answer at once. */
const mostOpen = 20
const mostPast = 10

/** An inquiry as its table has it. */
export interface StoredInquiry {
  readonly site_id: string
  readonly id: string
  readonly member_id: string
  readonly kind: InquiryKind
  readonly state: InquiryState
  readonly question: string
  readonly dnw_id: string | null
  readonly version: string
  readonly taken_by: string | null
  readonly review_of: string | null
  readonly answered_by: string | null
  readonly created_at: string
  readonly asked_at: string
  readonly due_at: string
  readonly answered_at: string | null
  readonly closed_at: string | null
  readonly is_unread: boolean
}
/** One of the inbox, with the names that belong to it. */
export interface ListedInquiry extends StoredInquiry {
  readonly username: string
  readonly name: string
  readonly taken_name: string | null
}

/** Inquiries with the names of their member and of whoever took them. */
export const inquirySource = `(
  select i.*, m.username, m.name, s.name as taken_name from inquiry i
    join member m on m.site_id = i.site_id and m.id = i.member_id
    left join member s on s.id = i.taken_by) inquiry`

/** Which call it was; a hash, for no table keeps a key that somebody could send again. */
export const requestOf = (who: { readonly memberId: number }, { key }: IdempotencyKey): string =>
  createHash('sha256').update(`${who.memberId}:${key}`).digest('hex').slice(0, 32)

const time = (text: string | null): number | null => (text === null ? null : Number(text))

export const rowOf = (row: StoredInquiry): InquiryRow => ({
  id: Number(row.id),
  kind: row.kind,
  state: row.state,
  question: row.question,
  isUnread: row.is_unread,
  isReview: row.review_of !== null,
  createdAt: Number(row.created_at),
  dueAt: row.state === 'OPEN' ? Number(row.due_at) : null,
  answeredAt: time(row.answered_at),
})

export const deskRowOf = (row: ListedInquiry): DeskInquiryRow => ({
  ...rowOf(row),
  memberId: Number(row.member_id),
  username: maskUsername(row.username),
  name: maskName(row.name),
  version: Number(row.version),
  askedAt: Number(row.asked_at),
  takenBy: time(row.taken_by),
  takenByName: row.taken_name,
})

/** The inquiries of a member, the newest first. */
export async function inquiriesOf(tx: Tx, siteId: number, memberId: number): Promise<InquiryRow[]> {
  const rows = await tx.query<StoredInquiry>(
    `select * from inquiry where site_id = $1 and member_id = $2 order by id desc limit ${mostRows}`,
    [siteId, memberId],
  )
  return rows.map(rowOf)
}

export async function unreadAnswers(tx: Tx, siteId: number, memberId: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    'select count(*) as count from inquiry where site_id = $1 and member_id = $2 and is_unread',
    [siteId, memberId],
  )
  return Number(row?.count)
}

/** Marks the answer of one inquiry, or of all of the member, as read. */
export const setRead = (tx: Tx, siteId: number, memberId: number, id: number | null) =>
  tx.query(
    `update inquiry set is_unread = false where site_id = $1 and member_id = $2 and is_unread and ($3::bigint is null or id = $3)`,
    [siteId, memberId, id],
  )

/** An inquiry, locked; `memberId` null: whoever's. Throws INQUIRY_NOT_FOUND. */
export async function lockedInquiry(
  tx: Tx,
  siteId: number,
  id: number,
  memberId: number | null,
): Promise<StoredInquiry> {
  const [row] = await tx.query<StoredInquiry>(
    'select * from inquiry where site_id = $1 and id = $2 and ($3::bigint is null or member_id = $3) for update',
    [siteId, id, memberId],
  )
  if (row === undefined) throw new Refused('INQUIRY_NOT_FOUND')
  return row
}

export async function listedInquiry(tx: Tx, siteId: number, id: number): Promise<ListedInquiry> {
  const [row] = await tx.query<ListedInquiry>(`select * from ${inquirySource} where site_id = $1 and id = $2`, [
    siteId,
    id,
  ])
  if (row === undefined) throw new Refused('INQUIRY_NOT_FOUND')
  return row
}

/** Other inquiries of the same member, the newest first. */
export async function pastInquiries(tx: Tx, row: StoredInquiry): Promise<InquiryRow[]> {
  const rows = await tx.query<StoredInquiry>(
    `select * from inquiry where site_id = $1 and member_id = $2 and id <> $3 order by id desc limit ${mostPast}`,
    [row.site_id, row.member_id, row.id],
  )
  return rows.map(rowOf)
}

/** What both sides said of an inquiry, in order. */
export async function linesOf(tx: Tx, siteId: number, inquiryId: number): Promise<InquiryLine[]> {
  const rows = await tx.query<{
    id: string
    staff_id: string | null
    name: string | null
    text: string
    file_ids: string[]
    at: string
  }>(
    `select l.id, l.staff_id, l.text, l.file_ids, l.at, m.name from inquiry_line l
       left join member m on m.id = coalesce(l.staff_id, l.member_id)
      where l.site_id = $1 and l.inquiry_id = $2 order by l.at, l.id limit ${mostRows}`,
    [siteId, inquiryId],
  )
  return rows.map(({ id, staff_id, name, text, file_ids, at }) => ({
    id: Number(id),
    teller: staff_id === null ? ('MEMBER' as const) : ('STAFF' as const),
    name: name === null ? '' : maskName(name),
    text,
    fileIds: file_ids.map(Number),
    at: Number(at),
  }))
}

export async function wholeInquiry(tx: Tx, siteId: number, memberId: number, id: number): Promise<Inquiry> {
  const row = await lockedInquiry(tx, siteId, id, memberId)
  return {
    ...rowOf(row),
    lines: await linesOf(tx, siteId, id),
    about: await aboutOf(tx, { siteId, memberId }, row.dnw_id),
  }
}

/** A deposit or withdrawal of a member, as his inquiry names it; null: it is about none, or there is none. */
export async function aboutOf(
  tx: Tx,
  { siteId, memberId }: { readonly siteId: number; readonly memberId: number },
  dnwId: number | string | null,
): Promise<InquiryAbout | null> {
  const row = dnwId === null ? null : await dnwById(tx, siteId, Number(dnwId), memberId)
  if (row === null || (row.type !== 'D' && row.type !== 'W')) return null
  const { id, type, status, currency, point, createdAt } = dnwWire(row)
  return { id, type, status, currency, point, createdAt }
}

/** What one side says. */
export interface NewLine {
  readonly siteId: number
  readonly id: number
  readonly inquiryId: number
  readonly memberId: number
  readonly staffId: number | null
  readonly text: string
  readonly fileIds: readonly number[]
  readonly at: number
  readonly request: string
  readonly bodyHash: string
}

/** The inquiry about which a call spoke already; null: it is a new one. Throws where its body was another one. */
export async function spokenBefore(
  tx: Tx,
  { siteId, request, bodyHash }: Pick<NewLine, 'siteId' | 'request' | 'bodyHash'>,
): Promise<number | null> {
  // The same call twice at once: the second waits for the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [request])
  const [row] = await tx.query<{ inquiry_id: string; body_hash: string }>(
    'select inquiry_id, body_hash from inquiry_line where site_id = $1 and request = $2',
    [siteId, request],
  )
  if (row === undefined) return null
  if (row.body_hash !== bodyHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
  return Number(row.inquiry_id)
}

export const addLine = (tx: Tx, line: NewLine) =>
  tx.query(
    `insert into inquiry_line (site_id, id, inquiry_id, member_id, staff_id, text, file_ids, at, request, body_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      line.siteId,
      line.id,
      line.inquiryId,
      line.memberId,
      line.staffId,
      line.text,
      line.fileIds,
      line.at,
      line.request,
      line.bodyHash,
    ],
  )

interface Question {
  readonly kind: InquiryKind
  readonly question: string
  /** A deposit or withdrawal of the member that it is about. */
  readonly dnwId?: number | null
}

/** Opens an inquiry; its first line is added by itself. What it promises stays when the site's number changes. */
export async function openInquiry(
  tx: Tx,
  of: { readonly siteId: number; readonly id: number; readonly memberId: number },
  { kind, question, dnwId = null }: Question,
  now: number,
): Promise<void> {
  const { inquiryAnswerMs } = await numbersOf(tx, of.siteId)
  await tx.query(
    `insert into inquiry (site_id, id, member_id, kind, state, question, dnw_id, created_at, asked_at, due_at)
     values ($1, $2, $3, $4, 'OPEN', $5, $8, $6, $6, $7)`,
    [of.siteId, of.id, of.memberId, kind, question, now, now + inquiryAnswerMs, dnwId],
  )
}

/** Refuses one more inquiry of a member who has as many open ones as he may; calls of one member wait for each other. */
export async function requireRoom(tx: Tx, siteId: number, memberId: number): Promise<void> {
  await tx.query('select 1 from member where site_id = $1 and id = $2 for update', [siteId, memberId])
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from inquiry where site_id = $1 and member_id = $2 and state = 'OPEN'`,
    [siteId, memberId],
  )
  if (Number(row?.count) >= mostOpen) throw new Refused('INQUIRY_LIMIT', { max: mostOpen })
}

/** Every word between a member and the house, the newest first: for what he is given of his own. */
export async function writtenWith(tx: Tx, siteId: number, memberId: number) {
  const rows = await tx.query<{ inquiry_id: string; staff_id: string | null; text: string; at: string }>(
    'select inquiry_id, staff_id, text, at from inquiry_line where site_id = $1 and member_id = $2 order by id desc',
    [siteId, memberId],
  )
  return rows.map(({ inquiry_id, staff_id, text, at }) => ({
    inquiryId: Number(inquiry_id),
    teller: staff_id === null ? ('MEMBER' as const) : ('STAFF' as const),
    text,
    at: Number(at),
  }))
}

/** How many inquiries of a site wait for an answer. */
export async function openInquiries(tx: Tx, siteId: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from inquiry where site_id = $1 and state = 'OPEN'`,
    [siteId],
  )
  return Number(row?.count)
}

/** Closes what was answered longer ago than its site waits and not taken up again, at most `limit`; returns how many. */
export async function closeAnswered(tx: Tx, now: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `update inquiry set state = 'CLOSED', closed_at = $1, version = version + 1 where (site_id, id) in (
       select i.site_id, i.id from inquiry i join site_config s on s.site_id = i.site_id
        where i.state = 'ANSWERED' and i.answered_at < $1 - s.inquiry_close_days * 86400000::bigint
        limit $2 for update of i skip locked) returning 1`,
    [now, limit],
  )
  return rows.length
}
