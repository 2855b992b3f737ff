import { chatEndpoints } from '@maru/contract'
import { clockText } from '@maru/contract/clock-text'
import { isInDayWindow } from '@maru/contract/day-window'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { useFiles } from '../files/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import { registerChatDesk } from './desk.ts'
import {
  addLine,
  endChat,
  insertChat,
  lockedChat,
  newestChat,
  ownChat,
  type StoredChat,
  setRead,
  waitingOf,
  wholeChat,
} from './store.ts'
import { createTell } from './tell.ts'

export { forgetChats, saidInChats, waitingChats } from './store.ts'
export { endSilentChats } from './sweep.ts'

interface Caller {
  readonly site: { readonly id: number }
  readonly member: { readonly memberId: number }
}

/** Live chat of a member with the staff of his site: what is answered is committed, and both sides hear of it after that (rules G). */
export function registerChat(app: FastifyInstance, deps: Deps): void {
  const { db, ids, clocks } = deps
  const tell = createTell(deps)

  route(app, deps, chatEndpoints.chatHistory, ({ query, site, member: { memberId } }) =>
    db.tenant(site.id, async (tx) => {
      const id = query.id ?? (await newestChat(tx, site.id, memberId))
      return { chat: id === null ? null : await wholeChat(tx, site.id, memberId, id, clocks.wall()) }
    }),
  )

  route(app, deps, chatEndpoints.chatWait, async ({ site }) => {
    if (!site.liveChat) throw new Refused('FEATURE_DISABLED')
    const { queue, waitSec } = await db.tenant(site.id, (tx) => waitingOf(tx, site.id, clocks.wall()))
    return { waiting: queue.length, waitSec }
  })

  route(app, deps, chatEndpoints.chatOpen, async ({ site, member: { memberId } }) => {
    if (!site.liveChat) throw new Refused('FEATURE_DISABLED')
    const { chat, made } = await db.tenant(site.id, async (tx) => {
      const now = clocks.wall()
      const { chatFromMinute: from, chatToMinute: to } = await numbersOf(tx, site.id)
      // A chat that is open stays open: whoever is in it comes back to it at any time.
      if (!isInDayWindow(from, to, now) && (await ownChat(tx, site.id, memberId)) === null)
        throw new Refused('CHAT_OFF_HOURS', { from: clockText(from), to: clockText(to) })
      const [made] = await insertChat(tx, { siteId: site.id, id: ids.next(), memberId }, now)
      const row = made ?? (await ownChat(tx, site.id, memberId))
      if (row === null) throw new Refused('TRY_AGAIN_LATER')
      return { chat: await wholeChat(tx, site.id, memberId, Number(row.id), now), made }
    })
    if (made !== undefined) {
      tell.desk(made)
      // Other pages of this member hear that it began.
      await tell.queue(site.id)
    }
    return chat
  })

  route(app, deps, chatEndpoints.chatMessage, async (call) => {
    const { clientId, text, fileId = null } = call.body
    const { row, said } = await inChat(call, async (tx, row) => {
      if (row === null) throw new Refused('CHAT_CLOSED')
      const [siteId, { memberId }] = [call.site.id, call.member]
      const files = fileId === null ? [] : [fileId]
      if (!(await useFiles(tx, { siteId, memberId }, files, clocks.wall()))) throw new Refused('FILE_REJECTED')
      const of = { siteId, id: ids.next(), chatId: Number(row.id), memberId, staffId: null }
      return { row, said: await addLine(tx, { ...of, clientId, text, fileId, at: clocks.wall() }) }
    })
    if (said.isNew) tell.said(row, said.line)
    return said.line
  })

  route(app, deps, chatEndpoints.chatTyping, async (call) => {
    const row = await inChat(call, async (_, row) => row)
    if (row !== null) tell.typing(row, 'MEMBER')
    return {}
  })

  route(app, deps, chatEndpoints.chatRead, async (call) => {
    const { row, isMore } = await inChat(call, async (tx, row) => {
      if (row === null) throw new Refused('CHAT_CLOSED')
      return { row, isMore: await setRead(tx, row, 'member', call.body.seq) }
    })
    if (isMore) tell.read(row, 'MEMBER', call.body.seq)
    return {}
  })

  route(app, deps, chatEndpoints.chatEnd, async (call) => {
    const [siteId, { memberId }, now] = [call.site.id, call.member, clocks.wall()]
    const { row, chat } = await inChat(call, async (tx, row) => {
      if (row !== null) await endChat(tx, row, 'MEMBER', null, now)
      const id = row === null ? await newestChat(tx, siteId, memberId) : Number(row.id)
      return { row, chat: id === null ? null : await wholeChat(tx, siteId, memberId, id, now) }
    })
    if (row !== null) {
      tell.ended(row, null, now)
      await tell.queue(siteId)
    }
    return { chat }
  })

  route(app, deps, chatEndpoints.chatRate, async ({ body, site, member }) => {
    await db.tenant(site.id, async (tx) => {
      const { state } = await lockedChat(tx, site.id, body.id, member.memberId)
      if (state !== 'ENDED') throw new Refused('CHAT_NOT_FOUND')
      await tx.query('update chat set is_helpful = $3 where site_id = $1 and id = $2', [
        site.id,
        body.id,
        body.isHelpful,
      ])
    })
    return {}
  })

  /** Runs a step with the caller's chat that is not over, locked; null: he has none. */
  const inChat = <T>({ site, member }: Caller, run: (tx: Tx, row: StoredChat | null) => Promise<T>): Promise<T> =>
    db.tenant(site.id, async (tx) => run(tx, await ownChat(tx, site.id, member.memberId)))

  registerChatDesk(app, deps, tell)
}
