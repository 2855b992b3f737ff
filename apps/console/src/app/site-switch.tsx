import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { toast } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { roleWords } from '../parts/table-words.ts'
import { endSession, followSelf } from '../session/session.ts'
import { chooseSite, useMe, useSiteId } from '../session/staff.ts'
import { t } from './texts.ts'

/** Chooses among the sites of whoever is signed in. */
export function SiteSwitch() {
  const { memberId, siteIds } = useMe()
  const siteId = useSiteId()
  const { data, error } = useQuery({
    queryKey: ['me', memberId],
    queryFn: () => call('GET /api/console/me'),
    refetchInterval: 15_000,
  })
  // A role that was changed, a site that was created, given or taken away meanwhile.
  useEffect(() => {
    if (!data) return
    const { role, sites } = data
    if (!followSelf({ role, siteIds: sites.map(({ id }) => id) })) return
    toast({ title: t('roleChanged', { role: roleWords[role] }), text: t('roleChangedHint') })
  }, [data])
  // Who works here no more sees nothing more.
  useEffect(() => {
    if (isApiError(error) && error.code === 'PERMISSION_DENIED') endSession('over')
  }, [error])
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
