import { call } from '@maru/client/api/client'
import type { DailyProfit, OverseaFill, OverseaOrder } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { historyQueries } from '../../lists/index.ts'
import { overseaKeys } from './queries.ts'

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

const calls = { fills: 'GET /api/oversea/history/fill', orders: 'GET /api/oversea/history/list' } as const

export const { readPage, historyQuery, orderFillsQuery } = historyQueries<HistoryRows, HistoryFilter>(
  overseaKeys.history,
  (kind, query) => call(calls[kind], { query }),
)

export interface DaysFilter {
  readonly overseaOptionId?: string
  readonly startDate?: string
  readonly endDate?: string
}

/** Results by trading day, newest first; days without a fill are left out. */
export const dailyQuery = (filter: DaysFilter) =>
  queryOptions({
    queryKey: [...overseaKeys.history, 'daily', filter],
    queryFn: (): Promise<DailyProfit[]> => call('GET /api/oversea/history/daily_profit', { query: filter }),
  })
