import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** Whether the member has to read the risk warning before he trades: never read, or a year ago. */
export const riskQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: ['limit', 'risk'],
    queryFn: () => call('GET /api/limit/risk'),
    enabled: signedIn,
    staleTime: 3_600_000,
  })

/** Share of accounts that lost, for the warning. */
export const lossShareQuery = queryOptions({
  queryKey: ['public', 'loss-share'],
  queryFn: () => call('GET /api/public/loss_share'),
  staleTime: 600_000,
  meta: { public: true },
})
