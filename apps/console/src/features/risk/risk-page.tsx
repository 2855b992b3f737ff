import { call } from '@maru/client/api/client'
import { Empty, formatTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useExposure } from '../../live/use-exposure.ts'
import { useKeys } from '../../parts/keys.ts'
import { Page } from '../../parts/page.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { nameOf } from './course.ts'
import { Held } from './held.tsx'
import { Hour } from './hour.tsx'
import { Ladder } from './ladder.tsx'
import { Largest } from './largest.tsx'
import { Markets } from './markets.tsx'
import { Rounds } from './rounds.tsx'
import { Stops } from './stops.tsx'
import { t } from './texts.ts'
import './risk.css'

const largeMs = 5_000
const trendMs = 60_000

/** What the house stands for now, and the switches that stop it. */
export default function RiskPage() {
  const siteId = useSiteId()
  const [chosen, setChosen] = useState<string | null>(null)
  const data = useExposure(siteId)
  // Whose positions are large is asked for, so that it stands in the log of staff; the sums are told.
  const large = useQuery({
    queryKey: ['exposure', siteId],
    queryFn: () => call('GET /api/console/exposure'),
    refetchInterval: largeMs,
  })
  const stops = useQuery({
    queryKey: ['stops', siteId],
    queryFn: () => call('GET /api/console/stop'),
    refetchInterval: 2_000,
  })
  const trend = useQuery({
    queryKey: ['exposure-trend', siteId],
    queryFn: () => call('GET /api/console/exposure/trend'),
    refetchInterval: trendMs,
  })
  const market = data?.markets.find((one) => nameOf(one) === chosen) ?? data?.markets[0]
  const changed = () => {
    void stops.refetch()
    void large.refetch()
  }
  const markets = data?.markets ?? []
  useKeys(
    markets.slice(0, 9).map((one, nth) => ({
      key: String(nth + 1),
      ...(nth === 0 && { label: t('instrument') }),
      run: () => setChosen(nameOf(one)),
    })),
  )
  const instruments = markets.map(({ line, instrument, koName }) => ({ line, symbol: instrument, name: koName }))
  return (
    <Page title={t('title')} sub={data && <span className="sub num">{t('asOf', { at: formatTime(data.at) })}</span>}>
      {stops.data && <Stops {...stops.data} instruments={instruments} onChanged={changed} />}
      {data ? (
        <div className="risk-grid">
          <Markets
            trend={trend.data}
            markets={data.markets}
            selected={market ? nameOf(market) : null}
            onSelect={setChosen}
          />
          <Hour market={market} trend={trend.data} error={trend.error} />
          {large.data ? <Largest positions={large.data.largest} /> : <Skeleton width="100%" height={160} />}
          <Ladder market={market} rungs={data.rungs} insurance={trend.data?.insurance} />
          {trend.data && <Held held={trend.data.held} />}
          <Rounds {...data} />
        </div>
      ) : large.error ? (
        <Empty title={t('exposureFailed')}>{errorText(large.error)}</Empty>
      ) : (
        <div className="panel pad-all" aria-busy="true">
          <Skeleton width="100%" height={320} />
        </div>
      )}
    </Page>
  )
}
