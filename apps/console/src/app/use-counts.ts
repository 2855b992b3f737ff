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
  const [deposits, withdrawals] = [useOpen('D'), useOpen('W')]
  useCount('approvals', approvals.data)
  useCount('deposits', deposits)
  useCount('withdrawals', withdrawals)
}

/** How many requests of a kind are open. */
function useOpen(typeStrs: 'D' | 'W'): number | undefined {
  const siteId = useSiteId()
  const query = { typeStrs, statusStrs: 'REQUESTED,REVIEW,APPROVED', page: '0', size: '1' }
  return useQuery({
    queryKey: ['rail', 'dnw', typeStrs, siteId],
    queryFn: () => call('GET /api/console/dnw', { query }),
    select: ({ totalElements }) => totalElements,
    refetchInterval: everyMs,
  }).data
}

function useCount(path: string, count: number | undefined) {
  useEffect(() => {
    if (count !== undefined) setCount(path, count)
  }, [path, count])
}
