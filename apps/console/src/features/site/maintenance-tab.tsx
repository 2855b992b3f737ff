import { call } from '@maru/client/api/client'
import type { MaintainedSite } from '@maru/contract'
import { Badge, Button, Empty, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { useMay } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { LiftDialog, MaintenanceDialog } from './maintenance-dialog.tsx'

/** Which sites are closed to their members, until when, and what they read. */
export default function MaintenanceTab() {
  const siteId = useSiteId()
  const may = useMay('maintenance')
  const { data, error, refetch } = useQuery({
    queryKey: ['maintenance', siteId],
    queryFn: () => call('GET /api/console/maintenance'),
    refetchInterval: deskPollMs,
  })
  const [open, setOpen] = useState<'set' | 'lift' | null>(null)
  const here = data?.find(({ id }) => id === siteId)
  const isAny = data?.some(({ maintenance }) => maintenance !== null) ?? false
  const close = () => setOpen(null)
  return (
    <SiteFrame
      title="점검"
      tools={
        may &&
        here && (
          <>
            <Button size={36} disabled={!isAny} onClick={() => setOpen('lift')}>
              점검 풀기
            </Button>
            <Button size={36} tone="primary" onClick={() => setOpen('set')}>
              점검 걸기
            </Button>
          </>
        )
      }
    >
      {data ? (
        <Sites sites={data} />
      ) : error ? (
        <Empty title="불러오지 못했습니다">{errorText(error)}</Empty>
      ) : (
        <TabSkeleton />
      )}
      {here && open === 'set' && (
        <MaintenanceDialog site={here} sites={data ?? []} onDone={() => void refetch()} onClose={close} />
      )}
      {here && open === 'lift' && (
        <LiftDialog site={here} sites={data ?? []} onDone={() => void refetch()} onClose={close} />
      )}
    </SiteFrame>
  )
}

const Sites = ({ sites }: { sites: readonly MaintainedSite[] }) => (
  <section className="panel">
    <header className="site-h">
      <h3>사이트</h3>
      <span className="sub">
        점검 중에도 포지션, 회차, 예약 주문은 그대로 진행되고 직원은 일을 계속합니다. 끝나는 때에 스스로 풀립니다
      </span>
    </header>
    <ul className="site-gate">
      {sites.map(({ id, name, maintenance }) => (
        <li key={id}>
          <Badge tone={maintenance === null ? 'ok' : 'warn'}>
            {maintenance === null ? '열림' : maintenance.isOn ? '점검 중' : '점검 예정'}
          </Badge>
          <b>{name}</b>
          <span>{maintenance === null ? '점검이 없습니다' : textOf(maintenance)}</span>
        </li>
      ))}
    </ul>
  </section>
)

const textOf = ({ from, until, note }: NonNullable<MaintainedSite['maintenance']>): string =>
  `${formatDateTime(from).slice(0, 16)} ~ ${formatDateTime(until).slice(0, 16)} · ${note}`
