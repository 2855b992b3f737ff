import { call } from '@maru/client/api/client'
import type { Overview } from '@maru/contract'
import { Empty, formatKrwShort, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Age } from '../../parts/age.tsx'
import { Page } from '../../parts/page.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { ExposureSums } from './exposure-sums.tsx'
import { Health } from './health.tsx'
import { Tasks } from './tasks.tsx'
import './overview.css'

/** What needs a person now, money of today, who is here, and how the system does. */
export default function OverviewPage() {
  const siteId = useSiteId()
  const { data, error } = useQuery({
    queryKey: ['overview', siteId],
    queryFn: () => call('GET /api/console/overview'),
    refetchInterval: 5_000,
  })
  return (
    <Page title="현황">
      {data ? (
        <>
          <Figures overview={data} />
          <div className="cols">
            <Tasks tasks={data.tasks} />
            <div className="stack">
              <ExposureSums />
              <Health health={data.health} />
            </div>
          </div>
        </>
      ) : error ? (
        <Empty title="현황을 불러오지 못했습니다">{errorText(error)}</Empty>
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
      <Figure name="접속 회원" value={`${members.online}명`}>
        오늘 가입 {members.joinedToday} · 모두 {members.total}
      </Figure>
      <Figure name="오늘 입금" value={formatKrwShort(todayIn.won)}>
        {todayIn.count}건
      </Figure>
      <Figure name="오늘 출금" value={formatKrwShort(todayOut.won)}>
        {todayOut.count}건
      </Figure>
      <Queue name="입금 대기" to="/deposits" queue={deposits} />
      <Queue name="출금 대기" to="/withdrawals" queue={withdrawals} />
      <Figure name="승인 대기" value={`${approvals}건`} to="/approvals">
        미확인 입금 {suspense} · 분쟁 {disputes}
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
    <Figure name={name} value={`${count}건`} to={to}>
      {formatKrwShort(won)}
      {oldestAt !== null && (
        <>
          {' · 가장 오래된 '}
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
          <Link className="lk" to={to} aria-label={`${name} 열기`}>
            열기
          </Link>
        )}
      </dt>
      <dd>{value}</dd>
      <dd className="note">{children}</dd>
    </div>
  )
}
