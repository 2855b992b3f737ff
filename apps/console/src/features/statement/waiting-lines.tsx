import { call, download } from '@maru/client/api/client'
import type { WaitingLine } from '@maru/contract'
import { formatDateTime, formatMoney } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { lineKindWord } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { t } from './texts.ts'
import type { Opened } from './waiting-panel.tsx'

const idOf = ({ provider, currency, kind, providerRef }: WaitingLine) =>
  [provider, currency, kind, providerRef].join(' ')

const columns: readonly Column<WaitingLine>[] = [
  {
    id: 'provider',
    head: t('provider'),
    cell: ({ provider, day }) => (
      <>
        {provider}
        <small className="num">{day}</small>
      </>
    ),
  },
  {
    id: 'kind',
    head: t('line'),
    cell: ({ kind, providerRef }) => (
      <>
        {lineKindWord(kind)}
        <small>{providerRef}</small>
      </>
    ),
  },
  { id: 'amount', head: t('amount'), align: 'right', cell: (row) => <b>{formatMoney(row.amount, row.currency)}</b> },
  { id: 'request', head: t('request'), cell: ({ requestId }) => <span className="num">{requestId ?? '–'}</span> },
  { id: 'at', head: t('time'), cell: ({ at }) => <span className="num">{formatDateTime(at)}</span> },
  { id: 'by', head: t('importedBy'), cell: ({ importedByName }) => importedByName },
]

/** Imported lines that move money: each waits for a person who did not import it. */
export function WaitingLines({ opened, onOpen }: { opened: Opened | null; onOpen: (opened: Opened | null) => void }) {
  const read = (asked: Asked) => call('GET /api/console/statement/line', { query: asked })
  const list = usePaged<WaitingLine>(['statement-lines'], read, { everyMs: deskPollMs, cutBy: 'all' })
  return (
    <DataTable
      label={t('waitingLines')}
      list={list}
      columns={columns}
      idOf={idOf}
      rowHeight={48}
      selected={opened && idOf(opened.line)}
      onSelect={(line) => onOpen(line && { line, onConfirmed: list.reload })}
      empty={[t('noWaiting'), t('noWaitingHint')]}
      csv={{
        name: t('waitingFile'),
        read: (signal, cut) => download('GET /api/console/statement/line.csv', { query: cut, signal }),
      }}
    />
  )
}
