import { call } from '@maru/client/api/client'
import type { Exposure } from '@maru/contract'
import { Direction, formatKrwShort, formatMoney, formatSigned, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../../session/staff.ts'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

const most = 6

/** What the house stands for: the largest net positions of its members, and its rounds against their limit. */
export function ExposureSums() {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['exposure', siteId],
    queryFn: () => call('GET /api/console/exposure'),
    // What changes is told; prices move without it.
    refetchInterval: 5_000,
  })
  return (
    <section className="panel" aria-labelledby="exposure">
      <header>
        <h2 id="exposure">{t('exposure')}</h2>
      </header>
      {data ? <Sums exposure={data} /> : <Skeleton width="100%" height={96} />}
    </section>
  )
}

function Sums({ exposure: { markets, roundSum, roundToday, maxDayExposure } }: { exposure: Exposure }) {
  const size = (net: string) => Math.abs(Number(net))
  const largest = markets
    .filter(({ long, short }) => long.count + short.count > 0)
    .sort((a, b) => size(b.net) - size(a.net))
    .slice(0, most)
  return (
    <dl className="health">
      {largest.map(({ line, optionId, koName, net, currency, long, short }) => (
        <div key={`${line} ${optionId}`}>
          <dt>
            {koName} {lineWords[line]}
          </dt>
          <dd className="num">
            {t('sides', { long: long.count, short: short.count })} ·{' '}
            <Direction value={net}>{formatSigned(net, (value) => formatMoney(value, currency))}</Direction>
          </dd>
        </div>
      ))}
      {largest.length === 0 && (
        <div>
          <dt>{t('openPositions')}</dt>
          <dd>{t('none')}</dd>
        </div>
      )}
      <div>
        <dt>{t('roundSum')}</dt>
        <dd className="num">
          {formatKrwShort(roundSum)} / {formatKrwShort(maxDayExposure)}
        </dd>
      </div>
      <div>
        <dt>{t('roundToday')}</dt>
        <dd className="num">
          <Direction value={roundToday}>{formatSigned(roundToday, formatKrwShort)}</Direction>
        </dd>
      </div>
    </dl>
  )
}
