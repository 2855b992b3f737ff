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
import { t } from './texts.ts'

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
      title={t('maintenance')}
      tools={
        may &&
        here && (
          <>
            <Button size={36} disabled={!isAny} onClick={() => setOpen('lift')}>
              {t('maintenanceEnd')}
            </Button>
            <Button size={36} tone="primary" onClick={() => setOpen('set')}>
              {t('maintenanceStart')}
            </Button>
          </>
        )
      }
    >
      {data ? (
        <Sites sites={data} />
      ) : error ? (
        <Empty title={t('loadFailed')}>{errorText(error)}</Empty>
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
      <h3>{t('site')}</h3>
      <span className="sub">{t('maintenanceHint')}</span>
    </header>
    <ul className="site-gate">
      {sites.map(({ id, name, maintenance }) => (
        <li key={id}>
          <Badge tone={maintenance === null ? 'ok' : 'warn'}>
            {maintenance === null ? t('open') : maintenance.isOn ? t('inMaintenance') : t('maintenanceAhead')}
          </Badge>
          <b>{name}</b>
          <span>{maintenance === null ? t('noMaintenance') : textOf(maintenance)}</span>
        </li>
      ))}
    </ul>
  </section>
)

const textOf = ({ from, until, note }: NonNullable<MaintainedSite['maintenance']>): string =>
  `${formatDateTime(from).slice(0, 16)} ~ ${formatDateTime(until).slice(0, 16)} · ${note}`
