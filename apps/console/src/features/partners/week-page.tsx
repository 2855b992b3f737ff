import { call, download } from '@maru/client/api/client'
import type { CommissionWeek } from '@maru/contract'
import { Badge, Button, Empty, formatCount, formatKrw, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'
import { WeekActs } from './week-acts.tsx'
import { Nodes } from './week-nodes.tsx'
import { weekBefore } from './weeks.ts'

const everyMs = 30_000
/** One week of all partners: what it comes to, and what is done with it. */
export function WeekPage({ monday }: { monday: string }) {
  const siteId = useSiteId()
  const [week, setWeek] = useState(weekBefore(monday, 1))
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['commission', siteId, week],
    queryFn: () => call('GET /api/console/commission', { query: { week } }),
    refetchInterval: everyMs,
  })
  const go = (by: number) => {
    setChosen(null)
    setWeek(weekBefore(week, by))
  }
  const node = data?.nodes.find(({ partnerId }) => partnerId === chosen) ?? null
  return (
    <>
      <div className="pn-week">
        <Button size={36} aria-label={t('weekEarlier')} onClick={() => go(1)}>
          ‹
        </Button>
        <b className="num">{data ? `${data.from} – ${data.to}` : week}</b>
        <Button size={36} aria-label={t('weekLater')} disabled={week >= monday} onClick={() => go(-1)}>
          ›
        </Button>
        {data && <Badge tone={data.isClosed ? 'ok' : 'neutral'}>{data.isClosed ? t('closed') : t('notClosed')}</Badge>}
        <span className="sp" />
        <SaveCsv
          name={t('postingFile')}
          label={t('postingCsv')}
          read={(signal) => download('GET /api/console/commission/posting.csv', { query: { week }, signal })}
        />
        <SaveCsv
          name={t('weekFile')}
          read={(signal) => download('GET /api/console/commission/line.csv', { query: { week }, signal })}
        />
      </div>
      {error ? (
        <Empty title={t('weekFailed')}>{errorText(error)}</Empty>
      ) : data ? (
        <>
          <WeekFigures week={data} />
          <Nodes nodes={data.nodes} chosen={chosen} onChoose={setChosen} />
          {node && <WeekActs key={node.partnerId} week={week} node={node} onDone={() => void refetch()} />}
        </>
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </>
  )
}

function WeekFigures({ week }: { week: CommissionWeek }) {
  const waiting = week.nodes.filter(({ state }) => state === 'WAITING' || state === 'APPROVING').length
  const figures = [
    [t('baseFee'), formatKrw(week.fee)],
    [t('baseRoll'), formatKrw(week.roll)],
    [t('toShare'), formatKrw(week.amount)],
    [t('waiting'), t('countOf', { count: formatCount(waiting) })],
  ] as const
  return (
    <dl className="kpi">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
