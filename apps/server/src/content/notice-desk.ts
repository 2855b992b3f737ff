import { consoleContentEndpoints, type NoticeCategory } from '@maru/contract'
import { noticeStateWords } from '@maru/contract/desk-words'
import type { FastifyInstance } from 'fastify'
import { stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, noticeColumns } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { addStaffAct } from '../staff-log/index.ts'
import {
  consoleNotice,
  fieldsOf,
  insertNotice,
  lockedNotice,
  membersReached,
  type NoticeFields,
  noticeOfRequest,
  noticeSource,
  type StoredNotice,
  updateNotice,
} from './notice-store.ts'
import { safeHtml } from './safe-html.ts'
import { periodIn, requestOf, type WritingCall } from './writing.ts'

interface Written {
  readonly category: NoticeCategory
  readonly title: string
  readonly content: string
  readonly isPinned: boolean
  readonly isForced: boolean
  readonly startAt?: number | undefined
  readonly endAt?: number | undefined
}
/** Notices at the desk: written, scheduled, changed and withdrawn, each step in the log with before → after. */
export function registerNoticeDesk(app: FastifyInstance, deps: Deps, announce: () => Promise<void>): void {
  const { db, bus, ids, clocks } = deps

  deskList(app, deps, consoleContentEndpoints.deskNotices, noticeColumns, ({ query, site }) => ({
    siteId: site.id,
    source: noticeSource,
    where: 'site_id = $1 and ($2::text is null or state = $2)',
    order: 'created_at desc, id desc',
    time: 'created_at',
    texts: ['id', 'title'],
    values: [site.id, query.state ?? null],
    shown: (rows: StoredNotice[]) => rows.map(consoleNotice),
  }))

  route(app, deps, consoleContentEndpoints.noticeReach, async ({ site }) => ({
    members: await db.tenant(site.id, (tx) => membersReached(tx, site.id)),
  }))

  route(app, deps, consoleContentEndpoints.noticeCreate, async (call) => {
    const { site, member, body } = call
    const now = clocks.wall()
    const request = requestOf(call)
    const row = await db.tenant(site.id, async (tx) => {
      const known = await noticeOfRequest(tx, site.id, request)
      if (known !== null) return known
      const fields = fieldsIn(body, null, now)
      const wanted = { ...fields, state: body.isDraft === true ? ('DRAFT' as const) : ('PUBLISHED' as const) }
      const of = { siteId: site.id, id: ids.next(), staffId: member.memberId, now, request }
      const made = await insertNotice(tx, of, wanted)
      await note(tx, call, made, null)
      return made
    })
    await announce()
    return consoleNotice(row)
  })

  route(app, deps, consoleContentEndpoints.noticeEdit, (call) =>
    change(call, (before, now) => ({ ...fieldsIn(call.body, before, now), state: before.state })),
  )

  route(app, deps, consoleContentEndpoints.noticePublish, (call) =>
    change(call, (before, now) => {
      const startAt = Math.max(before.startAt, now)
      if (before.endAt !== null && before.endAt <= startAt) throw new Refused('NOTICE_PAST')
      return before.state === 'PUBLISHED' ? before : { ...before, state: 'PUBLISHED', startAt }
    }),
  )

  route(app, deps, consoleContentEndpoints.noticeWithdraw, (call) =>
    change(call, (before) => ({ ...before, state: 'WITHDRAWN' })),
  )

  /** Changes a notice once, of the version that was looked at. */
  async function change(call: WritingCall, wantedOf: (before: NoticeFields, now: number) => NoticeFields) {
    const { site, params, body } = call
    const now = clocks.wall()
    const { row, isGone } = await db.tenant(site.id, async (tx) => {
      const stored = await lockedNotice(tx, site.id, params.id ?? 0)
      if (stored === null) throw new Refused('NOTICE_NOT_FOUND')
      if (stored.version !== body.version) throw staleNotice(stored)
      const before = fieldsOf(stored)
      const wanted = wantedOf(before, now)
      const changed = await updateNotice(tx, stored, wanted, { now, isNews: isNews(before, wanted, now) })
      await note(tx, call, changed, before)
      return { row: changed, isGone: mustRead(before) && !mustRead(wanted) }
    })
    if (isGone) bus.publish('control', { kind: 'noticeGone', siteId: site.id, data: { id: Number(row.id) } })
    await announce()
    return consoleNotice(row)
  }

  async function note(tx: Tx, call: WritingCall, row: StoredNotice, before: NoticeFields | null): Promise<void> {
    const { site, member, idempotency, body } = call
    const [id, noticeId] = [Number(row.id), `${site.id}:${row.id}`]
    const change = { table: 'notice', row: noticeId, before: before && { ...before }, after: { ...fieldsOf(row) } }
    await addStaffAct(tx, {
      siteId: site.id,
      id: ids.next(),
      staffId: member.memberId,
      action: idempotency.route,
      subjectId: id,
      reason: body.reason,
      said: { version: row.version },
      changes: [change],
      request: requestOf(call),
      at: clocks.wall(),
    })
  }
}

const mustRead = ({ isForced, state }: NoticeFields): boolean => isForced && state === 'PUBLISHED'

const staleNotice = ({ title, state, version }: StoredNotice): Refused =>
  stale(
    [
      [{ ko: '제목', en: 'Title' }, title],
      [{ ko: '상태', en: 'State' }, noticeStateWords[state]],
    ],
    { version },
  )

/** A forced notice is news where it was not one that members had to read, was over, or says something else now. */
const isNews = (before: NoticeFields, after: NoticeFields, now: number): boolean =>
  (before.endAt !== null && before.endAt <= now) ||
  after.state !== before.state ||
  after.isForced !== before.isForced ||
  after.startAt !== before.startAt ||
  after.title !== before.title ||
  after.content !== before.content

/** What a body asks for. Refuses a period that is over; what began already keeps its start. */
function fieldsIn(body: Written, before: NoticeFields | null, now: number): Omit<NoticeFields, 'state'> {
  const period = periodIn(body, before, now)
  const { category, title, isPinned, isForced } = body
  return { category, title, isPinned, isForced, ...period, content: safeHtml(body.content) }
}
