import { call, download } from '@maru/client/api/client'
import type { DeskP2pOrder } from '@maru/contract'
import { formatDateTime, formatKrw, formatUsdt, Segmented } from '@maru/ui'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age } from '../../parts/age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Marks } from '../../parts/marks.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { DisputePanel } from './dispute-panel.tsx'
import { t } from './texts.ts'
import { causeOf, sideWords, stateOf } from './words.ts'

const views = [
  { value: 'DISPUTED', label: t('dispute') },
  { value: 'OPEN,ESCROWED,PAID', label: t('running') },
  { value: 'RELEASED,CANCELED,EXPIRED', label: t('over') },
] as const
type View = (typeof views)[number]['value']
const idOf = ({ id }: DeskP2pOrder) => String(id)

const columns: readonly Column<DeskP2pOrder>[] = [
  {
    id: 'at',
    head: t('orderShort'),
    cell: ({ createdAt, id }) => (
      <>
        <span className="num">{formatDateTime(createdAt)}</span>
        <small className="num">{id}</small>
      </>
    ),
  },
  {
    id: 'who',
    head: t('memberMerchant'),
    cell: ({ name, merchant, side, marks }) => (
      <>
        {name} {sideWords[side]} <Marks marks={marks} />
        <small>{merchant}</small>
      </>
    ),
  },
  { id: 'won', head: t('amount'), align: 'right', cell: ({ won }) => <b>{formatKrw(won)}</b> },
  { id: 'point', head: 'USDT', align: 'right', cell: ({ point }) => formatUsdt(point) },
  {
    id: 'state',
    head: t('status'),
    cell: (row) => (
      <>
        {stateOf(row)}
        <small>{row.escalatedAt === null ? causeOf(row) : t('late')}</small>
      </>
    ),
  },
  {
    id: 'age',
    head: t('age'),
    align: 'right',
    cell: ({ createdAt }) => <Age since={createdAt} lateMs={7_200_000} />,
  },
]

/** P2P orders: what both sides say of a dispute, what they sent, and who gets the coins. */
export default function DisputesPage() {
  const [view, setView] = useState<View>('DISPUTED')
  const [q, setQ] = useState('')
  const wanted = { statusStrs: view, ...(q !== '' && { q }) }
  const read = (asked: Asked) => call('GET /api/console/p2p', { query: { ...wanted, ...asked } })
  const list = usePaged<DeskP2pOrder>(['p2p', view, q], read, { everyMs: deskPollMs, cutBy: 'days' })
  const apply = (next: Readonly<Record<string, string>>) => {
    setView(views.find(({ value }) => value === next['view'])?.value ?? 'DISPUTED')
    setQ(next['q'] ?? '')
  }
  const [open, setOpen] = useState<number | null>(null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title={t('title')}
      sub={<Segmented label={t('show')} choices={views} value={view} onChange={(next: View) => setView(next)} />}
      tools={<SearchField key={q} label={t('find')} placeholder={t('findHint')} value={q} onSearch={setQ} />}
      side={
        row && (
          <DisputePanel
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
        label={t('order')}
        list={list}
        filter={{ value: { view: view === 'DISPUTED' ? '' : view, q }, apply }}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        empty={q === '' ? [t('none'), t('noneHint')] : [t('noMatch'), t('noMatchHint')]}
        csv={{
          name: 'P2P',
          read: (signal, cut) => download('GET /api/console/p2p.csv', { query: { ...wanted, ...cut }, signal }),
        }}
      />
    </Page>
  )
}
