import { call } from '@maru/client/api/client'
import type { EconomicEvent, EconomicPast } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { daysLater } from './week.ts'

const freshMs = 60_000

/** The releases of the week that begins at `from`; figures that come out appear within a minute. */
export const weekQuery = (from: number) =>
  queryOptions({
    queryKey: ['public', 'economic', from],
    queryFn: async (): Promise<EconomicEvent[]> => {
      const query = { from: String(from), to: String(daysLater(from, 7)) }
      const found = await call('GET /api/content/economic/list', { query })
      return Array.isArray(found) ? found : []
    },
    staleTime: freshMs,
    refetchInterval: freshMs,
    meta: { public: true },
  })

/** What a release said the last times. */
export const pastQuery = (id: number) =>
  queryOptions({
    queryKey: ['public', 'economic', 'past', id],
    queryFn: async (): Promise<EconomicPast[]> => {
      const found = await call('GET /api/content/economic/past', { query: { id: String(id) } })
      return Array.isArray(found) ? found : []
    },
    meta: { public: true },
  })
