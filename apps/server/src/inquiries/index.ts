import { contactEndpoints } from '@maru/contract'
import type { IdempotencyKey } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { useFiles } from '../files/index.ts'
import { sameOriginOnly } from '../http/headers.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import { registerCannedAnswers } from './canned.ts'
import { registerInquiryDesk } from './desk.ts'
import {
  aboutOf,
  addLine,
  inquiriesOf,
  lockedInquiry,
  openInquiry,
  requestOf,
  requireRoom,
  type StoredInquiry,
  setRead,
  spokenBefore,
  unreadAnswers,
  wholeInquiry,
} from './store.ts'

export { type DeskCall, logAct, type StaffChanges } from './desk-log.ts'
export { addLine, closeAnswered, openInquiries, openInquiry, requestOf, writtenWith } from './store.ts'

interface Caller {
  readonly site: { readonly id: number }
  readonly member: { readonly memberId: number }
}
interface Said {
  readonly text: string
  readonly fileIds: readonly number[]
}

/** What a member asks the house in writing: OPEN until it is answered, ANSWERED for a week, then CLOSED; he can take it up again (rules G). */
export function registerInquiries(app: FastifyInstance, deps: Deps): void {
  const { db, bus, ids, clocks } = deps

  route(app, deps, contactEndpoints.contactList, ({ site, member }) =>
    db.tenant(site.id, (tx) => inquiriesOf(tx, site.id, member.memberId)),
  )

  route(app, deps, contactEndpoints.contactUnread, async ({ site, member }) => ({
    count: await db.tenant(site.id, (tx) => unreadAnswers(tx, site.id, member.memberId)),
  }))

  const readOne = ({ site, member }: Caller, id: number) =>
    db.tenant(site.id, async (tx) => {
      await setRead(tx, site.id, member.memberId, id)
      return wholeInquiry(tx, site.id, member.memberId, id)
    })

  route(app, deps, contactEndpoints.contactRead, (call) => readOne(call, call.body.id))
  // § An alias of before the POST: a link or picture on another page must not work it.
  route(app, deps, contactEndpoints.contactReadAlias, (call) => {
    sameOriginOnly(call.request)
    return readOne(call, call.query.id)
  })

  route(app, deps, contactEndpoints.contactReadAll, async ({ site, member }) => {
    await db.tenant(site.id, (tx) => setRead(tx, site.id, member.memberId, null))
    return { count: 0 }
  })

  route(app, deps, contactEndpoints.contactCreate, (call) => {
    const { playerId, question, kind = 'ETC', fileIds = [], dnwId = null } = call.body
    const { site, member } = call
    // The specification's field; nobody asks in another one's name.
    if (playerId !== member.memberId) throw new Refused('USER_NOT_FOUND')
    return speak(call, call.idempotency, { text: question, fileIds }, async (tx, now) => {
      await requireRoom(tx, site.id, member.memberId)
      const of = { siteId: site.id, id: ids.next(), memberId: member.memberId }
      if (dnwId !== null && (await aboutOf(tx, of, dnwId)) === null) throw new Refused('HISTORY_NOT_FOUND')
      await openInquiry(tx, of, { kind, question, dnwId }, now)
      return of.id
    })
  })

  route(app, deps, contactEndpoints.contactReply, (call) => {
    const { id, text, fileIds = [] } = call.body
    const { site, member } = call
    return speak(call, call.idempotency, { text, fileIds }, async (tx, now) => {
      const { state } = await lockedInquiry(tx, site.id, id, member.memberId)
      if (state !== 'OPEN') await requireRoom(tx, site.id, member.memberId)
      await reopen(tx, site.id, id, now)
      return id
    })
  })

  route(app, deps, contactEndpoints.contactClose, (call) =>
    change(call, async (tx, { id, state }, now) => {
      if (state === 'CLOSED') return
      await tx.query(
        `update inquiry set state = 'CLOSED', closed_at = $3, is_unread = false, taken_by = null, version = version + 1
          where site_id = $1 and id = $2`,
        [call.site.id, id, now],
      )
    }),
  )

  route(app, deps, contactEndpoints.contactReview, (call) =>
    change(call, async (tx, { id, state, answered_by }, now) => {
      if (state === 'OPEN' || answered_by === null) throw new Refused('INQUIRY_UNANSWERED')
      await requireRoom(tx, call.site.id, call.member.memberId)
      await tx.query('update inquiry set review_of = answered_by where site_id = $1 and id = $2', [call.site.id, id])
      await reopen(tx, call.site.id, Number(id), now)
    }),
  )

  /** Adds what a member says, once under its key, and gives the inquiry as it is then. */
  async function speak(
    { site, member }: Caller,
    key: IdempotencyKey,
    said: Said,
    about: (tx: Tx, now: number) => Promise<number>,
  ) {
    const [siteId, { memberId }, now] = [site.id, member, clocks.wall()]
    const request = { siteId, request: requestOf(member, key), bodyHash: key.bodyHash }
    const answer = await db.tenant(siteId, async (tx) => {
      const known = await spokenBefore(tx, request)
      if (known !== null) return wholeInquiry(tx, siteId, memberId, known)
      if (!(await useFiles(tx, { siteId, memberId }, said.fileIds, now))) throw new Refused('FILE_REJECTED')
      const inquiryId = await about(tx, now)
      await addLine(tx, { ...request, ...said, id: ids.next(), inquiryId, memberId, staffId: null, at: now })
      return wholeInquiry(tx, siteId, memberId, inquiryId)
    })
    tell(siteId)
    return answer
  }

  /** Changes the state of a member's own inquiry. */
  async function change(
    { site, member, body }: Caller & { readonly body: { readonly id: number } },
    run: (tx: Tx, row: StoredInquiry, now: number) => Promise<void>,
  ) {
    const answer = await db.tenant(site.id, async (tx) => {
      await run(tx, await lockedInquiry(tx, site.id, body.id, member.memberId), clocks.wall())
      return wholeInquiry(tx, site.id, member.memberId, body.id)
    })
    tell(site.id)
    return answer
  }

  /** Lets the pages of staff ask anew. */
  const tell = (siteId: number) => bus.publish('control', { kind: 'desk', siteId, area: 'DESK' })

  registerInquiryDesk(app, deps)
  registerCannedAnswers(app, deps)
}

/** The member waits for an answer again; whoever waits already keeps his place. */
async function reopen(tx: Tx, siteId: number, id: number, now: number): Promise<void> {
  const { inquiryAnswerMs } = await numbersOf(tx, siteId)
  await tx.query(
    `update inquiry set state = 'OPEN', asked_at = case when state = 'OPEN' then asked_at else $3 end,
       due_at = case when state = 'OPEN' then due_at else $4 end, closed_at = null, is_unread = false,
       version = version + 1 where site_id = $1 and id = $2`,
    [siteId, id, now, now + inquiryAnswerMs],
  )
}
