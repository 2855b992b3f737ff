import type { ConsoleArea } from '@maru/contract'
import { useEffect } from 'react'
import { queryClient } from '../session/query-client.ts'
import { subscribe } from './live.ts'

/** Lists are asked for anew at most this often, however much changes. */
const everyMs = 500

/** While the channel is lost, pages ask by themselves: a figure is never older. */
export const deskPollMs = 30_000

/** Asks anew for what the pages show, as soon as something of the site changed, and after each time away. */
export function useDesk(siteId: number, isAllowed: boolean) {
  useEffect(() => {
    if (!isAllowed) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let isAll = false
    const renew = (areas?: readonly ConsoleArea[]) => {
      // Chats change often, and change nothing else.
      isAll ||= areas === undefined || areas.some((area) => area !== 'CHAT')
      timer ??= setTimeout(() => {
        timer = null
        for (const queryKey of isAll ? [[]] : [['chats'], ['overview']])
          void queryClient.invalidateQueries({ queryKey })
        isAll = false
      }, everyMs)
    }
    const end = subscribe(`/topic/console/${siteId}`, {
      onMessage: ({ event, data }) => {
        if (event === 'CHANGED') renew(data.areas)
      },
      onReload: () => renew(),
    })
    return () => {
      end()
      if (timer !== null) clearTimeout(timer)
    }
  }, [siteId, isAllowed])
}
