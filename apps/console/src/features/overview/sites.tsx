import { call, download } from '@maru/client/api/client'
import { formatKrwShort } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age } from '../../parts/age.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { chooseSite, useMe, useSiteId } from '../../session/staff.ts'
import { t } from './texts.ts'

const lateMs = 1_200_000

/** The sites of whoever works on several: what waits on each. Renders nothing for those with one. */
export function Sites() {
  const { memberId, siteIds } = useMe()
  const chosen = useSiteId()
  const { data } = useQuery({
    queryKey: ['overview', 'sites', memberId],
    queryFn: () => call('GET /api/console/overview/site'),
    refetchInterval: deskPollMs,
    enabled: siteIds.length > 1,
  })
  if (!data) return null
  return (
    <section className="panel sites" aria-labelledby="sites">
      <header>
        <h2 id="sites">{t('sites')}</h2>
        <SaveCsv name={t('sites')} read={(signal) => download('GET /api/console/overview/site.csv', { signal })} />
      </header>
      <table className="num">
        <thead>
          <tr>
            <th scope="col">{t('site')}</th>
            <th scope="col">{t('online')}</th>
            <th scope="col">{t('waitingIn')}</th>
            <th scope="col">{t('waitingOut')}</th>
            <th scope="col">{t('approvals')}</th>
            <th scope="col">{t('others')}</th>
            <th scope="col">{t('oldestTask')}</th>
            <th scope="col">{t('todayIn')}</th>
            <th scope="col">{t('todayOut')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((site) => (
            <tr key={site.id} aria-current={site.id === chosen || undefined}>
              <th scope="row">
                <button type="button" className="lk" onClick={() => chooseSite(site.id)}>
                  {site.name}
                </button>
              </th>
              <td>{site.online}</td>
              <td>{site.deposits}</td>
              <td>{site.withdrawals}</td>
              <td>{site.approvals}</td>
              <td>{site.others}</td>
              <td>{site.oldestAt === null ? '–' : <Age since={site.oldestAt} lateMs={lateMs} />}</td>
              <td>{formatKrwShort(site.todayIn)}</td>
              <td>{formatKrwShort(site.todayOut)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
