import { call } from '@maru/client/api/client'
import type { P2pOrder } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient, queryKeys } from '../../../api/query-client.ts'
import { subscribe } from '../../../live/index.ts'

export type { P2pOrder }
export type P2pSide = P2pOrder['side']

/** Prices follow the market: they are asked for again while the page is looked at. */
export const merchantsQuery = queryOptions({
  queryKey: ['p2p', 'merchants'],
  queryFn: () => call('GET /api/p2p/merchant'),
  refetchInterval: 4_000,
})

/** The member's newest open order; null: none is under way. */
export const latestQuery = queryOptions({
  queryKey: ['p2p', 'latest'],
  queryFn: () => call('GET /api/p2p/latest'),
})

/** Keeps the order as new as its messages. `onOrder` hears each change. */
export function useOrderNews(onOrder: (order: P2pOrder) => void): void {
  useEffect(
    () =>
      subscribe('/user/queue/point', {
        onMessage: ({ event, data }) => {
          if (event !== 'P2P_UPDATE') return
          takeOver(data)
          onOrder(data)
        },
        onReload: () => void queryClient.invalidateQueries({ queryKey: latestQuery.queryKey }),
      }),
    [onOrder],
  )
}

/** Puts a changed order into what the page knows. An answer that was overtaken by a message changes nothing. */
export function takeOver(order: P2pOrder): void {
  queryClient.setQueryData(latestQuery.queryKey, (known) =>
    known?.id === order.id && known.steps.length > order.steps.length ? known : isOver(order) ? null : order,
  )
  void queryClient.invalidateQueries({ queryKey: queryKeys.wallet })
}

export const isOver = ({ state }: P2pOrder): boolean =>
  state === 'RELEASED' || state === 'CANCELED' || state === 'EXPIRED'
