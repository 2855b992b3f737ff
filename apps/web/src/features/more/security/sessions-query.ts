import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** Where the member is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: () => call('GET /api/session/list'),
})
