import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chooseSite, takeSites, useMe, useSiteId } from '../session/staff.ts'
import { t } from './texts.ts'

/** Chooses among the sites of whoever is signed in. */
export function SiteSwitch() {
  const { memberId, siteIds } = useMe()
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['me', memberId],
    queryFn: () => call('GET /api/console/me'),
    refetchInterval: 15_000,
  })
  // A site that was created, given or taken away meanwhile.
  useEffect(() => {
    if (data) takeSites(data.sites.map(({ id }) => id))
  }, [data])
  const nameOf = (id: number) => data?.sites.find((site) => site.id === id)?.name ?? t('siteId', { id })
  return (
    <label className="sel">
      <span className="sr">{t('site')}</span>
      <select value={siteId} onChange={(event) => chooseSite(Number(event.currentTarget.value))}>
        {siteIds.map((id) => (
          <option key={id} value={id}>
            {nameOf(id)}
          </option>
        ))}
      </select>
    </label>
  )
}
