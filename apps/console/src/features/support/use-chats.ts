import { call } from '@maru/client/api/client'
import type { ChatLine, DeskChat } from '@maru/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscribe } from '../../live/live.ts'
import { deskPollMs } from '../../live/use-desk.ts'
import { useSiteId } from '../../session/staff.ts'

const listKey = (siteId: number) => ['chats', 'list', siteId]
const oneKey = (siteId: number, id: number) => ['chat', 'one', siteId, id]
/** Whoever types says so every three seconds; after this he has stopped. */
const typingMs = 5_000

/** The chats of the site that are not over, and how long members wait. */
export function useChats() {
  const siteId = useSiteId()
  return useQuery({
    queryKey: listKey(siteId),
    queryFn: () => call('GET /api/console/chat'),
    refetchInterval: deskPollMs,
  })
}

/** One chat, as it goes on: what is said comes over the live channel and is not asked for again. */
export function useOneChat(id: number) {
  const siteId = useSiteId()
  const cache = useQueryClient()
  const [typedAt, setTypedAt] = useState<number | null>(null)
  const query = useQuery({
    queryKey: oneKey(siteId, id),
    queryFn: () => call('GET /api/console/chat/:id', { params: { id: String(id) } }),
  })
  useEffect(() => {
    const queryKey = oneKey(siteId, id)
    const renew = () => void cache.invalidateQueries({ queryKey })
    const change = (next: (chat: DeskChat) => DeskChat) =>
      cache.setQueryData<DeskChat>(queryKey, (chat) => chat && next(chat))
    return subscribe('/user/queue/chat', {
      onReload: renew,
      onMessage: ({ event, data }) => {
        if (event === 'SNAPSHOT') return renew()
        if (data.chatId !== id) return
        if (event === 'CHAT_MESSAGE') {
          if (data.from === 'MEMBER') setTypedAt(null)
          change((chat) => withLine(chat, data))
        } else if (event === 'CHAT_TYPING') setTypedAt(Date.now())
        else if (event === 'CHAT_READ') change((chat) => ({ ...chat, ...readOf(chat, data) }))
        else renew()
      },
    })
  }, [cache, siteId, id])
  useEffect(() => {
    if (typedAt === null) return
    const timer = setTimeout(() => setTypedAt(null), typingMs)
    return () => clearTimeout(timer)
  }, [typedAt])
  return {
    ...query,
    isTyping: typedAt !== null,
    takeChat: (chat: DeskChat) => cache.setQueryData(oneKey(siteId, id), chat),
    takeLine: (line: ChatLine) =>
      cache.setQueryData<DeskChat>(oneKey(siteId, id), (chat) => chat && withLine(chat, line)),
    renew: () => cache.invalidateQueries({ queryKey: oneKey(siteId, id) }),
  }
}
export type OneChat = ReturnType<typeof useOneChat>

const readOf = (chat: DeskChat, { from, seq }: { from: 'MEMBER' | 'STAFF'; seq: number }) =>
  from === 'STAFF' ? { staffRead: Math.max(chat.staffRead, seq) } : { memberRead: Math.max(chat.memberRead, seq) }

function withLine(chat: DeskChat, { id, seq, clientId, from, text, fileId, at }: ChatLine): DeskChat {
  if (chat.lines.some((one) => one.id === id)) return chat
  const lines = [...chat.lines, { id, seq, clientId, from, text, fileId, at }].sort((a, b) => a.seq - b.seq)
  return { ...chat, lines, ...readOf(chat, { from, seq }) }
}
