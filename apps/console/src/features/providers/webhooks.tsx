import { call, download } from '@maru/client/api/client'
import type { ReceivedEvent } from '@maru/contract'
import { Badge, formatDateTime } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { eventStateWords } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { providerWord } from '../../parts/table-words.ts'
import { t } from './texts.ts'
import { eventTones } from './words.ts'

const idOf = ({ provider, event }: ReceivedEvent) => `${provider}:${event}`

const columns: readonly Column<ReceivedEvent>[] = [
  {
    id: 'at',
    head: t('receivedAt'),
    cell: ({ receivedAt }) => <span className="num">{formatDateTime(receivedAt)}</span>,
  },
  {
    id: 'what',
    head: t('providerKind'),
    cell: ({ provider, kind }) => (
      <>
        {providerWord(provider)}
        <small>{kind}</small>
      </>
    ),
  },
  { id: 'event', head: t('providerNumber'), cell: ({ event }) => <span className="num">{event}</span> },
  {
    id: 'state',
    head: t('processing'),
    cell: ({ state }) => <Badge tone={eventTones[state]}>{eventStateWords[state]}</Badge>,
  },
  { id: 'note', head: t('note'), cell: ({ note }) => note ?? '–' },
]

interface Props {
  selected: ReceivedEvent | null
  onSelect: (row: ReceivedEvent | null) => void
}

/** What providers told, each once by its name. What was not signed rightly is refused and not kept. */
export function Webhooks({ selected, onSelect }: Props) {
  const read = (asked: Asked) => call('GET /api/console/webhook', { query: { ...asked } })
  const list = usePaged<ReceivedEvent>(['webhooks'], read, { everyMs: deskPollMs, cutBy: 'days' })
  return (
    <DataTable
      label={t('received')}
      list={list}
      columns={columns}
      idOf={idOf}
      rowHeight={48}
      selected={selected === null ? null : idOf(selected)}
      onSelect={(row) => onSelect(row ?? null)}
      empty={[t('noWebhooks'), t('noWebhooksHint')]}
      csv={{
        name: t('webhooksFile'),
        read: (signal, cut) => download('GET /api/console/webhook.csv', { query: cut, signal }),
      }}
    />
  )
}
