import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { deskPollMs } from '../../live/use-desk.ts'
import { useSiteId } from '../../session/staff.ts'

/** The site as it is now. A change that waits for a second person shows once he agreed. */
export function useConsoleSite() {
  const siteId = useSiteId()
  return useQuery({
    queryKey: ['site', siteId],
    queryFn: () => call('GET /api/console/site'),
    refetchInterval: deskPollMs,
  })
}
