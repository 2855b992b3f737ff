import type { ChatLine, ChatSide } from '@maru/contract'
import type { Deps } from '../deps.ts'
import type { ChatEvent } from '../ports.ts'
import { type StoredChat, waitingOf } from './store.ts'

type Told = Pick<Deps, 'bus' | 'db' | 'clocks'>

/** Tells what is committed to the pages of both sides, and the desk of the site that its list changed. */
export function createTell({ bus, db, clocks }: Told) {
  const tellMember = (row: StoredChat, event: ChatEvent) =>
    bus.publish('control', { kind: 'chat', siteId: Number(row.site_id), memberId: Number(row.member_id), ...event })
  const tellStaff = (row: StoredChat, event: ChatEvent) => {
    if (row.staff_id === null) return
    const to = { siteId: Number(row.staff_site_id), memberId: Number(row.staff_id) }
    bus.publish('control', { kind: 'chat', ...to, ...event })
  }
  const tellBoth = (row: StoredChat, event: ChatEvent) => {
    tellMember(row, event)
    tellStaff(row, event)
  }
  const desk = (row: StoredChat) => bus.publish('control', { kind: 'desk', siteId: Number(row.site_id), area: 'CHAT' })

  return {
    desk,
    said(row: StoredChat, line: ChatLine) {
      tellBoth(row, { event: 'CHAT_MESSAGE', data: { ...line, chatId: Number(row.id) } })
      desk(row)
    },
    read(row: StoredChat, from: ChatSide, seq: number) {
      tellBoth(row, { event: 'CHAT_READ', data: { chatId: Number(row.id), from, seq } })
      if (from === 'STAFF') desk(row)
    },
    typing(row: StoredChat, from: ChatSide) {
      const event = { event: 'CHAT_TYPING', data: { chatId: Number(row.id), from } } as const
      if (from === 'MEMBER') tellStaff(row, event)
      else tellMember(row, event)
    },
    /** Who is in a chat now; whoever was in it before hears it too. */
    joined(row: StoredChat, before: StoredChat, staffName: string, at: number) {
      const event = { event: 'CHAT_OPEN', data: { chatId: Number(row.id), staffName, at } } as const
      tellBoth(row, event)
      if (before.staff_id !== row.staff_id) tellStaff(before, event)
      desk(row)
    },
    ended(row: StoredChat, inquiryId: number | null, at: number) {
      tellBoth(row, { event: 'CHAT_END', data: { chatId: Number(row.id), inquiryId, at } })
      desk(row)
    },
    /** Whoever waits at a site hears which place he has now. */
    async queue(siteId: number) {
      const { queue, waitSec } = await db.tenant(siteId, (tx) => waitingOf(tx, siteId, clocks.wall()))
      queue.forEach(({ chatId, memberId }, at) => {
        const data = { chatId, position: at + 1, waitSec }
        bus.publish('control', { kind: 'chat', siteId, memberId, event: 'CHAT_QUEUE', data })
      })
    },
  }
}
export type Tell = ReturnType<typeof createTell>
