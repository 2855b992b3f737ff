import { call, download } from '@maru/client/api/client'
import type { Suspense } from '@maru/contract'
import { formatDateTime, formatMoney, Segmented } from '@maru/ui'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age } from '../../parts/age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { suspenseCauseWords, suspenseStateWords } from '../../parts/desk-words.ts'
import { Marks } from '../../parts/marks.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { SuspensePanel } from './suspense-panel.tsx'
import { t } from './texts.ts'

const views = [
  { value: 'todo', label: t('todo') },
  { value: 'asked', label: t('asked') },
  { value: 'done', label: t('done') },
] as const
const wantedBy = {
  todo: { statusStrs: 'OPEN', isAsked: 'false' },
  asked: { statusStrs: 'OPEN', isAsked: 'true' },
  done: { statusStrs: 'ASSIGNED,RETURNED,REORGED,OFFSET,WRITTEN_OFF' },
} as const
type View = (typeof views)[number]['value']
const idOf = ({ id }: Suspense) => String(id)

const columns: readonly Column<Suspense>[] = [
  {
    id: 'at',
    head: t('arrived'),
    cell: ({ createdAt, id }) => (
      <>
        <span className="num">{formatDateTime(createdAt)}</span>
        <small className="num">{id}</small>
      </>
    ),
  },
  {
    id: 'payer',
    head: t('senderProvider'),
    cell: ({ payer, provider, providerRef }) => (
      <>
        {payer || t('noName')}
        <small>
          {provider} {providerRef}
        </small>
      </>
    ),
  },
  {
    id: 'amount',
    head: t('amount'),
    align: 'right',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
  },
  {
    id: 'cause',
    head: t('whyUnknown'),
    cell: ({ cause, marks }) => (
      <>
        {suspenseCauseWords[cause]} <Marks marks={marks} />
      </>
    ),
  },
  { id: 'state', head: t('status'), cell: ({ state }) => suspenseStateWords[state] },
  {
    id: 'age',
    head: t('waiting'),
    align: 'right',
    cell: ({ createdAt, closedAt }) => (closedAt === null ? <Age since={createdAt} lateMs={86_400_000} /> : '–'),
  },
]

/** Money that came in and is nobody's yet: matched with a member, or sent back, by two persons. */
export default function SuspensePage() {
  const [view, setView] = useState<View>('todo')
  const [q, setQ] = useState('')
  const wanted = { ...wantedBy[view], ...(q !== '' && { q }) }
  const read = (asked: Asked) => call('GET /api/console/suspense', { query: { ...wanted, ...asked } })
  const list = usePaged<Suspense>(['suspense', view, q], read, { everyMs: deskPollMs, cutBy: 'days' })
  const apply = (next: Readonly<Record<string, string>>) => {
    setView(views.find(({ value }) => value === next['view'])?.value ?? 'todo')
    setQ(next['q'] ?? '')
  }
  const [open, setOpen] = useState<number | null>(null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title={t('money')}
      sub={<Segmented label={t('show')} choices={views} value={view} onChange={(next: View) => setView(next)} />}
      tools={<SearchField key={q} label={t('find')} placeholder={t('findHint')} value={q} onSearch={setQ} />}
      side={
        row && (
          <SuspensePanel
            key={row.id}
            row={row}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by]?.id ?? null) }}
            onClose={() => setOpen(null)}
            onChanged={list.reload}
          />
        )
      }
    >
      <DataTable
        label={t('money')}
        list={list}
        filter={{ value: { view: view === 'todo' ? '' : view, q }, apply }}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        empty={q === '' ? [t('none'), t('noneHint')] : [t('noMatch'), t('noMatchHint')]}
        csv={{
          name: t('file'),
          read: (signal, cut) => download('GET /api/console/suspense.csv', { query: { ...wanted, ...cut }, signal }),
        }}
      />
    </Page>
  )
}
