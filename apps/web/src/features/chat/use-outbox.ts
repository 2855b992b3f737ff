import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { showAlert } from '../../shell/alert.tsx'
import { keepOutbox, keptOutbox } from './kept-outbox.ts'
import { takeLine } from './use-chat.ts'

/** What the member wrote and the server has not answered yet. */
export interface Outgoing {
  readonly clientId: string
  readonly text: string
  readonly fileId?: number
  readonly isFailed: boolean
}

/**
 * Sends messages of a chat one after the other; one whose answer was lost is sent again under its name, and is still one. What a reload
 * interrupted is sent after it.
 */
export function useOutbox(chatId: number | undefined) {
  const cache = useQueryClient()
  const [waiting, setWaiting] = useState<readonly Outgoing[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const set = (clientId: string, next: Outgoing | null) =>
    setWaiting((all) => all.flatMap((one) => (one.clientId === clientId ? (next ?? []) : one)))

  async function post(one: Outgoing): Promise<void> {
    const { clientId, text, fileId } = one
    set(clientId, { ...one, isFailed: false })
    try {
      const body = { clientId, text, ...(fileId !== undefined && { fileId }) }
      takeLine(cache, await call('POST /api/chat/message', { body }))
      set(clientId, null)
    } catch (error) {
      set(clientId, { ...one, isFailed: true })
      if (isApiError(error) && !error.isAmbiguous) void showAlert(errorText(error))
    }
  }
  /** After what was written before, so that it is said in that order. */
  const queue = (one: Outgoing) => {
    last.current = last.current.then(() => post(one))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is taken once for each chat.
  useEffect(() => {
    if (chatId === undefined) return
    const kept = keptOutbox(sessionStorage, chatId)
    setWaiting((all) => [...all, ...kept.filter(({ clientId }) => !all.some((one) => one.clientId === clientId))])
    for (const one of kept) queue(one)
  }, [chatId])
  useEffect(() => {
    if (chatId !== undefined) keepOutbox(sessionStorage, chatId, waiting)
  }, [chatId, waiting])
  return {
    waiting,
    send(text: string, fileId?: number) {
      const one = { clientId: crypto.randomUUID(), text, ...(fileId !== undefined && { fileId }), isFailed: false }
      setWaiting((all) => [...all, one])
      queue(one)
    },
    again: queue,
    discard: ({ clientId }: Outgoing) => set(clientId, null),
  }
}
export type Outbox = ReturnType<typeof useOutbox>
