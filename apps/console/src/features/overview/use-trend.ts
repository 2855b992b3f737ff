import { call } from '@maru/client/api/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSiteId } from '../../session/staff.ts'

export type Days = '1' | '7'
const everyMs = 60_000

/** How the house did hour by hour. Whoever may not see results asks for nothing. */
export function useTrend(days: Days, isOn = true) {
  const siteId = useSiteId()
  return useQuery({
    queryKey: ['overview-trend', siteId, days],
    queryFn: () => call('GET /api/console/overview/trend', { query: { days } }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    enabled: isOn,
  })
}
