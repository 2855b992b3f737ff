import type { DnwRow } from '@maru/contract'
import { useEffect } from 'react'
import { queryClient, queryKeys } from '../../api/query-client.ts'
import { subscribe } from '../../live/index.ts'
import { limitsKey } from '../../protection/limits.ts'
import { openRequestQuery, requestsKey } from './queries.ts'

/** Keeps the page's requests as new as their messages. `onRow` hears each row that changed. */
export function useRequestNews(onRow?: (row: DnwRow) => void): void {
  useEffect(
    () =>
      subscribe('/user/queue/point', {
        onMessage: ({ event, data }) => {
          if (event !== 'DNW_UPDATE') return
          takeOver(data)
          onRow?.(data)
        },
        onReload: () => void queryClient.invalidateQueries({ queryKey: requestsKey }),
      }),
    [onRow],
  )
}

/** Puts a changed row into what the page knows of its type; lists are asked for again. */
export function takeOver(row: DnwRow): void {
  // Coins that come were never asked for.
  if ((row.type === 'D' && row.walletType === 'BINARY') || row.type === 'W')
    queryClient.setQueryData(openRequestQuery(row.type).queryKey, isOpen(row) ? row : null)
  void queryClient.invalidateQueries({ queryKey: [...requestsKey, 'list'] })
  void queryClient.invalidateQueries({ queryKey: queryKeys.wallet })
  if (row.type === 'D') void queryClient.invalidateQueries({ queryKey: limitsKey })
}

export const isOpen = ({ status }: DnwRow): boolean =>
  status === 'REQUESTED' || status === 'REVIEW' || status === 'APPROVED'
