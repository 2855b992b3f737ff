import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** What the site says of deposits, withdrawals and holds. */
export const moneySiteQuery = queryOptions({
  queryKey: ['money-site'],
  queryFn: () => call('GET /api/site_info/dnw'),
  staleTime: 60_000,
})
