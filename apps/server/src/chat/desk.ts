import { consoleChatEndpoints } from '@maru/contract'
import type { IdempotencyKey } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { deskList, endedChatColumns } from '../desk-lists/index.ts'
import { Refused, route, type StaffMember } from '../http/index.ts'
import { requestOf } from '../inquiries/index.ts'
import { type Colleague, colleaguesOf } from '../members/index.ts'
import { maskName } from '../money/masks.ts'
import type { Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { asInquiry } from './as-inquiry.ts'
import {
  addLine,
  deskChat,
  deskRows,
  type EndedRow,
  endChat,
  endedChats,
  endedOf,
  lockedChat,
  type StoredChat,
  setRead,
  waitingOf,
} from './store.ts'
import type { Tell } from './tell.ts'

interface StaffCall {
  readonly site: Site
  readonly member: StaffMember
  readonly params: { readonly id: number }
}
interface Step extends StaffCall {
  readonly idempotency: IdempotencyKey
  readonly body: { readonly reason: string }
}
/** Somebody of the staff who may answer, of whichever site he is. */
const factsOf = ({ state, staff_id, inquiry_id }: StoredChat) => ({ state, staff_id, inquiry_id })

/** The desk of live chats: one of the staff takes a chat, answers, hands it over or ends it. */
export function registerChatDesk(app: FastifyInstance, deps: Deps, tell: Tell): void {
  const { db, ids, clocks } = deps

  route(app, deps, consoleChatEndpoints.chatDesk, ({ site }) =>
    db.tenant(site.id, async (tx) => {
      const { waitSec } = await waitingOf(tx, site.id, clocks.wall())
      return { content: await deskRows(tx, site.id), waitSec }
    }),
  )

  deskList(app, deps, consoleChatEndpoints.chatEnded, endedChatColumns, ({ site }) => ({
    siteId: site.id,
    source: endedChats,
    where: 'site_id = $1',
    order: 'ended_at desc, id desc',
    time: 'ended_at',
    texts: ['id', 'username', 'name', 'staff_name', 'last'],
    values: [site.id],
    shown: (rows: EndedRow[]) => rows.map(endedOf),
  }))

  route(app, deps, consoleChatEndpoints.chatDeskOne, ({ params, site }) =>
    db.tenant(site.id, (tx) => deskChat(tx, site.id, params.id)),
  )

  // Only what its member sent in this chat.
  route(app, deps, consoleChatEndpoints.chatDeskFile, async ({ params, site }) => {
    const [file] = await db.tenant(site.id, (tx) =>
      tx.query<{ type: string; name: string; bytes: Buffer }>(
        `select f.type, f.name, f.bytes from member_file f where f.site_id = $1 and f.id = $3 and exists (
           select from chat_line l where l.site_id = $1 and l.chat_id = $2 and l.member_id = f.member_id and l.file_id = f.id)`,
        [site.id, params.id, params.fileId],
      ),
    )
    if (file === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return { type: file.type, name: file.name, data: file.bytes.toString('base64') }
  })

  route(app, deps, consoleChatEndpoints.chatColleagues, async ({ site, member }) => {
    const found = await colleagues(site.id)
    const others = found.filter(({ member_id }) => Number(member_id) !== member.memberId)
    return { content: others.map(({ member_id, name }) => ({ id: Number(member_id), name: maskName(name) })) }
  })

  route(app, deps, consoleChatEndpoints.chatTake, async (call) => {
    const me = (await colleagues(call.site.id)).find(({ member_id }) => Number(member_id) === call.member.memberId)
    if (me === undefined) throw new Refused('PERMISSION_DENIED')
    return step(call, async (tx, row, now) => {
      if (row.state === 'OPEN' && isIn(row, call.member.memberId)) return
      if (row.state === 'OPEN' && !isIn(row, call.body.from)) throw new Refused('CHAT_TAKEN')
      await give(tx, row, me, now)
      return async (after) => {
        tell.joined(after, row, maskName(me.name), now)
        await tell.queue(call.site.id)
      }
    })
  })

  route(app, deps, consoleChatEndpoints.chatHandOver, async (call) => {
    const { staffId } = call.body
    const found = staffId === undefined ? [] : await colleagues(call.site.id)
    const to = found.find(({ member_id }) => Number(member_id) === staffId)
    if (staffId !== undefined && to === undefined) throw new Refused('USER_NOT_FOUND')
    return step(call, async (tx, row, now) => {
      requireMine(row, call.member)
      if (to !== undefined) await give(tx, row, to, now)
      else
        await tx.query(
          `update chat set state = 'WAITING', staff_id = null, staff_site_id = null, staff_name = null, spoken_at = $3
            where site_id = $1 and id = $2`,
          [row.site_id, row.id, now],
        )
      return async (after) => {
        if (to !== undefined) tell.joined(after, row, maskName(to.name), now)
        else {
          tell.desk(row)
          await tell.queue(call.site.id)
        }
      }
    })
  })

  route(app, deps, consoleChatEndpoints.chatAnswer, async (call) => {
    const { row, said } = await inChat(call, async (tx, row) => {
      const of = { siteId: call.site.id, id: ids.next(), chatId: Number(row.id), memberId: Number(row.member_id) }
      const line = { ...of, staffId: call.member.memberId, ...call.body, fileId: null, at: clocks.wall() }
      return { row, said: await addLine(tx, line) }
    })
    if (said.isNew) tell.said(row, said.line)
    return said.line
  })

  route(app, deps, consoleChatEndpoints.chatDeskTyping, async (call) => {
    tell.typing(await inChat(call, async (_, row) => row), 'STAFF')
    return {}
  })

  route(app, deps, consoleChatEndpoints.chatDeskRead, async (call) => {
    const { seq } = call.body
    const { row, isMore } = await inChat(call, async (tx, row) => ({
      row,
      isMore: await setRead(tx, row, 'staff', seq),
    }))
    if (isMore) tell.read(row, 'STAFF', seq)
    return {}
  })

  route(app, deps, consoleChatEndpoints.chatDeskEnd, (call) =>
    step(call, async (tx, row, now) => {
      if (row.state === 'OPEN') requireMine(row, call.member)
      const inquiryId = call.body.asInquiry === true ? await asInquiry(tx, ids, row, now) : null
      await endChat(tx, row, 'STAFF', inquiryId, now)
      return async () => {
        tell.ended(row, inquiryId, now)
        await tell.queue(call.site.id)
      }
    }),
  )

  /** Staff whose role may answer and who look after this site. */
  const colleagues = (siteId: number) => colleaguesOf(db, siteId, 'content')

  const give = (tx: Tx, row: StoredChat, to: Colleague, now: number) =>
    tx.query(
      `update chat set state = 'OPEN', staff_id = $3, staff_site_id = $4, staff_name = $5, joined_at = coalesce(joined_at, $6)
        where site_id = $1 and id = $2`,
      [row.site_id, row.id, to.member_id, to.site_id, to.name, now],
    )

  /** Runs what only whoever is in an open chat may do. */
  const inChat = <T>({ site, member, params }: StaffCall, run: (tx: Tx, row: StoredChat) => Promise<T>): Promise<T> =>
    db.tenant(site.id, async (tx) => {
      const row = await lockedChat(tx, site.id, params.id, null)
      if (row.state === 'ENDED') throw new Refused('CHAT_CLOSED')
      requireMine(row, member)
      return run(tx, row)
    })

  /** One step about a chat, once under its key; it stands in the log, and is told once it is committed. */
  async function step(
    call: Step,
    run: (tx: Tx, row: StoredChat, now: number) => Promise<((after: StoredChat) => Promise<void>) | void>,
  ) {
    const { site, member, params, idempotency, body } = call
    const request = requestOf(member, idempotency)
    const { chat, told } = await db.tenant(site.id, async (tx) => {
      const row = await lockedChat(tx, site.id, params.id, null)
      const [done] = await tx.query(
        'select 1 from staff_act where site_id = $1 and subject_id = $2 and action = $3 and request = $4 limit 1',
        [site.id, row.member_id, idempotency.route, request],
      )
      if (done !== undefined) return { chat: await deskChat(tx, site.id, params.id), told: null }
      if (row.state === 'ENDED') throw new Refused('CHAT_CLOSED')
      const tellIt = await run(tx, row, clocks.wall())
      const after = await lockedChat(tx, site.id, params.id, null)
      if (tellIt !== undefined)
        await addStaffAct(tx, {
          siteId: site.id,
          id: ids.next(),
          staffId: member.memberId,
          action: idempotency.route,
          subjectId: Number(row.member_id),
          reason: body.reason,
          said: { chatId: params.id },
          changes: [{ table: 'chat', row: `${site.id}:${row.id}`, before: factsOf(row), after: factsOf(after) }],
          request,
          at: clocks.wall(),
        })
      return { chat: await deskChat(tx, site.id, params.id), told: tellIt === undefined ? null : () => tellIt(after) }
    })
    await told?.()
    return chat
  }
}

const isIn = (row: StoredChat, staffId: number | undefined): boolean =>
  row.staff_id !== null && Number(row.staff_id) === staffId

function requireMine(row: StoredChat, member: StaffMember): void {
  if (!isIn(row, member.memberId)) throw new Refused('CHAT_TAKEN')
}
