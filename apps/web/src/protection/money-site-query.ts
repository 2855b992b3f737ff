import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { useSite } from '../site/store.ts'

/** What the site says of deposits, withdrawals and holds. */
export const moneySiteQuery = queryOptions({
  queryKey: ['money-site'],
  queryFn: () => call('GET /api/site_info/dnw'),
  staleTime: 60_000,
})

/** The banks that the site offers. */
export const bankListQuery = queryOptions({
  queryKey: ['bank-list'],
  queryFn: () => call('GET /api/banklist'),
  staleTime: 3_600_000,
})

/** What is asked of the site anew where staff changed it: its coins and accounts, its banks, what it buys and sells. */
const ofSite = [moneySiteQuery.queryKey, bankListQuery.queryKey, ['rates']] as const
useSite.subscribe(() => {
  for (const queryKey of ofSite) void queryClient.invalidateQueries({ queryKey })
})
