import { call } from '@maru/client/api/client'
import type { FuturesFill, FuturesOrder, FuturesPosition, FuturesTransaction } from '@maru/contract'
import { futuresKeys } from '../../../books/futures/queries.ts'
import { historyQueries } from '../../../lists/index.ts'

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
  orders: 'GET /api/futures/history/list',
  fills: 'GET /api/futures/history/fill',
  positions: 'GET /api/futures/history/position',
  transactions: 'GET /api/futures/history/transaction',
} as const

export const { readPage, historyQuery, orderFillsQuery } = historyQueries<HistoryRows, HistoryFilter>(
  futuresKeys.history,
  (kind, query) => call(calls[kind], { query }),
)
