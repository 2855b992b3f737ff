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
    const renew = () => {
      timer ??= setTimeout(() => {
        timer = null
        void queryClient.invalidateQueries()
      }, everyMs)
    }
    const end = subscribe(`/topic/console/${siteId}`, {
      onMessage: ({ event }) => {
        if (event === 'CHANGED') renew()
      },
      onReload: renew,
    })
    return () => {
      end()
      if (timer !== null) clearTimeout(timer)
    }
  }, [siteId, isAllowed])
}
