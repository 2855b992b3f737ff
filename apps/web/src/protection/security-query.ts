import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** What protects the member's sign-in. */
export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => call('GET /api/user/security') })
