import { call } from '@maru/client/api/client'
import type { Chat, ChatLine } from '@maru/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscribe } from '../../live/index.ts'

const key = ['chat']
/** Whoever types says so every three seconds; after this he has stopped. */
const typingMs = 5_000

/** The chat of this member as it is now, or his last one; null: he has had none. */
export function useChat() {
  const cache = useQueryClient()
  const [typedAt, setTypedAt] = useState<number | null>(null)
  const chat = useQuery({ queryKey: key, queryFn: async () => (await call('GET /api/chat/history')).chat })
  useEffect(() => {
    const change = (id: number, next: (chat: Chat) => Chat) => {
      const known = cache.getQueryData<Chat | null>(key)
      // A chat that this page does not know began on another one.
      if (known?.id === id) cache.setQueryData(key, next(known))
      else void cache.invalidateQueries({ queryKey: key })
    }
    return subscribe('/user/queue/chat', {
      onReload: () => void cache.invalidateQueries({ queryKey: key }),
      onMessage: ({ event, data }) => {
        if (event === 'SNAPSHOT') void cache.invalidateQueries({ queryKey: key })
        else if (event === 'CHAT_QUEUE') change(data.chatId, (one) => ({ ...one, ...placeOf(data) }))
        else if (event === 'CHAT_OPEN')
          change(data.chatId, (one) => ({
            ...one,
            state: 'OPEN',
            position: null,
            waitSec: null,
            staffName: data.staffName,
            joinedAt: one.joinedAt ?? data.at,
          }))
        else if (event === 'CHAT_MESSAGE') {
          if (data.from === 'STAFF') setTypedAt(null)
          change(data.chatId, (one) => withLine(one, data))
        } else if (event === 'CHAT_TYPING') setTypedAt(Date.now())
        else if (event === 'CHAT_READ') change(data.chatId, (one) => ({ ...one, ...readOf(one, data) }))
        // What became of it, and why, the whole says.
        else void cache.invalidateQueries({ queryKey: key })
      },
    })
  }, [cache])
  useEffect(() => {
    if (typedAt === null) return
    const timer = setTimeout(() => setTypedAt(null), typingMs)
    return () => clearTimeout(timer)
  }, [typedAt])
  return { ...chat, isTyping: typedAt !== null }
}

/** Takes over what a call answers about the chat. */
export const takeChat = (cache: QueryClient, chat: Chat | null) => cache.setQueryData(key, chat)

/** Takes over a message that the server has: once, whichever way it came. */
export const takeLine = (cache: QueryClient, line: ChatLine) =>
  cache.setQueryData<Chat | null>(key, (chat) => chat && withLine(chat, line))

const placeOf = ({ position, waitSec }: Pick<Chat, 'position' | 'waitSec'>) =>
  ({ state: 'WAITING', position, waitSec, staffName: null }) as const

const readOf = (chat: Chat, { from, seq }: { from: 'MEMBER' | 'STAFF'; seq: number }) =>
  from === 'STAFF' ? { staffRead: Math.max(chat.staffRead, seq) } : { memberRead: Math.max(chat.memberRead, seq) }

function withLine(chat: Chat, { id, seq, clientId, from, text, fileId, at }: ChatLine): Chat {
  if (chat.lines.some((one) => one.id === id)) return chat
  const lines = [...chat.lines, { id, seq, clientId, from, text, fileId, at }].sort((a, b) => a.seq - b.seq)
  // Whoever speaks has read what was said before.
  return { ...chat, lines, ...readOf(chat, { from, seq }) }
}
