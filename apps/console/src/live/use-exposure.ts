import type { ExposureSums } from '@maru/contract'
import { useEffect, useState } from 'react'
import { subscribe } from './live.ts'

/** What the site stands for, as the server tells it; null until it did. What was told last stays while the line is away. */
export function useExposure(siteId: number): ExposureSums | null {
  const [told, setTold] = useState<{ siteId: number; sums: ExposureSums } | null>(null)
  useEffect(
    () =>
      subscribe(`/topic/console_risk/${siteId}`, {
        onMessage: ({ data }) => setTold({ siteId, sums: data }),
      }),
    [siteId],
  )
  return told?.siteId === siteId ? told.sums : null
}
