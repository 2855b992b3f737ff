import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'

/** The member's alerts, and how he hears of them. */
export const alertsQuery = queryOptions({ queryKey: ['alert'], queryFn: () => call('GET /api/alert') })
