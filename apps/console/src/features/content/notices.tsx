import { call, download } from '@maru/client/api/client'
import type { ConsoleNotice } from '@maru/contract'
import { Button, formatCount, formatDateTime } from '@maru/ui'
import { type ReactNode, useState } from 'react'
import { clock } from '../../live/live.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { noticeCategoryWords } from '../../parts/desk-words.ts'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import NoticeEditor from './notice-editor.tsx'
import { NoticePanel } from './notice-panel.tsx'
import { stateOf } from './words.ts'

const idOf = ({ id }: ConsoleNotice) => String(id)
const read = (asked: Asked) => call('GET /api/console/notice', { query: asked })

const columns: readonly Column<ConsoleNotice>[] = [
  {
    id: 'title',
    head: '공지',
    cell: ({ title, category, isPinned, isForced }) => (
      <>
        <b>{title}</b>
        <small>
          {[noticeCategoryWords[category], isPinned && '고정', isForced && '강제'].filter(Boolean).join(' · ')}
        </small>
      </>
    ),
  },
  { id: 'state', head: '상태', cell: (row) => stateOf(row, clock.now()) },
  { id: 'start', head: '시작', cell: ({ startAt }) => <span className="num">{formatDateTime(startAt)}</span> },
  {
    id: 'end',
    head: '끝',
    cell: ({ endAt }) => <span className="num">{endAt === null ? '없음' : formatDateTime(endAt)}</span>,
  },
  {
    id: 'acks',
    head: '확인',
    align: 'right',
    cell: ({ isForced, acks }) => (isForced ? `${formatCount(acks)}명` : '–'),
  },
]

/** Notices: written, scheduled, shown and withdrawn. */
export function Notices({ sub }: { sub: ReactNode }) {
  const list = usePaged<ConsoleNotice>(['notices'], read, { everyMs: 15_000 })
  const [open, setOpen] = useState<number | null>(null)
  const [editing, setEditing] = useState<ConsoleNotice | 'new' | null>(null)
  const mayWrite = useMay('content')
  useKeys([{ key: 'n', label: '새 공지', run: () => setEditing('new') }], mayWrite && editing === null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  if (editing !== null) {
    const close = () => {
      setEditing(null)
      list.reload()
    }
    return <NoticeEditor row={editing === 'new' ? null : editing} onClose={close} />
  }
  return (
    <Page
      title="콘텐츠"
      sub={sub}
      tools={
        mayWrite && (
          <Button size={36} onClick={() => setEditing('new')}>
            새 공지 <kbd>N</kbd>
          </Button>
        )
      }
      side={
        row && (
          <NoticePanel
            key={row.id}
            row={row}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by]?.id ?? null) }}
            onEdit={() => setEditing(row)}
            onClose={() => setOpen(null)}
            onChanged={list.reload}
          />
        )
      }
    >
      <DataTable
        label="공지"
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ state }) => (state === 'WITHDRAWN' ? 'done' : undefined)}
        empty={['공지가 없습니다', '새 공지를 쓰면 여기에 나타납니다.']}
        csv={{ name: '공지', read: (signal) => download('GET /api/console/notice.csv', { signal }) }}
      />
    </Page>
  )
}
