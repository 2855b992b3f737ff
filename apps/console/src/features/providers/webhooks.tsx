import { call, download } from '@maru/client/api/client'
import type { ReceivedEvent } from '@maru/contract'
import { Badge, formatDateTime } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { eventStateWords } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { eventTones, providerWord } from './words.ts'

const idOf = ({ provider, event }: ReceivedEvent) => `${provider}:${event}`

const columns: readonly Column<ReceivedEvent>[] = [
  { id: 'at', head: '받은 때', cell: ({ receivedAt }) => <span className="num">{formatDateTime(receivedAt)}</span> },
  {
    id: 'what',
    head: '제공사 · 종류',
    cell: ({ provider, kind }) => (
      <>
        {providerWord(provider)}
        <small>{kind}</small>
      </>
    ),
  },
  { id: 'event', head: '제공사 번호', cell: ({ event }) => <span className="num">{event}</span> },
  { id: 'state', head: '처리', cell: ({ state }) => <Badge tone={eventTones[state]}>{eventStateWords[state]}</Badge> },
  { id: 'note', head: '메모', cell: ({ note }) => note ?? '–' },
]

interface Props {
  selected: ReceivedEvent | null
  onSelect: (row: ReceivedEvent | null) => void
}

/** What providers told, each once by its name. What was not signed rightly is refused and not kept. */
export function Webhooks({ selected, onSelect }: Props) {
  const read = (asked: Asked) => call('GET /api/console/webhook', { query: { ...asked } })
  const list = usePaged<ReceivedEvent>(['webhooks'], read, { everyMs: deskPollMs })
  return (
    <DataTable
      label="받은 알림"
      list={list}
      columns={columns}
      idOf={idOf}
      rowHeight={48}
      selected={selected === null ? null : idOf(selected)}
      onSelect={(row) => onSelect(row ?? null)}
      empty={['받은 알림이 없습니다', '제공사가 서명해 보낸 알림이 여기에 나타납니다.']}
      csv={{
        name: '받은알림',
        read: (signal) => download('GET /api/console/webhook.csv', { query: {}, signal }),
      }}
    />
  )
}
