import { call } from '@maru/client/api/client'
import type { FuturesDailyProfit } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { futuresKeys } from './queries.ts'

/** Results by KST day in USDT, newest first; days without any are left out. */
export const futuresDailyQuery = (days: { readonly startDate?: string; readonly endDate?: string }) =>
  queryOptions({
    queryKey: [...futuresKeys.history, 'daily', days],
    queryFn: (): Promise<FuturesDailyProfit[]> => call('GET /api/futures/history/daily_profit', { query: days }),
  })
