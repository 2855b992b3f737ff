import { call, download } from '@maru/client/api/client'
import type { OutgoingCall } from '@maru/contract'
import { Badge, formatDateTime } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { callKindWords, callStateWords } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { providerWord } from '../../parts/table-words.ts'
import { t } from './texts.ts'
import { callTones } from './words.ts'

export type CallView = 'OPEN' | 'UNKNOWN' | 'DEAD' | 'ALL'
const idOf = ({ id }: OutgoingCall) => id

const columns: readonly Column<OutgoingCall>[] = [
  {
    id: 'at',
    head: t('created'),
    cell: ({ createdAt, id }) => (
      <>
        <span className="num">{formatDateTime(createdAt)}</span>
        <small className="num">{id}</small>
      </>
    ),
  },
  {
    id: 'what',
    head: t('what'),
    cell: ({ kind, provider }) => (
      <>
        {callKindWords[kind]}
        <small>{providerWord(provider)}</small>
      </>
    ),
  },
  {
    id: 'state',
    head: t('state'),
    cell: ({ state }) => <Badge tone={callTones[state]}>{callStateWords[state]}</Badge>,
  },
  { id: 'attempts', head: t('attempts'), align: 'right', cell: ({ attempts }) => attempts },
  { id: 'error', head: t('lastError'), cell: ({ lastError }) => lastError ?? '–' },
]

interface Props {
  view: CallView
  selected: string | null
  onSelect: (row: OutgoingCall | null) => void
}

/** Calls that leave the house: what waits, what nobody knows of, what was given up. */
export function Calls({ view, selected, onSelect }: Props) {
  const read = (asked: Asked) => call('GET /api/console/outgoing', { query: { view, ...asked } })
  const list = usePaged<OutgoingCall>(['outgoing', view], read, { everyMs: deskPollMs, cutBy: 'all' })
  return (
    <DataTable
      label={t('calls')}
      list={list}
      columns={columns}
      idOf={idOf}
      rowHeight={48}
      selected={selected}
      onSelect={(row) => onSelect(row ?? null)}
      empty={[t('noCalls'), t('noCallsHint')]}
      csv={{
        name: t('callsFile'),
        read: (signal, cut) => download('GET /api/console/outgoing.csv', { query: { view, ...cut }, signal }),
      }}
    />
  )
}
