import { call, download } from '@maru/client/api/client'
import type { RefusedWebhook } from '@maru/contract'
import { formatCount, formatDateTime } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { webhookFaultWords } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { providerWord } from '../../parts/table-words.ts'
import { t } from './texts.ts'

const idOf = ({ hourAt, provider, fault }: RefusedWebhook) => `${hourAt}:${provider}:${fault}`

const columns: readonly Column<RefusedWebhook>[] = [
  {
    id: 'hour',
    head: t('hour'),
    cell: ({ hourAt }) => <span className="num">{formatDateTime(hourAt).slice(0, 16)}</span>,
  },
  { id: 'provider', head: t('provider'), cell: ({ provider }) => providerWord(provider) },
  { id: 'fault', head: t('reason'), cell: ({ fault }) => webhookFaultWords[fault] },
  { id: 'count', head: t('count'), align: 'right', cell: ({ count }) => formatCount(count) },
  { id: 'last', head: t('lastRefused'), cell: ({ lastAt }) => <span className="num">{formatDateTime(lastAt)}</span> },
  { id: 'ip', head: t('sentFrom'), cell: ({ lastIp }) => <span className="num">{lastIp}</span> },
]

interface Props {
  selected: RefusedWebhook | null
  onSelect: (row: RefusedWebhook | null) => void
}

/** Webhooks that nobody vouches for, counted by hour and reason. */
export function RefusedWebhooks({ selected, onSelect }: Props) {
  const read = (asked: Asked) => call('GET /api/console/webhook/refused', { query: { ...asked } })
  const list = usePaged<RefusedWebhook>(['webhooks', 'refused'], read, { everyMs: deskPollMs })
  return (
    <DataTable
      label={t('refused')}
      list={list}
      columns={columns}
      idOf={idOf}
      selected={selected === null ? null : idOf(selected)}
      onSelect={(row) => onSelect(row ?? null)}
      empty={[t('noRefused'), t('noRefusedHint')]}
      csv={{
        name: t('refusedFile'),
        read: (signal) => download('GET /api/console/webhook/refused.csv', { query: {}, signal }),
      }}
    />
  )
}
