import type { ConsoleNotice, ForcedNotice, Notice, NoticeCategory, NoticeRow, NoticeState } from '@maru/contract'
import { mostRows } from '../http/filters.ts'
import type { Tx } from '../ports.ts'

/** A notice as its table has it. */
export interface StoredNotice {
  readonly site_id: string
  readonly id: string
  readonly category: NoticeCategory
  readonly title: string
  readonly content: string
  readonly is_pinned: boolean
  readonly is_forced: boolean
  readonly state: NoticeState
  readonly start_at: string
  readonly end_at: string | null
  readonly announced_at: string | null
  readonly version: number
  readonly created_by: string
  readonly created_at: string
  readonly updated_at: string
  readonly acks?: string
}

/** What staff decide about a notice. */
export interface NoticeFields {
  readonly category: NoticeCategory
  readonly title: string
  readonly content: string
  readonly isPinned: boolean
  readonly isForced: boolean
  readonly state: NoticeState
  readonly startAt: number
  readonly endAt: number | null
}

const shownNow = `site_id = $1 and state = 'PUBLISHED' and start_at <= $2 and (end_at is null or end_at > $2)`
const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text))

/** The table of the console's list, with how many confirmed. */
export const noticeSource = `(select n.*, (select count(distinct member_id) from notice_ack a where a.site_id = n.site_id and a.notice_id = n.id) as acks
                                from notice n) notices`

export const fieldsOf = (row: StoredNotice): NoticeFields => ({
  category: row.category,
  title: row.title,
  content: row.content,
  isPinned: row.is_pinned,
  isForced: row.is_forced,
  state: row.state,
  startAt: Number(row.start_at),
  endAt: numberOrNull(row.end_at),
})

export const consoleNotice = (row: StoredNotice): ConsoleNotice => ({
  id: Number(row.id),
  ...fieldsOf(row),
  announcedAt: numberOrNull(row.announced_at),
  acks: Number(row.acks ?? 0),
  version: row.version,
  createdBy: Number(row.created_by) || null,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})

const rowOf = (row: StoredNotice): NoticeRow => ({
  id: Number(row.id),
  category: row.category,
  title: row.title,
  isPinned: row.is_pinned,
  startAt: Number(row.start_at),
})

/** What members see now, pinned ones first. */
export async function shownNotices(
  tx: Tx,
  siteId: number,
  now: number,
  category: NoticeCategory | null,
): Promise<NoticeRow[]> {
  const rows = await tx.query<StoredNotice>(
    `select * from notice where ${shownNow} and ($3::text is null or category = $3)
      order by is_pinned desc, start_at desc, id desc limit ${mostRows}`,
    [siteId, now, category],
  )
  return rows.map(rowOf)
}

/** How many of each category members see now. */
export async function noticeCounts(tx: Tx, siteId: number, now: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ category: string; count: string }>(
    `select category, count(*) as count from notice where ${shownNow} group by category`,
    [siteId, now],
  )
  return new Map(rows.map(({ category, count }) => [category, Number(count)]))
}

/** A notice that members see now, with the ones before and after it; null: they see none of this id. */
export async function shownNotice(tx: Tx, siteId: number, now: number, id: number): Promise<Notice | null> {
  const [row] = await tx.query<StoredNotice>(`select * from notice where ${shownNow} and id = $3`, [siteId, now, id])
  if (row === undefined) return null
  const of = [siteId, now, row.start_at, row.id]
  const neighbour = async (sign: '<' | '>', order: 'asc' | 'desc') => {
    const [one] = await tx.query<{ id: string; title: string }>(
      `select id, title from notice where ${shownNow} and (start_at, id) ${sign} ($3, $4)
        order by start_at ${order}, id ${order} limit 1`,
      of,
    )
    return one === undefined ? null : { id: Number(one.id), title: one.title }
  }
  const [previous, next] = [await neighbour('<', 'desc'), await neighbour('>', 'asc')]
  return { ...rowOf(row), content: row.content, previous, next }
}

/** Forced notices of now, the oldest first: those that a member did not confirm; `memberId` null: all of them. */
export async function noticesToRead(
  tx: Tx,
  siteId: number,
  now: number,
  memberId: number | null,
): Promise<ForcedNotice[]> {
  const rows = await tx.query<StoredNotice>(
    `select * from notice n where ${shownNow} and is_forced
        and not exists (select 1 from notice_ack a where a.site_id = n.site_id and a.notice_id = n.id and a.member_id = $3
                           and a.at >= coalesce(n.announced_at, 0))
      order by start_at, id limit 20`,
    [siteId, now, memberId],
  )
  return rows.map(({ id, title, content, announced_at, start_at }) => ({
    id: Number(id),
    title,
    content,
    ageMs: Math.max(0, now - Number(announced_at ?? start_at)),
  }))
}

/** Writes down that a member read a forced notice; returns when he did. Null: there is none of this id. */
export async function acknowledge(
  tx: Tx,
  siteId: number,
  now: number,
  of: { readonly noticeId: number; readonly memberId: number },
): Promise<number | null> {
  // Published once is enough: a dialog may still be open after its notice was withdrawn.
  const key = [siteId, of.noticeId, of.memberId]
  await tx.query(
    `insert into notice_ack (site_id, notice_id, member_id, at)
     select site_id, id, $3, $4 from notice n
      where site_id = $1 and id = $2 and is_forced and state <> 'DRAFT' and start_at <= $4
        and not exists (select 1 from notice_ack a where a.site_id = n.site_id and a.notice_id = n.id and a.member_id = $3
                           and a.at >= coalesce(n.announced_at, 0))
     on conflict do nothing`,
    [...key, now],
  )
  const [row] = await tx.query<{ at: string }>(
    'select max(at) as at from notice_ack where site_id = $1 and notice_id = $2 and member_id = $3 having max(at) is not null',
    key,
  )
  return row === undefined ? null : Number(row.at)
}

/** A notice with its row locked. */
export async function lockedNotice(tx: Tx, siteId: number, id: number): Promise<StoredNotice | null> {
  const [row] = await tx.query<StoredNotice>('select * from notice where site_id = $1 and id = $2 for update', [
    siteId,
    id,
  ])
  return row ?? null
}

/** The notice that a call made already. */
export async function noticeOfRequest(tx: Tx, siteId: number, request: string): Promise<StoredNotice | null> {
  const [row] = await tx.query<StoredNotice>('select * from notice where site_id = $1 and request = $2', [
    siteId,
    request,
  ])
  return row ?? null
}

export async function insertNotice(
  tx: Tx,
  of: {
    readonly siteId: number
    readonly id: number
    readonly staffId: number
    readonly now: number
    readonly request: string
  },
  fields: NoticeFields,
): Promise<StoredNotice> {
  const [row] = await tx.query<StoredNotice>(
    `insert into notice (site_id, id, category, title, content, is_pinned, is_forced, state, start_at, end_at,
                         created_by, created_at, updated_at, request)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13) returning *`,
    [of.siteId, of.id, ...valuesOf(fields), of.staffId, of.now, of.request],
  )
  if (row === undefined) throw new Error('a notice was not written')
  return row
}

/** Writes what staff changed. `isNews`: a forced one is announced again. */
export async function updateNotice(
  tx: Tx,
  { site_id, id }: StoredNotice,
  fields: NoticeFields,
  { now, isNews }: { readonly now: number; readonly isNews: boolean },
): Promise<StoredNotice> {
  const [row] = await tx.query<StoredNotice>(
    `update notice set category = $3, title = $4, content = $5, is_pinned = $6, is_forced = $7, state = $8, start_at = $9,
        end_at = $10, updated_at = $11, version = version + 1, announced_at = case when $12 then null else announced_at end,
        ended_at = null
      where site_id = $1 and id = $2
      returning *, (select count(distinct member_id) from notice_ack a where a.site_id = notice.site_id and a.notice_id = notice.id) as acks`,
    [site_id, id, ...valuesOf(fields), now, isNews],
  )
  if (row === undefined) throw new Error('a notice was not written')
  return row
}

const valuesOf = (fields: NoticeFields) => [
  fields.category,
  fields.title,
  fields.content,
  fields.isPinned,
  fields.isForced,
  fields.state,
  fields.startAt,
  fields.endAt,
]

/** How many members a forced notice is for. */
export async function membersReached(tx: Tx, siteId: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from member where site_id = $1 and kind <> 'STAFF' and status = 'ACTIVE'`,
    [siteId],
  )
  return Number(row?.count ?? 0)
}

/** Forced notices, of all sites, whose time has come and that were not announced. */
export const noticesToAnnounce = (tx: Tx, now: number): Promise<StoredNotice[]> =>
  tx.query<StoredNotice>(
    `select * from notice where is_forced and state = 'PUBLISHED' and announced_at is null and start_at <= $1
        and (end_at is null or end_at > $1) order by start_at, id limit 50 for update skip locked`,
    [now],
  )

export async function setAnnounced(tx: Tx, { site_id, id }: StoredNotice, now: number): Promise<void> {
  await tx.query('update notice set announced_at = $3 where site_id = $1 and id = $2', [site_id, id, now])
}

/** Forced notices, of all sites, that stand on pages and whose end has come. */
export const noticesToEnd = (tx: Tx, now: number): Promise<StoredNotice[]> =>
  tx.query<StoredNotice>(
    `select * from notice where is_forced and state = 'PUBLISHED' and announced_at is not null and ended_at is null
        and end_at <= $1 order by end_at, id limit 50 for update skip locked`,
    [now],
  )

export async function setEnded(tx: Tx, { site_id, id }: StoredNotice, now: number): Promise<void> {
  await tx.query('update notice set ended_at = $3 where site_id = $1 and id = $2', [site_id, id, now])
}
