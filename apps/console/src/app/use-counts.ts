import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { deskPollMs } from '../live/use-desk.ts'
import { useCounts } from '../parts/counts.ts'
import { chime } from '../parts/sound.ts'
import { useSiteId } from '../session/staff.ts'

/** Keeps the figures of the rail; one more approval or chat that waits is heard. */
export function useWaitingCounts() {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['overview', siteId],
    queryFn: () => call('GET /api/console/overview'),
    refetchInterval: deskPollMs,
  })
  const heard = useRef<{ siteId: number; approvals: number; chats: number } | null>(null)
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
    const before = heard.current
    if (before?.siteId === siteId && (approvals > before.approvals || chats > before.chats)) chime()
    heard.current = { siteId, approvals, chats }
  }, [data, siteId])
}
