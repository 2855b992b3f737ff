import type { ConsoleArea } from '@maru/contract'
import { useEffect } from 'react'
import { queryClient } from '../session/query-client.ts'
import { subscribe } from './live.ts'

/** Lists are asked for anew at most this often, however much changes. */
const everyMs = 500
/** What some areas change, which change often: the first parts of the keys of its queries. Other areas may change anything. */
const keysOf: Partial<Record<ConsoleArea, readonly string[]>> = {
  CHAT: ['chats', 'overview'],
  RISK: ['exposure'],
  ONLINE: ['overview'],
  FEED: ['overview', 'exposure'],
}

/** While the channel is lost, pages ask by themselves: a figure is never older. */
export const deskPollMs = 30_000

/** Asks anew for what the pages show, as soon as something of the site changed, and after each time away. */
export function useDesk(siteId: number, isAllowed: boolean) {
  useEffect(() => {
    if (!isAllowed) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let isAll = false
    const changed = new Set<string>()
    const renew = (areas?: readonly ConsoleArea[]) => {
      isAll ||= areas === undefined || areas.some((area) => keysOf[area] === undefined)
      for (const area of areas ?? []) for (const key of keysOf[area] ?? []) changed.add(key)
      timer ??= setTimeout(() => {
        timer = null
        for (const queryKey of isAll ? [[]] : [...changed].map((key) => [key]))
          void queryClient.invalidateQueries({ queryKey })
        isAll = false
        changed.clear()
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
