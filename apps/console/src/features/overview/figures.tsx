import type { HouseLine, HouseTrend, Overview } from '@maru/contract'
import { Direction, formatKrwShort, formatSigned } from '@maru/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Age } from '../../parts/age.tsx'
import { short } from '../../parts/figures.ts'
import { Sparkline } from '../../parts/sparkline.tsx'
import { coursesOf } from './series.ts'
import { t } from './texts.ts'
import { useTrend } from './use-trend.ts'

/** The figures of today; what moves through the day with its course. */
export function Figures({ overview, maySeeResults }: { overview: Overview; maySeeResults: boolean }) {
  const { members, deposits, withdrawals, todayIn, todayOut, approvals, suspense, disputes, lines } = overview
  const { data: trend } = useTrend('1', maySeeResults)
  const courses = trend && coursesOf(trend)
  return (
    <dl className={maySeeResults ? 'kpi has-result' : 'kpi'}>
      <Figure
        name={t('online')}
        value={t('onlineCount', { count: members.online })}
        course={overview.onlineHour.map(({ value }) => value)}
      >
        {t('joined', { today: members.joinedToday, total: members.total })}
      </Figure>
      <Figure name={t('todayIn')} value={formatKrwShort(todayIn.won)} course={courses?.in}>
        {t('requests', { count: todayIn.count })}
      </Figure>
      <Figure name={t('todayOut')} value={formatKrwShort(todayOut.won)} course={courses?.out}>
        {t('requests', { count: todayOut.count })}
      </Figure>
      {maySeeResults && <Result trend={trend} course={courses?.result} />}
      <Queue name={t('waitingIn')} to="/deposits" queue={deposits} />
      <Queue name={t('waitingOut')} to="/withdrawals" queue={withdrawals} />
      <Figure name={t('approvals')} value={t('waitingCount', { count: approvals })} to="/approvals">
        {t('suspense', { suspense, disputes, lines })}
      </Figure>
    </dl>
  )
}

/** What the house earned today on all lines, with its fees beside. */
function Result({ trend, course }: { trend: HouseTrend | undefined; course: readonly number[] | undefined }) {
  if (!trend)
    return (
      <Figure name={t('houseToday')} value="–">
        {t('sinceMidnight')}
      </Figure>
    )
  const sum = String(course?.at(-1) ?? 0)
  return (
    <Figure
      name={t('houseToday')}
      value={<Direction value={sum}>{formatSigned(sum, formatKrwShort)}</Direction>}
      course={course}
    >
      {t('feesBeside', { fees: feesText(trend.lines) })}
    </Figure>
  )
}

/** Fees of several currencies are not added up. */
function feesText(lines: HouseTrend['lines']): string {
  const of = (currency: HouseLine['currency']) =>
    lines.filter((line) => line.currency === currency).reduce((sum, { fees }) => sum + Number(fees), 0)
  const [won, usdt] = [of('KRW'), of('USDT')]
  return usdt === 0 ? formatKrwShort(String(won)) : `${formatKrwShort(String(won))} · ${short(usdt.toFixed(2), 'USDT')}`
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

interface FigureProps {
  name: string
  value: ReactNode
  to?: string
  course?: readonly number[] | undefined
  children: ReactNode
}

function Figure({ name, value, to, course, children }: FigureProps) {
  return (
    <div>
      <dt>
        {name}
        {to && (
          <Link className="lk" to={to} aria-label={t('openOf', { name })}>
            {t('open')}
          </Link>
        )}
        {course && <Sparkline values={course} />}
      </dt>
      <dd>{value}</dd>
      <dd className="note">{children}</dd>
    </div>
  )
}
