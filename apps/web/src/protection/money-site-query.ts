import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** What the site says of deposits, withdrawals and holds. */
export const moneySiteQuery = queryOptions({
  queryKey: ['money-site'],
  queryFn: () => call('GET /api/site_info/dnw'),
  staleTime: 60_000,
})
