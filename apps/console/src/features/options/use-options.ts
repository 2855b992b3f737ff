import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { deskPollMs } from '../../live/use-desk.ts'
import { useSiteId } from '../../session/staff.ts'

/** Every number that staff may change, as it holds now. */
export function useOptions() {
  const siteId = useSiteId()
  return useQuery({
    queryKey: ['options', siteId],
    queryFn: () => call('GET /api/console/option'),
    refetchInterval: deskPollMs,
  })
}
