import { call } from '@maru/client/api/client'
import type { CoinArrival } from '@maru/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { subscribe } from '../../../live/index.ts'

const comingQuery = queryOptions({
  queryKey: ['wallet', 'arrivals'],
  queryFn: () => call('GET /api/wallet/arrivals'),
})

/** Coins that are on their way and not credited yet, the newest first; each message of the network is followed at once. */
export function useComing(): readonly CoinArrival[] {
  useEffect(
    () =>
      subscribe('/user/queue/point', {
        onMessage: ({ event, data }) => {
          if (event === 'COIN_ARRIVAL') queryClient.setQueryData(comingQuery.queryKey, (all) => all && take(all, data))
        },
        onReload: () => void queryClient.invalidateQueries({ queryKey: comingQuery.queryKey }),
      }),
    [],
  )
  const { data = [] } = useQuery(comingQuery)
  return data.filter(({ state }) => state === 'SEEN')
}

/** Puts what is told of an arrival in the place of what was known; a new one comes first. */
export function take(all: readonly CoinArrival[], told: CoinArrival): CoinArrival[] {
  const isTold = ({ network, txid, output }: CoinArrival) =>
    network === told.network && txid === told.txid && output === told.output
  return all.some(isTold) ? all.map((one) => (isTold(one) ? told : one)) : [told, ...all]
}
