import type { RefusedWebhook } from '@maru/contract'
import { Badge, formatCount, formatDateTime } from '@maru/ui'
import { webhookFaultWords } from '../../parts/desk-words.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { providerWord } from '../../parts/table-words.ts'
import { t } from './texts.ts'

/** The last of an hour's refused webhooks of one reason. */
export function RefusedPanel({ row, onClose }: { row: RefusedWebhook; onClose: () => void }) {
  return (
    <SidePanel
      title={t('refusedOne')}
      badges={<Badge tone="warn">{webhookFaultWords[row.fault]}</Badge>}
      onClose={onClose}
    >
      <p className="said">{t('refusedHint')}</p>
      <dl className="kv">
        <dt>{t('provider')}</dt>
        <dd>{providerWord(row.provider)}</dd>
        <dt>{t('count')}</dt>
        <dd>{t('times', { count: formatCount(row.count) })}</dd>
        <dt>{t('lastRefused')}</dt>
        <dd>{formatDateTime(row.lastAt)}</dd>
        <dt>{t('sentFrom')}</dt>
        <dd>{row.lastIp}</dd>
        <dt>{t('size')}</dt>
        <dd>{t('bytes', { count: formatCount(row.lastBytes) })}</dd>
      </dl>
      <h3>{t('content')}</h3>
      {row.lastBody === '' ? (
        <p className="dim">{t('noContent')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        <pre className="prov-b" tabIndex={0}>
          {row.lastBody}
        </pre>
      )}
    </SidePanel>
  )
}
