import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** The mids of now, by pair. */
export const ratesQuery = queryOptions({
  queryKey: ['rate-map'],
  queryFn: () => call('GET /api/dnw/rate/map'),
  staleTime: 10_000,
  refetchInterval: 10_000,
})
