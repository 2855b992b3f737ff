import { call } from '@maru/client/api/client'
import type { DnwRow, PayoutAccount } from '@maru/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { nextPage, type Page } from '../../lists/index.ts'
import { clock } from '../../live/index.ts'

/** Below it are all lists of requests: a message about one makes them doubtful. */
export const requestsKey = ['dnw'] as const

/** The member's newest open request of a type; null: none is under way. */
export const openRequestQuery = (type: 'D' | 'W') =>
  queryOptions({
    queryKey: [...requestsKey, 'open', type],
    queryFn: async (): Promise<DnwRow | null> => {
      const query = { resultType: 'List', typeStrs: type, statusStrs: 'REQUESTED,REVIEW,APPROVED' } as const
      const [newest = null] = (await call('GET /api/dnw/list', { query })) as DnwRow[]
      return newest
    },
  })

export const payoutAccountsQuery = queryOptions({
  queryKey: ['wallet', 'account'],
  queryFn: () => call('GET /api/wallet/account'),
})

/** Until when nothing leaves to an account; null: it may now. */
export const heldUntil = ({ holdUntil }: Pick<PayoutAccount, 'holdUntil'>): number | null =>
  holdUntil !== null && holdUntil > clock.now() ? holdUntil : null

export interface RequestFilter {
  readonly typeStrs?: string
  readonly statusStrs?: string
  readonly walletType?: string
  readonly startDate?: string
  readonly endDate?: string
}

const pageSize = 30

/** One page of the history; `size` at most 100. */
export const readRequests = async (filter: RequestFilter, page: number, size = pageSize) =>
  (await call('GET /api/dnw/list', {
    query: { ...filter, resultType: 'Page', page: String(page), size: String(size) },
  })) as Page<DnwRow>

export const requestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: [...requestsKey, 'list', filter],
    queryFn: ({ pageParam }) => readRequests(filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextPage,
  })
