import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setCount } from '../parts/counts.ts'
import { useSiteId } from '../session/staff.ts'

const everyMs = 15_000

/** Keeps the figures of the rail. */
export function useWaitingCounts() {
  const siteId = useSiteId()
  const approvals = useQuery({
    queryKey: ['rail', 'approvals', siteId],
    queryFn: () => call('GET /api/console/approvals', { query: { page: '0', size: '100' } }),
    select: ({ content }) => content.filter(({ state }) => state === 'PENDING').length,
    refetchInterval: everyMs,
  })
  const { data } = approvals
  useEffect(() => {
    if (data !== undefined) setCount('approvals', data)
  }, [data])
}
