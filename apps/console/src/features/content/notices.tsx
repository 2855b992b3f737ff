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
import { t } from './texts.ts'
import { stateOf } from './words.ts'

const idOf = ({ id }: ConsoleNotice) => String(id)
const read = (asked: Asked) => call('GET /api/console/notice', { query: asked })

const columns: readonly Column<ConsoleNotice>[] = [
  {
    id: 'title',
    head: t('notice'),
    cell: ({ title, category, isPinned, isForced }) => (
      <>
        <b>{title}</b>
        <small>
          {[noticeCategoryWords[category], isPinned && t('pinned'), isForced && t('forcedShort')]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </>
    ),
  },
  { id: 'state', head: t('state'), cell: (row) => stateOf(row, clock.now()) },
  { id: 'start', head: t('start'), cell: ({ startAt }) => <span className="num">{formatDateTime(startAt)}</span> },
  {
    id: 'end',
    head: t('end'),
    cell: ({ endAt }) => <span className="num">{endAt === null ? t('none') : formatDateTime(endAt)}</span>,
  },
  {
    id: 'acks',
    head: t('confirmed'),
    align: 'right',
    cell: ({ isForced, acks }) => (isForced ? t('membersCount', { count: formatCount(acks) }) : '–'),
  },
]

/** Notices: written, scheduled, shown and withdrawn. */
export function Notices({ sub }: { sub: ReactNode }) {
  const list = usePaged<ConsoleNotice>(['notices'], read, { everyMs: 15_000, cutBy: 'all' })
  const [open, setOpen] = useState<number | null>(null)
  const [editing, setEditing] = useState<ConsoleNotice | 'new' | null>(null)
  const mayWrite = useMay('content')
  useKeys([{ key: 'n', label: t('newNotice'), run: () => setEditing('new') }], mayWrite && editing === null)
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
      title={t('title')}
      sub={sub}
      tools={
        mayWrite && (
          <Button size={36} onClick={() => setEditing('new')}>
            {t('newNotice')} <kbd>N</kbd>
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
        label={t('notices')}
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ state }) => (state === 'WITHDRAWN' ? 'done' : undefined)}
        empty={[t('noNotices'), t('noNoticesHint')]}
        csv={{
          name: t('notices'),
          read: (signal, cut) => download('GET /api/console/notice.csv', { query: cut, signal }),
        }}
      />
    </Page>
  )
}
