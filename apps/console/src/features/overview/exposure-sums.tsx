import { call } from '@maru/client/api/client'
import type { Exposure, Line } from '@maru/contract'
import { Direction, formatKrwShort, formatMoney, formatSigned, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../../session/staff.ts'

const lineWords: Readonly<Record<Line, string>> = { ROUND: '회차', FUTURES: '무기한', OVERSEA: '해외선물' }
const most = 6

/** What the house stands for: the largest net positions of its members, and its rounds against their limit. */
export function ExposureSums() {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['exposure', siteId],
    queryFn: () => call('GET /api/console/exposure'),
    refetchInterval: 5_000,
  })
  return (
    <section className="panel" aria-labelledby="exposure">
      <header>
        <h2 id="exposure">미결제 노출</h2>
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
            롱 {long.count} · 숏 {short.count} ·{' '}
            <Direction value={net}>{formatSigned(net, (value) => formatMoney(value, currency))}</Direction>
          </dd>
        </div>
      ))}
      {largest.length === 0 && (
        <div>
          <dt>열린 포지션</dt>
          <dd>없음</dd>
        </div>
      )}
      <div>
        <dt>열린 회차에서 잃을 수 있는 돈</dt>
        <dd className="num">
          {formatKrwShort(roundSum)} / {formatKrwShort(maxDayExposure)}
        </dd>
      </div>
      <div>
        <dt>오늘 회차의 하우스 손익</dt>
        <dd className="num">
          <Direction value={roundToday}>{formatSigned(roundToday, formatKrwShort)}</Direction>
        </dd>
      </div>
    </dl>
  )
}
