import type { Overview } from '@maru/contract'
import { useEffect, useRef } from 'react'
import { useAlarms } from '../live/use-alarms.ts'
import { chime } from '../parts/sound.ts'
import { useSoundChoice } from '../session/sound-choice.ts'
import { useSiteId } from '../session/staff.ts'
import { isHeard, type WaitingCounts, waitingCounts } from './chimes.ts'

/** Chimes for what comes and for what nobody takes. */
export function useChimes(overview: Overview | undefined) {
  const siteId = useSiteId()
  const chosen = useSoundChoice(({ kinds }) => kinds)
  const { data } = useAlarms()
  const last = useRef<{ siteId: number; counts: WaitingCounts; at: number } | null>(null)
  useEffect(() => {
    if (!overview) return
    const counts = waitingCounts(overview)
    const before = last.current
    const at = performance.now()
    const isSame = before?.siteId === siteId
    const silentMs = isSame ? at - before.at : 0
    const heard =
      isSame && isHeard({ before: before.counts, now: counts, alarms: data?.alarms ?? [], chosen, silentMs })
    if (heard) chime()
    last.current = { siteId, counts, at: heard || !isSame ? at : before.at }
  }, [overview, data, chosen, siteId])
}
