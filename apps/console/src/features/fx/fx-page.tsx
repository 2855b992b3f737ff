import { call } from '@maru/client/api/client'
import { Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { deskPollMs } from '../../live/use-desk.ts'
import { Page } from '../../parts/page.tsx'
import { errorText } from '../../session/words.ts'
import { Fixings } from './fixings.tsx'
import { Newest } from './newest.tsx'
import { Proposed } from './proposed.tsx'
import { t } from './texts.ts'
import './fx.css'

/** The dollar's rate in won: what is used, what waits for a confirmation, and what each trading day was fixed at. */
export default function FxPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['fx'],
    queryFn: () => call('GET /api/console/fx'),
    refetchInterval: deskPollMs,
  })
  const reload = () => void refetch()
  return (
    <Page title={t('title')} sub={<span className="sub">{t('hint')}</span>}>
      {data ? (
        <div className="fx">
          <Newest state={data} />
          {data.source && <Proposed source={data.source} otherSites={data.otherSites} onDone={reload} />}
          <Fixings />
        </div>
      ) : error ? (
        <Empty title={t('failed')}>{errorText(error)}</Empty>
      ) : (
        <div className="panel pad-all" aria-busy="true">
          <span className="sr">{t('loading')}</span>
          <Skeleton width="100%" height={240} />
        </div>
      )}
    </Page>
  )
}
