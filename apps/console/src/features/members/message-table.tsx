import { call, download } from '@maru/client/api/client'
import type { DeskMessage } from '@maru/contract'
import { Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useMay } from '../../parts/may.tsx'
import { usePaged } from '../../parts/paged.ts'
import { MessageDialog } from './message-dialog.tsx'
import { t } from './texts.ts'

const idOf = ({ id }: DeskMessage) => String(id)
const stateOf = ({ isDeleted, isRead }: DeskMessage) => (isDeleted ? t('deleted') : isRead ? t('read') : t('unread'))
/** What a member got stands in his language. */
const asWritten = (text: string) => <span {...(/\p{Script=Hangul}/u.test(text) && { lang: 'ko' })}>{text}</span>
const columns: readonly Column<DeskMessage>[] = [
  { id: 'at', head: t('when'), cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span> },
  { id: 'title', head: t('title'), cell: ({ title }) => asWritten(title) },
  { id: 'content', head: t('content'), cell: ({ content }) => asWritten(content) },
  {
    id: 'by',
    head: t('sender'),
    cell: ({ createdBy, createdByName }) => (createdBy === null ? t('house') : (createdByName ?? String(createdBy))),
  },
  { id: 'state', head: t('status'), cell: stateOf },
]

/** Messages that a member got, the newest first, and the way to send him one. */
export function MessageTable({ id }: { id: string }) {
  const [writing, setWriting] = useState(false)
  const may = useMay('content')
  const list = usePaged<DeskMessage>(
    ['member-message', id],
    (query) => call('GET /api/console/message', { query: { ...query, playerId: id } }),
    { cutBy: 'all' },
  )
  return (
    <>
      {may && (
        <p className="mb-send">
          <Button size={36} onClick={() => setWriting(true)}>
            {t('messageDots')}
          </Button>
        </p>
      )}
      <DataTable
        label={t('messages')}
        list={list}
        columns={columns}
        idOf={idOf}
        csv={{
          name: t('messagesFile', { id }),
          read: (signal, cut) => download('GET /api/console/message.csv', { query: { playerId: id, ...cut }, signal }),
        }}
        empty={[t('noMessages'), t('noMessagesHint')]}
      />
      {writing && <MessageDialog id={id} onDone={list.reload} onClose={() => setWriting(false)} />}
    </>
  )
}
