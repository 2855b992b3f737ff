import { call } from '@maru/client/api/client'
import type { Overview } from '@maru/contract'
import { Empty, formatKrwShort, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age } from '../../parts/age.tsx'
import { useMayRead } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { ExposureSums } from './exposure-sums.tsx'
import { Health } from './health.tsx'
import { Sites } from './sites.tsx'
import { Tasks } from './tasks.tsx'
import { Trend } from './trend.tsx'
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
          <Figures overview={data} />
          <div className="cols">
            <div className="stack">
              <Tasks tasks={data.tasks} />
              {maySeeResults && <Trend />}
            </div>
            <div className="stack">
              {maySeeResults && <ExposureSums />}
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

function Figures({ overview }: { overview: Overview }) {
  const { members, deposits, withdrawals, todayIn, todayOut, approvals, suspense, disputes } = overview
  return (
    <dl className="kpi">
      <Figure name={t('online')} value={t('onlineCount', { count: members.online })}>
        {t('joined', { today: members.joinedToday, total: members.total })}
      </Figure>
      <Figure name={t('todayIn')} value={formatKrwShort(todayIn.won)}>
        {t('requests', { count: todayIn.count })}
      </Figure>
      <Figure name={t('todayOut')} value={formatKrwShort(todayOut.won)}>
        {t('requests', { count: todayOut.count })}
      </Figure>
      <Queue name={t('waitingIn')} to="/deposits" queue={deposits} />
      <Queue name={t('waitingOut')} to="/withdrawals" queue={withdrawals} />
      <Figure name={t('approvals')} value={t('waitingCount', { count: approvals })} to="/approvals">
        {t('suspense', { suspense, disputes })}
      </Figure>
    </dl>
  )
}

function Queue({
  name,
  to,
  queue: { count, won, oldestAt },
}: {
  name: string
  to: string
  queue: Overview['deposits']
}) {
  return (
    <Figure name={name} value={t('waitingCount', { count })} to={to}>
      {formatKrwShort(won)}
      {oldestAt !== null && (
        <>
          {t('oldest')}
          <Age since={oldestAt} lateMs={1_200_000} />
        </>
      )}
    </Figure>
  )
}

function Figure({ name, value, to, children }: { name: string; value: string; to?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {to && (
          <Link className="lk" to={to} aria-label={t('openOf', { name })}>
            {t('open')}
          </Link>
        )}
      </dt>
      <dd>{value}</dd>
      <dd className="note">{children}</dd>
    </div>
  )
}
