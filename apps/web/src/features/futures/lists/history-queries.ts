import type { FuturesFill, FuturesOrder, FuturesPosition, FuturesTransaction } from '@maru/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { nextPage, type Page } from '../../../lists/index.ts'
import { futuresKeys } from '../queries.ts'

/** The lists of what is over. */
export interface HistoryRows {
  readonly orders: FuturesOrder
  readonly fills: FuturesFill
  readonly positions: FuturesPosition
  readonly transactions: FuturesTransaction
}
export type HistoryKind = keyof HistoryRows

export interface HistoryFilter {
  readonly futuresOptionId?: string
  readonly startDate?: string
  readonly endDate?: string
  /** Orders. */
  readonly statusStrs?: string
  /** Transactions. */
  readonly reasonStrs?: string
}

const calls = {
  orders: 'futuresHistoryList',
  fills: 'futuresHistoryFill',
  positions: 'futuresHistoryPosition',
  transactions: 'futuresHistoryTransaction',
} as const

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
    queryKey: [...futuresKeys.history, kind, filter],
    queryFn: ({ pageParam }) => readPage(kind, filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextPage,
  })

/** The fills of one order, oldest first. */
export const orderFillsQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...futuresKeys.history, 'fills-of', orderId],
    queryFn: async () => {
      const query = { resultType: 'List' as const, orderId: String(orderId) }
      return ((await call('futuresHistoryFill', { query })) as FuturesFill[]).toReversed()
    },
  })
