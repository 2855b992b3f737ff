import { call } from '@maru/client/api/client'
import { Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page } from '../../parts/page.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { Alarms, Breaks } from './breaks.tsx'
import { LinePanel } from './line-panel.tsx'
import { Lines } from './lines.tsx'
import { PauseBar } from './pause-bar.tsx'
import { Runs } from './runs.tsx'
import type { Opened } from './use-lines.ts'
import './reconcile.css'
import { deskPollMs } from '../../live/use-desk.ts'
import { t } from './texts.ts'

/** Whether the books balance: the runs, what disagrees, each account line by line, and the pause of withdrawals. */
export default function ReconcilePage() {
  const siteId = useSiteId()
  const { data, error, refetch } = useQuery({
    queryKey: ['reconciliation', siteId],
    queryFn: () => call('GET /api/console/reconciliation'),
    refetchInterval: deskPollMs,
  })
  const [opened, setOpened] = useState<Opened | null>(null)
  const reload = () => void refetch()
  return (
    <Page
      title={t('title')}
      side={opened && <LinePanel key={opened.line.id} {...opened} onClose={() => setOpened(null)} />}
    >
      {data ? (
        <div className="rec">
          {data.isPaused && <PauseBar standing={data} onDone={reload} />}
          <Runs runs={data.runs} onDone={reload} />
          <Breaks rules={data.rules} breaks={data.breaks} />
          <Alarms alarms={data.alarms} />
          <Lines accounts={data.accounts} opened={opened} onOpen={setOpened} />
        </div>
      ) : error ? (
        <Empty title={t('failed')}>{errorText(error)}</Empty>
      ) : (
        <div className="panel pad-all" aria-busy="true">
          <span className="sr">{t('loading')}</span>
          <Skeleton width="100%" height={72} />
          <Skeleton width="100%" height={240} />
        </div>
      )}
    </Page>
  )
}
