import { call } from '@maru/client/api/client'
import { formatMinute, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { stopName } from '../features/risk/words.ts'
import { deskPollMs } from '../live/use-desk.ts'
import { useMayRead } from '../parts/may.tsx'
import { useSiteId } from '../session/staff.ts'
import { t } from './texts.ts'

/** What of the site is stopped, since when and by whom: above every page, with the way to where it is opened again. */
export function StandingBar() {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['stops', 'standing', siteId],
    queryFn: () => call('GET /api/console/standing'),
    refetchInterval: deskPollMs,
    enabled: useMayRead('overview'),
  })
  if (!data || (data.stops.length === 0 && !data.isPaused)) return null
  return (
    <section className="standing" role="status" aria-label={t('stoppedNow')}>
      <Icon name="warn" small />
      <ul>
        {data.isPaused && (
          <li>
            <b>{t('withdrawalsPaused')}</b>{' '}
            {data.pausedAt !== null && t('pausedSince', { at: formatMinute(data.pausedAt) })}{' '}
            <Link to="/reconcile">{t('toReconcile')}</Link>
          </li>
        )}
        {data.stops.map((stop) => (
          <li key={stop.id}>
            <b>{t('stoppedWhat', { what: stopName(stop) })}</b>{' '}
            {t('stoppedSince', { at: formatMinute(stop.givenAt), by: stop.givenByName })}
            {stop.confirmedBy === null && ` · ${t('stopUnconfirmed')}`} <Link to="/risk">{t('toStops')}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
