import { call, download } from '@maru/client/api/client'
import type { EndedChat } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { t } from './texts.ts'

const idOf = ({ id }: EndedChat) => String(id)
const columns: readonly Column<EndedChat>[] = [
  { id: 'at', head: t('endedAt'), cell: ({ endedAt }) => <span className="num">{formatDateTime(endedAt)}</span> },
  {
    id: 'who',
    head: t('member'),
    cell: ({ name, username }) => (
      <>
        <b>{name}</b> <span className="dim">{username}</span>
      </>
    ),
  },
  { id: 'staff', head: t('staff'), cell: ({ staffName }) => staffName ?? '–' },
  { id: 'last', head: t('lastSaid'), isExtra: true, cell: ({ last }) => last || '–' },
]
const read = (asked: Asked) => call('GET /api/console/chat_ended', { query: { ...asked } })

/** The chats that are over, the newest first; one of them opens beside the list. */
export function EndedChats({ open, onOpen }: { open: string; onOpen: (id: number | undefined) => void }) {
  const list = usePaged<EndedChat>(['chats-ended'], read, { cutBy: 'all' })
  return (
    <DataTable
      label={t('endedChats')}
      list={list}
      columns={columns}
      idOf={idOf}
      selected={open === '' ? null : open}
      onSelect={(row) => onOpen(row?.id)}
      empty={[t('noEnded'), t('noEndedHint')]}
      csv={{
        name: t('endedChats'),
        read: (signal, cut) => download('GET /api/console/chat_ended.csv', { query: cut, signal }),
      }}
    />
  )
}
