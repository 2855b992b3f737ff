import { consoleContactEndpoints, type InquiryState } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
import type { FastifyInstance } from 'fastify'
import { stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, inquiryColumns } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { writeMessage } from '../messages/index.ts'
import type { Tx } from '../ports.ts'
import { type DeskCall, logAct, type StaffChanges } from './desk-log.ts'
import { addNote, notesOf } from './notes.ts'
import {
  aboutOf,
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

interface AboutInquiry extends DeskCall {
  readonly params: { readonly id: number }
  readonly body: DeskCall['body'] & { readonly version?: number | undefined; readonly from?: number | undefined }
}
/** What an act leaves in the log beside who, why and about whom. */
interface Done {
  readonly said: Readonly<Record<string, number>>
  readonly changes: StaffChanges
}
const inquiryStateWords: Readonly<Record<InquiryState, BothLanguages>> = {
  OPEN: { ko: '접수', en: 'Open' },
  ANSWERED: { ko: '답변 완료', en: 'Answered' },
  CLOSED: { ko: '종료', en: 'Closed' },
}
/** What an inquiry says of itself in the log. */
const factsOf = ({ state, version, taken_by, review_of }: StoredInquiry) => ({ state, version, taken_by, review_of })

/** How a member is told of an answer. */
const answered = {
  ko: { title: '문의에 답변했습니다', more: '고객센터 › 1:1 문의에서 이어서 문의할 수 있습니다.' },
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
    time: 'asked_at',
    texts: ['id', 'question', 'username', 'name'],
    values: [site.id, query.state ?? null],
    shown: (rows: ListedInquiry[]) => rows.map(deskRowOf),
  }))

  const whole = async (tx: Tx, siteId: number, id: number) => {
    const row = await listedInquiry(tx, siteId, id)
    const [lines, notes] = [await linesOf(tx, siteId, id), await notesOf(tx, siteId, id)]
    const about = await aboutOf(tx, { siteId, memberId: Number(row.member_id) }, row.dnw_id)
    return { ...deskRowOf(row), lines, about, notes, past: await pastInquiries(tx, row) }
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
      const content = `${call.body.answer}\n\n${more}`.slice(0, 2_000)
      const told = { kind: 'ANSWER' as const, title, content, link: `/service/contact/${row.id}` }
      await writeMessage(tx, { ...of, ...told, id: ids.next(), createdBy: staffId }, now)
    })
  })

  const setTaken = (tx: Tx, row: StoredInquiry, staffId: number | null) =>
    tx.query('update inquiry set taken_by = $3, version = version + 1 where site_id = $1 and id = $2', [
      row.site_id,
      row.id,
      staffId,
    ])

  // A colleague's word is welcome whoever works on it, and leaves what he looks at as it is.
  route(app, deps, consoleContactEndpoints.inquiryNote, (call) =>
    once(call, async (tx, row, now) => {
      const of = { siteId: call.site.id, inquiryId: call.params.id, memberId: Number(row.member_id) }
      const noteId = ids.next()
      await addNote(tx, { ...of, id: noteId, staffId: call.member.memberId, text: call.body.text, at: now })
      return { said: { noteId }, changes: [] }
    }),
  )

  /** One step about an inquiry that nobody else works on, or that is taken from him by name, of the version that was looked at. */
  const step = (call: AboutInquiry, run: (tx: Tx, row: StoredInquiry, now: number) => Promise<unknown>) =>
    once(call, async (tx, row, now) => {
      const { version, from } = call.body
      if (row.taken_by !== null && ![call.member.memberId, from].includes(Number(row.taken_by)))
        throw new Refused('INQUIRY_TAKEN')
      if (version !== undefined && version !== Number(row.version))
        throw stale([[{ ko: '상태', en: 'State' }, inquiryStateWords[row.state]]], { version: Number(row.version) })
      await run(tx, row, now)
      const after = await lockedInquiry(tx, call.site.id, call.params.id, null)
      const change = { table: 'inquiry', row: `${row.site_id}:${row.id}`, before: factsOf(row), after: factsOf(after) }
      return { said: {}, changes: [change] }
    })

  /** What staff do with an inquiry, once under its key; it stands in the log. */
  function once(call: AboutInquiry, run: (tx: Tx, row: StoredInquiry, now: number) => Promise<Done>) {
    const { site, member, params } = call
    return db.tenant(site.id, async (tx) => {
      const { bodyHash, route: action } = call.idempotency
      const row = await lockedInquiry(tx, site.id, params.id, null)
      const [done] = await tx.query<{ said: { bodyHash?: string } }>(
        'select said from staff_act where site_id = $1 and subject_id = $2 and action = $3 and request = $4 limit 1',
        [site.id, row.member_id, action, requestOf(member, call.idempotency)],
      )
      if (done === undefined) {
        const { said, changes } = await run(tx, row, clocks.wall())
        await logAct(deps, tx, call, Number(row.member_id), { inquiryId: params.id, bodyHash, ...said }, changes)
      } else if (done.said.bodyHash !== bodyHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
      return whole(tx, site.id, params.id)
    })
  }
}
