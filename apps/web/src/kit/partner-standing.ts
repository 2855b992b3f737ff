import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** Who brought the member, and what he is as a partner. */
export const standingQuery = queryOptions({
  queryKey: ['partner', 'standing'],
  queryFn: () => call('GET /api/partner/standing'),
})
