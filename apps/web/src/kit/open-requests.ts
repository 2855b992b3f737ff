import { call } from '@maru/client/api/client'
import type { DnwRow } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'

/** The member's deposits and withdrawals that are under way, the newest first. Below the key of requests. */
export const openRequestsQuery = queryOptions({
  queryKey: ['dnw', 'under-way'],
  queryFn: async () => {
    const query = { resultType: 'List', typeStrs: 'D,W', statusStrs: 'REQUESTED,REVIEW,APPROVED' } as const
    return (await call('GET /api/dnw/list', { query })) as DnwRow[]
  },
})
