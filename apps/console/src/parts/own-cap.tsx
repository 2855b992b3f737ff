import { call } from '@maru/client/api/client'
import type { CapAct } from '@maru/contract'
import { formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../session/staff.ts'
import { t } from './texts.ts'

/** How much whoever works here may do at once, where there is a cap; red where an amount is above it. */
export function OwnCap({ act, won }: { act: CapAct; won?: string }) {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['own-cap', siteId],
    queryFn: () => call('GET /api/console/cap/mine'),
    staleTime: 60_000,
  })
  const cap = data?.[act] ?? null
  if (cap === null) return null
  const isAbove = won !== undefined && /^\d+$/.test(won) && BigInt(won) > BigInt(cap)
  return (
    <p className={isAbove ? 'own-cap over' : 'own-cap'}>
      {t('ownCap', { cap: formatKrw(cap) })}
      {isAbove && t('overCap')}
    </p>
  )
}
