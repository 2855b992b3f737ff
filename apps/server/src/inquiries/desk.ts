import { type CannedAnswer, consoleContactEndpoints, type InquiryState } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
import type { IdempotencyKey } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { cannedColumns, deskList, inquiryColumns } from '../desk-lists/index.ts'
import { Refused, route, type StaffMember } from '../http/index.ts'
import { writeMessage } from '../messages/index.ts'
import type { Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import {
  addLine,
  deskRowOf,
  inquirySource,
  type ListedInquiry,
  linesOf,
  listedInquiry,
  lockedInquiry,
  pastInquiries,
  requestOf,
  type StoredInquiry,
} from './store.ts'

interface StaffCall {
  readonly site: Site
  readonly member: StaffMember
  readonly idempotency: IdempotencyKey
  readonly body: { readonly reason: string; readonly version?: number | undefined }
}
interface StoredCanned {
  readonly id: string
  readonly title: string
  readonly text: string
}
const cannedOf = ({ id, title, text }: StoredCanned): CannedAnswer => ({ id: Number(id), title, text })
const inquiryStateWords: Readonly<Record<InquiryState, BothLanguages>> = {
  OPEN: { ko: '열림', en: 'Open' },
  ANSWERED: { ko: '답변함', en: 'Answered' },
  CLOSED: { ko: '종료', en: 'Closed' },
}
/** What an inquiry says of itself in the log. */
const factsOf = ({ state, version, taken_by, review_of }: StoredInquiry) => ({ state, version, taken_by, review_of })

/** How a member is told of an answer. */
const answered = {
  ko: { title: '문의에 답변했습니다', more: '고객센터 › 1:1 문의에서 이어서 물을 수 있습니다.' },
  en: { title: 'Your inquiry was answered', more: 'You can ask more under Support › Contact.' },
} as const

/** The inbox of inquiries: whoever waits longest stands first; an answer tells the member by a message in the same transaction. */
export function registerInquiryDesk(app: FastifyInstance, deps: Deps): void {
  const { db, ids, clocks } = deps

  deskList(app, deps, consoleContactEndpoints.inquiryList, inquiryColumns, ({ query, site }) => ({
    siteId: site.id,
    source: inquirySource,
    where: 'site_id = $1 and ($2::text is null or state = $2)',
    order: query.state === 'OPEN' ? 'asked_at, id' : 'asked_at desc, id desc',
    values: [site.id, query.state ?? null],
    shown: (rows: ListedInquiry[]) => rows.map(deskRowOf),
  }))

  const whole = async (tx: Tx, siteId: number, id: number) => {
    const row = await listedInquiry(tx, siteId, id)
    return { ...deskRowOf(row), lines: await linesOf(tx, siteId, id), past: await pastInquiries(tx, row) }
  }

  route(app, deps, consoleContactEndpoints.inquiryOne, ({ params, site }) =>
    db.tenant(site.id, (tx) => whole(tx, site.id, params.id)),
  )

  // Only what its member sent along with this inquiry.
  route(app, deps, consoleContactEndpoints.inquiryFile, async ({ params, site }) => {
    const [file] = await db.tenant(site.id, (tx) =>
      tx.query<{ type: string; name: string; bytes: Buffer }>(
        `select f.type, f.name, f.bytes from member_file f
          where f.site_id = $1 and f.id = $3 and exists (
            select from inquiry_line l where l.site_id = $1 and l.inquiry_id = $2 and l.member_id = f.member_id
               and f.id = any (l.file_ids))`,
        [site.id, params.id, params.fileId],
      ),
    )
    if (file === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return { type: file.type, name: file.name, data: file.bytes.toString('base64') }
  })

  route(app, deps, consoleContactEndpoints.inquiryTake, (call) =>
    step(call, (tx, row) => setTaken(tx, row, call.member.memberId)),
  )

  route(app, deps, consoleContactEndpoints.inquiryRelease, (call) => step(call, (tx, row) => setTaken(tx, row, null)))

  route(app, deps, consoleContactEndpoints.inquiryAnswer, (call) => {
    const { memberId: staffId } = call.member
    const request = requestOf(call.member, call.idempotency)
    const { bodyHash } = call.idempotency
    return step(call, async (tx, row, now) => {
      const of = { siteId: call.site.id, memberId: Number(row.member_id), id: ids.next() }
      if (row.review_of !== null && Number(row.review_of) === staffId) throw new Refused('INQUIRY_REVIEWER')
      const said = { text: call.body.answer, fileIds: [], at: now }
      await addLine(tx, { ...of, ...said, inquiryId: Number(row.id), staffId, request, bodyHash })
      await tx.query(
        `update inquiry set state = 'ANSWERED', answered_at = $3, answered_by = $4, is_unread = true, taken_by = null,
           review_of = null, closed_at = null, version = version + 1 where site_id = $1 and id = $2`,
        [of.siteId, row.id, now, staffId],
      )
      const { title, more } = answered[call.site.language]
      const told = { title, content: `${call.body.answer}\n\n${more}`.slice(0, 2_000) }
      await writeMessage(tx, { ...of, ...told, id: ids.next(), createdBy: staffId }, now)
    })
  })

  const setTaken = (tx: Tx, row: StoredInquiry, staffId: number | null) =>
    tx.query('update inquiry set taken_by = $3, version = version + 1 where site_id = $1 and id = $2', [
      row.site_id,
      row.id,
      staffId,
    ])

  /** One step about an inquiry that nobody else works on, of the version that was looked at; it stands in the log. */
  function step(
    call: StaffCall & { readonly params: { readonly id: number } },
    run: (tx: Tx, row: StoredInquiry, now: number) => Promise<unknown>,
  ) {
    const { site, member, params, body } = call
    return db.tenant(site.id, async (tx) => {
      const { bodyHash, route: action } = call.idempotency
      const row = await lockedInquiry(tx, site.id, params.id, null)
      const [done] = await tx.query<{ said: { bodyHash?: string } }>(
        'select said from staff_act where site_id = $1 and subject_id = $2 and action = $3 and request = $4 limit 1',
        [site.id, row.member_id, action, requestOf(member, call.idempotency)],
      )
      if (done !== undefined) {
        if (done.said.bodyHash !== bodyHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
        return whole(tx, site.id, params.id)
      }
      if (row.taken_by !== null && Number(row.taken_by) !== member.memberId) throw new Refused('INQUIRY_TAKEN')
      if (body.version !== undefined && body.version !== Number(row.version))
        throw stale([[{ ko: '상태', en: 'State' }, inquiryStateWords[row.state]]], { version: Number(row.version) })
      await run(tx, row, clocks.wall())
      const after = await lockedInquiry(tx, site.id, params.id, null)
      const change = { table: 'inquiry', row: `${site.id}:${row.id}`, before: factsOf(row), after: factsOf(after) }
      await note(tx, call, Number(row.member_id), { inquiryId: params.id, bodyHash }, [change])
      return whole(tx, site.id, params.id)
    })
  }

  deskList(app, deps, consoleContactEndpoints.cannedList, cannedColumns, ({ site }) => ({
    siteId: site.id,
    source: 'canned_answer',
    where: 'site_id = $1',
    order: 'title, id',
    values: [site.id],
    shown: (rows: StoredCanned[]) => rows.map(cannedOf),
  }))

  route(app, deps, consoleContactEndpoints.cannedCreate, (call) => {
    const { site, member, body } = call
    return db.tenant(site.id, async (tx) => {
      const id = ids.next()
      const rows = await tx.query<StoredCanned>(
        `insert into canned_answer (site_id, id, title, text, created_by, created_at, request)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (site_id, request) do nothing returning *`,
        [site.id, id, body.title, body.text, member.memberId, clocks.wall(), requestOf(member, call.idempotency)],
      )
      const [made] = rows
      if (made !== undefined) {
        const after = { title: body.title, text: body.text }
        const change = { table: 'canned_answer', row: `${site.id}:${id}`, before: null, after }
        await note(tx, call, id, {}, [change])
        return cannedOf(made)
      }
      const [known] = await tx.query<StoredCanned>('select * from canned_answer where site_id = $1 and request = $2', [
        site.id,
        requestOf(member, call.idempotency),
      ])
      if (known === undefined || known.title !== body.title || known.text !== body.text)
        throw new Refused('IDEMPOTENCY_KEY_REUSED')
      return cannedOf(known)
    })
  })

  route(app, deps, consoleContactEndpoints.cannedDelete, (call) =>
    db.tenant(call.site.id, async (tx) => {
      const [gone] = await tx.query<StoredCanned>(
        'delete from canned_answer where site_id = $1 and id = $2 returning *',
        [call.site.id, call.params.id],
      )
      if (gone === undefined) throw new Refused('HISTORY_NOT_FOUND')
      const before = { title: gone.title, text: gone.text }
      const change = { table: 'canned_answer', row: `${call.site.id}:${gone.id}`, before, after: { isDeleted: true } }
      await note(tx, call, call.params.id, {}, [change])
      return { id: call.params.id }
    }),
  )

  const note = (
    tx: Tx,
    { site, member, idempotency, body }: StaffCall,
    subjectId: number,
    said: Readonly<Record<string, number | string>>,
    changes: Parameters<typeof addStaffAct>[1]['changes'],
  ) =>
    addStaffAct(tx, {
      siteId: site.id,
      id: ids.next(),
      staffId: member.memberId,
      action: idempotency.route,
      subjectId,
      reason: body.reason,
      said,
      ...(changes && { changes }),
      request: requestOf(member, idempotency),
      at: clocks.wall(),
    })
}
