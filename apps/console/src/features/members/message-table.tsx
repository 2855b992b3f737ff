import { call, download } from '@maru/client/api/client'
import type { DeskMessage } from '@maru/contract'
import { Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useMay } from '../../parts/may.tsx'
import { usePaged } from '../../parts/paged.ts'
import { MessageDialog } from './message-dialog.tsx'

const idOf = ({ id }: DeskMessage) => String(id)
const stateOf = ({ isDeleted, isRead }: DeskMessage) => (isDeleted ? '삭제함' : isRead ? '읽음' : '읽지 않음')
const columns: readonly Column<DeskMessage>[] = [
  { id: 'at', head: '때', cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span> },
  { id: 'title', head: '제목', cell: ({ title }) => title },
  { id: 'content', head: '내용', cell: ({ content }) => content },
  { id: 'by', head: '보낸 이', cell: ({ createdBy }) => (createdBy === null ? '하우스' : `직원 ${createdBy}`) },
  { id: 'state', head: '상태', cell: stateOf },
]

/** Messages that a member got, the newest first, and the way to send him one. */
export function MessageTable({ id }: { id: string }) {
  const [writing, setWriting] = useState(false)
  const may = useMay('content')
  const list = usePaged<DeskMessage>(['member-message', id], (query) =>
    call('GET /api/console/message', { query: { ...query, playerId: id } }),
  )
  return (
    <>
      {may && (
        <p className="mb-send">
          <Button size={36} onClick={() => setWriting(true)}>
            쪽지 보내기…
          </Button>
        </p>
      )}
      <DataTable
        label="쪽지"
        list={list}
        columns={columns}
        idOf={idOf}
        csv={{
          name: `회원-${id}-쪽지`,
          read: (signal) => download('GET /api/console/message.csv', { query: { playerId: id }, signal }),
        }}
        empty={['쪽지가 없습니다', '보낸 쪽지는 90일 동안 여기에 남습니다.']}
      />
      {writing && <MessageDialog id={id} onDone={list.reload} onClose={() => setWriting(false)} />}
    </>
  )
}
