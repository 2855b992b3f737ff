import './providers.css'
import { call } from '@maru/client/api/client'
import type { OutgoingCall, ReceivedEvent, RefusedWebhook } from '@maru/contract'
import { Empty, Segmented, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { Page } from '../../parts/page.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { CallPanel } from './call-panel.tsx'
import { Calls, type CallView } from './calls.tsx'
import { EventPanel } from './event-panel.tsx'
import { Health } from './health.tsx'
import { RefusedPanel } from './refused-panel.tsx'
import { RefusedWebhooks } from './refused-webhooks.tsx'
import { t } from './texts.ts'
import { Webhooks } from './webhooks.tsx'

const views = [
  { value: 'OPEN', label: t('viewOpen') },
  { value: 'UNKNOWN', label: t('viewUnknown') },
  { value: 'DEAD', label: t('viewDead') },
  { value: 'ALL', label: t('viewAll') },
  { value: 'WEBHOOKS', label: t('received') },
  { value: 'REFUSED', label: t('refused') },
] as const
type View = CallView | 'WEBHOOKS' | 'REFUSED'

/** Providers of the site: how they fare, what leaves the house, and what they tell. */
export default function ProvidersPage() {
  const siteId = useSiteId()
  const [view, setView] = useState<View>('OPEN')
  const [opened, setOpened] = useState<OutgoingCall | null>(null)
  const [event, setEvent] = useState<ReceivedEvent | null>(null)
  const [refused, setRefused] = useState<RefusedWebhook | null>(null)
  const health = useQuery({
    queryKey: ['provider-health', siteId],
    queryFn: () => call('GET /api/console/provider/health'),
    refetchInterval: deskPollMs,
  })
  const choose = (next: View) => {
    setView(next)
    setOpened(null)
    setEvent(null)
    setRefused(null)
  }
  return (
    <Page
      title={t('title')}
      sub={<Segmented label={t('view')} choices={views} value={view} onChange={choose} />}
      side={
        (opened && <CallPanel key={opened.id} row={opened} onClose={() => setOpened(null)} />) ||
        (event && <EventPanel key={event.event} row={event} onClose={() => setEvent(null)} />) ||
        (refused && <RefusedPanel row={refused} onClose={() => setRefused(null)} />)
      }
    >
      <div className="prov">
        {health.data ? (
          <Health rows={health.data} onDone={() => void health.refetch()} />
        ) : health.error ? (
          <Empty title={t('healthFailed')}>{errorText(health.error)}</Empty>
        ) : (
          <Skeleton width="100%" height={200} />
        )}
        {view === 'WEBHOOKS' ? (
          <Webhooks selected={event} onSelect={setEvent} />
        ) : view === 'REFUSED' ? (
          <RefusedWebhooks selected={refused} onSelect={setRefused} />
        ) : (
          <Calls key={view} view={view} selected={opened?.id ?? null} onSelect={setOpened} />
        )}
      </div>
    </Page>
  )
}
