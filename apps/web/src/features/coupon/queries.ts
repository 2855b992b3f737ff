import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** The member's bonuses. Below the key of wallets: a message about one makes them doubtful. */
export const bonusesQuery = queryOptions({
  queryKey: ['wallet', 'bonus'],
  queryFn: () => call('GET /api/coupon/bonus'),
})

/** Whether money of the member is about to leave: then no round takes his bonus. Below the key of requests. */
export const leavingQuery = queryOptions({
  queryKey: ['dnw', 'leaving'],
  queryFn: async (): Promise<boolean> => {
    const query = { resultType: 'Summary', typeStrs: 'W,WS', statusStrs: 'REQUESTED,REVIEW,APPROVED' } as const
    const found = await call('GET /api/dnw/list', { query })
    return 'count' in found && found.count > 0
  },
})
