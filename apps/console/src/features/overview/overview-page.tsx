import { call } from '@maru/client/api/client'
import { Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { deskPollMs } from '../../live/use-desk.ts'
import { useMayRead } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { Exposures } from './exposures.tsx'
import { Figures } from './figures.tsx'
import { Health } from './health.tsx'
import { Sites } from './sites.tsx'
import { Tasks } from './tasks.tsx'
import './overview.css'
import { t } from './texts.ts'

/** What needs a person now, money of today, who is here, and how the system does. */
export default function OverviewPage() {
  const siteId = useSiteId()
  const maySeeResults = useMayRead('results')
  const { data, error } = useQuery({
    queryKey: ['overview', siteId],
    queryFn: () => call('GET /api/console/overview'),
    refetchInterval: deskPollMs,
  })
  return (
    <Page title={t('title')}>
      {data ? (
        <>
          <Figures overview={data} maySeeResults={maySeeResults} />
          <div className="cols">
            <div className="stack">{maySeeResults ? <Exposures /> : <Tasks tasks={data.tasks} />}</div>
            <div className="stack">
              {maySeeResults && <Tasks tasks={data.tasks} />}
              <Health health={data.health} />
            </div>
          </div>
          <Sites />
        </>
      ) : error ? (
        <Empty title={t('failed')}>{errorText(error)}</Empty>
      ) : (
        <div className="panel pad-all" aria-busy="true">
          <Skeleton width="100%" height={72} />
          <Skeleton width="100%" height={240} />
        </div>
      )}
    </Page>
  )
}
