import type { DailyProfit, OverseaFill, OverseaOrder } from '@maru/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { nextPage, type Page } from '../../../lists/index.ts'
import { overseaKeys } from '../queries.ts'

/** The lists of what is over. */
export interface HistoryRows {
  readonly fills: OverseaFill
  readonly orders: OverseaOrder
}
export type HistoryKind = keyof HistoryRows

export interface HistoryFilter {
  readonly overseaOptionId?: string
  readonly startDate?: string
  readonly endDate?: string
  /** Orders. */
  readonly statusStrs?: string
}

const calls = { fills: 'overseaHistoryFill', orders: 'overseaHistoryList' } as const
const pageSize = 30

/** One page of a list; `size` at most 100. */
export async function readPage<K extends HistoryKind>(
  kind: K,
  filter: HistoryFilter,
  page: number,
  size = pageSize,
): Promise<Page<HistoryRows[K]>> {
  const query = { ...filter, resultType: 'Page' as const, page: String(page), size: String(size) }
  const name: (typeof calls)[HistoryKind] = calls[kind]
  return (await call(name, { query })) as unknown as Page<HistoryRows[K]>
}

export const historyQuery = <K extends HistoryKind>(kind: K, filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...overseaKeys.history, kind, filter],
    queryFn: ({ pageParam }) => readPage(kind, filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextPage,
  })

/** The fills of one order, oldest first. */
export const orderFillsQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...overseaKeys.history, 'fills-of', orderId],
    queryFn: async () => {
      const query = { resultType: 'List' as const, orderId: String(orderId) }
      return ((await call('overseaHistoryFill', { query })) as OverseaFill[]).toReversed()
    },
  })

export interface DaysFilter {
  readonly overseaOptionId?: string
  readonly startDate?: string
  readonly endDate?: string
}

/** Results by trading day, newest first; days without a fill are left out. */
export const dailyQuery = (filter: DaysFilter) =>
  queryOptions({
    queryKey: [...overseaKeys.history, 'daily', filter],
    queryFn: (): Promise<DailyProfit[]> => call('overseaDailyProfit', { query: filter }),
  })
