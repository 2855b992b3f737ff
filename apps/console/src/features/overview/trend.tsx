import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { HouseLine, HouseTrend } from '@maru/contract'
import { Direction, Empty, formatKrwShort, formatMoney, formatSigned, Segmented, Skeleton } from '@maru/ui'
import { Suspense, useState } from 'react'
import { useSame } from '../../parts/use-same.ts'
import { errorText } from '../../session/words.ts'
import { flowSeries, netSeries, resultSeries } from './series.ts'
import { t } from './texts.ts'
import { type Days, useTrend } from './use-trend.ts'
import { lineWords } from './words.ts'

const TimeChart = lazyPart(async () => ({ default: (await import('../../parts/time-chart.tsx')).TimeChart }))

type View = 'RESULT' | 'FLOWS' | 'NET'
const views = [
  { value: 'RESULT', label: t('houseResult') },
  { value: 'FLOWS', label: t('flows') },
  { value: 'NET', label: t('netExposure') },
] as const
const periods = [
  { value: '1', label: t('today') },
  { value: '7', label: t('week') },
] as const

/** How the house did, hour by hour: its result by line, money in and out, and what members hold. */
export function Trend() {
  const [view, setView] = useState<View>('RESULT')
  const [days, setDays] = useState<Days>('1')
  const { data, error } = useTrend(days)
  // Each answer ends at another minute, but most of them draw the same picture.
  const series = useSame(data && seriesOf(view, data))
  return (
    <section className="panel trend" aria-labelledby="trend">
      <header>
        <h2 id="trend">{t('trend')}</h2>
        <Segmented label={t('trend')} choices={views} value={view} onChange={setView} />
        <span className="sp" />
        {view !== 'NET' && <Segmented label={t('period')} choices={periods} value={days} onChange={setDays} />}
      </header>
      {data && series ? (
        <>
          <Suspense fallback={<Skeleton width="100%" height={200} />}>
            <TimeChart series={series} label={t(labels[view])} format={wonText} />
          </Suspense>
          <Sums view={view} trend={data} />
        </>
      ) : error ? (
        <Empty title={t('trendFailed')}>{errorText(error)}</Empty>
      ) : (
        <Skeleton width="100%" height={280} />
      )}
    </section>
  )
}

const wonText = (won: number) => formatKrwShort(String(Math.round(won)))

const labels = { RESULT: 'resultChart', FLOWS: 'flowsChart', NET: 'netChart' } as const

const seriesOf = (view: View, trend: HouseTrend) =>
  view === 'RESULT' ? resultSeries(trend) : view === 'FLOWS' ? flowSeries(trend) : netSeries(trend)

/** The sums behind a picture: who cannot see the chart reads them. */
function Sums({ view, trend }: { view: View; trend: HouseTrend }) {
  if (view === 'RESULT')
    return (
      <dl className="trend-sums">
        {trend.lines.map((line) => (
          <LineSum key={line.line} line={line} />
        ))}
        <div>
          <dt>{t('sum')}</dt>
          <dd className="num">
            <Signed value={trend.lines.reduce((sum, { won }) => sum + total(won ?? []), 0)} />
          </dd>
        </div>
      </dl>
    )
  if (view === 'FLOWS')
    return (
      <dl className="trend-sums">
        <div>
          <dt>
            <i className="trend-1" />
            {t('moneyIn')}
          </dt>
          <dd className="num">{formatKrwShort(String(total(trend.flows.map((flow) => flow.in))))}</dd>
        </div>
        <div>
          <dt>
            <i className="trend-2" />
            {t('moneyOut')}
          </dt>
          <dd className="num">{formatKrwShort(String(total(trend.flows.map((flow) => flow.out))))}</dd>
        </div>
      </dl>
    )
  return (
    <dl className="trend-sums">
      <div>
        <dt>
          <i className="trend-1" />
          {t('netNow')}
          <small className="dim">{t('netHint')}</small>
        </dt>
        <dd className="num">
          <Signed value={trend.net.at(-1)?.won ?? 0} />
        </dd>
      </div>
    </dl>
  )
}

function LineSum({ line: { line, currency, result, fees } }: { line: HouseLine }) {
  const money = (value: Parameters<typeof formatMoney>[0]) => formatMoney(value, currency)
  return (
    <div>
      <dt>
        <i className={tones[line]} />
        {lineWords[line]}
        <small className="dim num">{t('feesBeside', { fees: money(fees) })}</small>
      </dt>
      <dd className="num">
        <Direction value={result}>{formatSigned(result, money)}</Direction>
      </dd>
    </div>
  )
}

function Signed({ value }: { value: number }) {
  return <Direction value={String(value)}>{formatSigned(String(value), formatKrwShort)}</Direction>
}

const tones: Readonly<Record<HouseLine['line'], string>> = { ROUND: 'trend-1', OVERSEA: 'trend-2', FUTURES: 'trend-3' }
const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)
