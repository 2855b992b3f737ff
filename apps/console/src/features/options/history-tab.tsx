import { call, download } from '@maru/client/api/client'
import type { ConfigChange } from '@maru/contract'
import { Badge, type BadgeTone, formatDateTime } from '@maru/ui'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import type { Asked, Paged } from '../../parts/paged.ts'
import { nameOfRow } from './draft.ts'
import { changesOf } from './history.ts'
import type { Keys, NamedRow } from './named.ts'
import { t } from './texts.ts'

export const readHistory = (asked: Asked) => call('GET /api/console/option/history', { query: asked })
const idOf = ({ id }: ConfigChange) => String(id)
const stateWords: Readonly<Record<ConfigChange['state'], readonly [word: string, tone?: BadgeTone]>> = {
  WAITING: [t('waiting'), 'warn'],
  APPLIED: [t('applied'), 'ok'],
  REFUSED: [t('refused'), 'warn'],
  WITHDRAWN: [t('stateWithdrawn')],
}

export function StateBadge({ state }: { state: ConfigChange['state'] }) {
  const [word, tone] = stateWords[state]
  return <Badge {...(tone && { tone })}>{word}</Badge>
}

interface Props {
  list: Paged<ConfigChange>
  rows: readonly NamedRow[]
  keys: Keys
  open: string | null
  onOpen: (id: string | null) => void
}

/** Every change of a number, newest first: who, when, and what it was before. */
export function HistoryTab({ list, rows, keys, open, onOpen }: Props) {
  const names = useMemo(() => new Map(rows.map((row) => [nameOfRow(row), row.name])), [rows])
  const columns = useMemo((): readonly Column<ConfigChange>[] => {
    return [
      { id: 'id', head: t('version'), align: 'right', cell: ({ id }) => id },
      { id: 'row', head: t('subject'), cell: (change) => <b>{names.get(nameOfRow(change)) ?? change.scope}</b> },
      {
        id: 'what',
        head: t('changedValues'),
        cell: (change) =>
          changesOf(change, keys)
            .map(({ name }) => name)
            .join(', '),
      },
      { id: 'from', head: t('fromWhen'), cell: ({ effectiveFrom }) => formatDateTime(effectiveFrom) },
      { id: 'state', head: t('status'), cell: ({ state }) => <StateBadge state={state} /> },
    ]
  }, [names, keys])
  return (
    <DataTable
      label={t('history')}
      list={list}
      columns={columns}
      idOf={idOf}
      selected={open}
      onSelect={(chosen) => onOpen(chosen ? idOf(chosen) : null)}
      empty={[t('noChanges'), t('noChangesHint')]}
      csv={{
        name: t('file'),
        read: (signal, cut) => download('GET /api/console/option/history.csv', { query: cut, signal }),
      }}
    />
  )
}
