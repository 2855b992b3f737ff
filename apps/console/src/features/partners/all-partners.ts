import { call } from '@maru/client/api/client'
import type { PartnerRow } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../../session/staff.ts'

/** The first hundred partners of the site, from the top down: what the dialogs compare with. The server judges all. */
export function useAllPartners(): readonly PartnerRow[] {
  const siteId = useSiteId()
  const all = useQuery({
    queryKey: ['partners-all', siteId],
    queryFn: () => call('GET /api/console/partner', { query: { size: '100' } }),
  })
  return all.data?.content ?? []
}
