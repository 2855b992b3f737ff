import type { ReceivedEvent } from '@maru/contract'
import { Badge, formatDateTime } from '@maru/ui'
import { Copied } from '../../parts/copied.tsx'
import { eventStateWords } from '../../parts/desk-words.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { providerWord } from '../../parts/table-words.ts'
import { t } from './texts.ts'
import { eventTones } from './words.ts'

/** What a provider told, and what became of it. */
export function EventPanel({ row, onClose }: { row: ReceivedEvent; onClose: () => void }) {
  return (
    <SidePanel
      title={t('receivedOne')}
      badges={<Badge tone={eventTones[row.state]}>{eventStateWords[row.state]}</Badge>}
      onClose={onClose}
    >
      {row.state === 'FAULTY' && <p className="said">{t('faulty')}</p>}
      <dl className="kv">
        <dt>{t('provider')}</dt>
        <dd>{providerWord(row.provider)}</dd>
        <dt>{t('providerNumber')}</dt>
        <dd>
          <Copied text={row.event} label={t('providerNumber')} />
        </dd>
        <dt>{t('kind')}</dt>
        <dd>{row.kind}</dd>
        <dt>{t('receivedAt')}</dt>
        <dd>{formatDateTime(row.receivedAt)}</dd>
        <dt>{t('processedAt')}</dt>
        <dd>{row.dispatchedAt === null ? '–' : formatDateTime(row.dispatchedAt)}</dd>
        <dt>{t('attempts')}</dt>
        <dd>{t('attemptCount', { attempts: row.attempts })}</dd>
        <dt>{t('note')}</dt>
        <dd>{row.note ?? '–'}</dd>
      </dl>
      <h3>{t('content')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre className="prov-b" tabIndex={0}>
        {row.body}
      </pre>
    </SidePanel>
  )
}
