import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../session/staff.ts'
import { deskPollMs } from './use-desk.ts'

/** The alarms of the site that are not over. */
export function useAlarms() {
  const siteId = useSiteId()
  return useQuery({
    queryKey: ['alarms', siteId],
    queryFn: () => call('GET /api/console/alarm'),
    refetchInterval: deskPollMs,
  })
}
