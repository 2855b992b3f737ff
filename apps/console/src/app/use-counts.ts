import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deskPollMs } from '../live/use-desk.ts'
import { useCounts } from '../parts/counts.ts'
import { useSiteId } from '../session/staff.ts'
import { useChimes } from './use-chimes.ts'

/** Keeps the figures of the rail and what they chime for. */
export function useWaitingCounts() {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['overview', siteId],
    queryFn: () => call('GET /api/console/overview'),
    refetchInterval: deskPollMs,
  })
  useChimes(data)
  useEffect(() => {
    if (!data) return
    const { approvals, suspense, disputes, lines, contacts, chats, deposits, withdrawals, members } = data
    useCounts.setState({
      approvals,
      suspense,
      disputes,
      statement: lines,
      support: contacts,
      chats,
      members: members.waiting,
      deposits: deposits.count,
      withdrawals: withdrawals.count,
    })
  }, [data])
}
