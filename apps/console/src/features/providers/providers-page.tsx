import './providers.css'
import { call } from '@maru/client/api/client'
import type { OutgoingCall, ReceivedEvent } from '@maru/contract'
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
import { Webhooks } from './webhooks.tsx'

const views = [
  { value: 'OPEN', label: '대기' },
  { value: 'UNKNOWN', label: '결과 불명' },
  { value: 'DEAD', label: '포기 · 거절' },
  { value: 'ALL', label: '모든 작업' },
  { value: 'WEBHOOKS', label: '받은 알림' },
] as const
type View = CallView | 'WEBHOOKS'

/** Providers of the site: how they fare, what leaves the house, and what they tell. */
export default function ProvidersPage() {
  const siteId = useSiteId()
  const [view, setView] = useState<View>('OPEN')
  const [opened, setOpened] = useState<OutgoingCall | null>(null)
  const [event, setEvent] = useState<ReceivedEvent | null>(null)
  const health = useQuery({
    queryKey: ['provider-health', siteId],
    queryFn: () => call('GET /api/console/provider/health'),
    refetchInterval: deskPollMs,
  })
  const choose = (next: View) => {
    setView(next)
    setOpened(null)
    setEvent(null)
  }
  return (
    <Page
      title="제공사"
      sub={<Segmented label="보기" choices={views} value={view} onChange={choose} />}
      side={
        (opened && <CallPanel key={opened.id} row={opened} onClose={() => setOpened(null)} />) ||
        (event && <EventPanel key={event.event} row={event} onClose={() => setEvent(null)} />)
      }
    >
      <div className="prov">
        {health.data ? (
          <Health rows={health.data} />
        ) : health.error ? (
          <Empty title="상태를 불러오지 못했습니다">{errorText(health.error)}</Empty>
        ) : (
          <Skeleton width="100%" height={200} />
        )}
        {view === 'WEBHOOKS' ? (
          <Webhooks selected={event} onSelect={setEvent} />
        ) : (
          <Calls key={view} view={view} selected={opened?.id ?? null} onSelect={setOpened} />
        )}
      </div>
    </Page>
  )
}
