import { call, download } from '@maru/client/api/client'
import type { OutgoingCall } from '@maru/contract'
import { Badge, formatDateTime } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { callKindWords, callStateWords } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { callTones, providerWord } from './words.ts'

export type CallView = 'OPEN' | 'UNKNOWN' | 'DEAD' | 'ALL'
const idOf = ({ id }: OutgoingCall) => id

const columns: readonly Column<OutgoingCall>[] = [
  {
    id: 'at',
    head: '만든 때',
    cell: ({ createdAt, id }) => (
      <>
        <span className="num">{formatDateTime(createdAt)}</span>
        <small className="num">{id}</small>
      </>
    ),
  },
  {
    id: 'what',
    head: '무엇',
    cell: ({ kind, provider }) => (
      <>
        {callKindWords[kind]}
        <small>{providerWord(provider)}</small>
      </>
    ),
  },
  { id: 'state', head: '상태', cell: ({ state }) => <Badge tone={callTones[state]}>{callStateWords[state]}</Badge> },
  { id: 'attempts', head: '시도', align: 'right', cell: ({ attempts }) => attempts },
  { id: 'error', head: '마지막 오류', cell: ({ lastError }) => lastError ?? '–' },
]

interface Props {
  view: CallView
  selected: string | null
  onSelect: (row: OutgoingCall | null) => void
}

/** Calls that leave the house: what waits, what nobody knows of, what was given up. */
export function Calls({ view, selected, onSelect }: Props) {
  const read = (asked: Asked) => call('GET /api/console/outgoing', { query: { view, ...asked } })
  const list = usePaged<OutgoingCall>(['outgoing', view], read, { everyMs: deskPollMs })
  return (
    <DataTable
      label="보내는 작업"
      list={list}
      columns={columns}
      idOf={idOf}
      rowHeight={48}
      selected={selected}
      onSelect={(row) => onSelect(row ?? null)}
      empty={['여기에 해당하는 작업이 없습니다', '지급, 메일, 문자와 제공사 호출이 여기에 나타납니다.']}
      csv={{
        name: '보내는작업',
        read: (signal) => download('GET /api/console/outgoing.csv', { query: { view }, signal }),
      }}
    />
  )
}
