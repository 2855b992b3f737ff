import { call } from '@maru/client/api/client'
import type { PartnerRow, ProfitRow } from '@maru/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { nextPage } from '../../lists/pages.ts'

/** A week still grows while it runs. */
const everyMs = 30_000

export const partnerQuery = queryOptions({
  queryKey: ['partner', 'own'],
  queryFn: () => call('GET /api/partner'),
  refetchInterval: everyMs,
})

export const treeQuery = queryOptions({
  queryKey: ['partner', 'tree'],
  queryFn: async () => (await call('GET /api/partner/list')) as PartnerRow[],
})

export interface Days {
  readonly from: string
  readonly to: string
}

/** What weeks that end in a stretch of days come to: branch by branch, or the sum of each type. */
export const profitQuery = ({ from, to }: Days, isChildren: boolean) =>
  queryOptions({
    queryKey: ['partner', 'profit', from, to, isChildren],
    queryFn: async (): Promise<ProfitRow[]> => {
      const query = { startDate: from, endDate: to, isChildren: isChildren ? '1' : '0' } as const
      const rows = await call('GET /api/partner_profit/my_list', { query })
      return Array.isArray(rows) ? rows : []
    },
    refetchInterval: everyMs,
  })

export const dailyQuery = (month: string) =>
  queryOptions({
    queryKey: ['partner', 'daily', month],
    queryFn: () => call('GET /api/partner_profit/daily', { query: { month } }),
    refetchInterval: everyMs,
  })

export const membersQuery = infiniteQueryOptions({
  queryKey: ['partner', 'members'],
  queryFn: ({ pageParam }) => call('GET /api/partner/member/list', { query: { page: String(pageParam), size: '50' } }),
  initialPageParam: 0,
  getNextPageParam: nextPage,
})
