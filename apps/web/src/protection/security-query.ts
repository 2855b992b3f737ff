import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** What protects the member's sign-in. */
export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => call('GET /api/user/security') })
