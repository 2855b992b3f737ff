import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { ExposureTrend, MarketExposure } from '@maru/contract'
import { Empty, formatCount, formatKrwShort, formatPrice, formatSigned, groupDigits, Skeleton } from '@maru/ui'
import { Suspense } from 'react'
import { short } from '../../parts/figures.ts'
import { useSame } from '../../parts/use-same.ts'
import { errorText } from '../../session/words.ts'
import { hourSeries } from './course.ts'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

const TimeChart = lazyPart(async () => ({ default: (await import('../../parts/time-chart.tsx')).TimeChart }))

interface Props {
  market: MarketExposure | undefined
  trend: ExposureTrend | undefined
  error: unknown
}

const formats = {
  KRW: (value: number) => formatKrwShort(String(Math.round(value))),
  USDT: (value: number) => formatPrice(String(value), 0),
} as const

/** The last hour of a market: what its members hold, longs less shorts, and where its price went meanwhile. */
export function Hour({ market, trend, error }: Props) {
  const series = useSame(market && trend && hourSeries(trend, market))
  return (
    <section className="panel risk-hour" aria-labelledby="risk-hour">
      <header className="risk-h">
        <h2 id="risk-hour">
          {market ? t('hourOf', { name: `${market.koName} ${lineWords[market.line]}` }) : t('hour')}
        </h2>
        {market && (
          <span className="dim num risk-legend">
            <i className="trend-1" /> {t('net')} <i className="trend-3" />{' '}
            {t('lastAt', { price: groupDigits(market.price) })}
          </span>
        )}
        <span className="sp" />
        {market && <b className="num">{formatSigned(market.net, (value) => short(String(value), market.currency))}</b>}
      </header>
      {!market ? (
        <Empty title={t('noMarkets')}>{t('noMarketsHint')}</Empty>
      ) : series ? (
        <Suspense fallback={<Skeleton width="100%" height={200} />}>
          <TimeChart
            series={series}
            format={formats[market.currency]}
            label={t('hourChart', { name: market.koName })}
          />
        </Suspense>
      ) : error ? (
        <Empty title={t('hourFailed')}>{errorText(error)}</Empty>
      ) : (
        <Skeleton width="100%" height={214} />
      )}
      {market && <Sides {...market} />}
    </section>
  )
}

/** What members hold each way, and what a move of one percent is to the house: the opposite of theirs. */
function Sides({ long, short: shorts, net, currency }: MarketExposure) {
  const percent = String(Math.abs(Number(net)) / 100)
  return (
    <p className="risk-foot num">
      {t('ladderStep', {
        notional: short(long.notional, currency),
        count: formatCount(long.count),
        notional2: short(shorts.notional, currency),
        count2: formatCount(shorts.count),
        percent: short(percent, currency),
      })}
    </p>
  )
}
