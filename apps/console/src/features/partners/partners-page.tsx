import { call, download } from '@maru/client/api/client'
import type { PartnerRow } from '@maru/contract'
import { Button, formatCount, formatDateTime, Segmented } from '@maru/ui'
import { type ReactNode, useState } from 'react'
import { clock } from '../../live/live.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { CreatePartnerDialog } from './create-dialog.tsx'
import { levelText, ratesText, StatusBadge } from './partner-cells.tsx'
import { PartnerPanel } from './partner-panel.tsx'
import { t } from './texts.ts'
import { WeekPage } from './week-page.tsx'
import { mondayOf } from './weeks.ts'
import './partners.css'

const idOf = ({ id }: PartnerRow) => String(id)
const columns: readonly Column<PartnerRow>[] = [
  { id: 'level', head: t('level'), cell: ({ level }) => levelText(level) },
  { id: 'name', head: t('partner'), cell: ({ name }) => <b>{name}</b> },
  { id: 'code', head: t('code'), cell: ({ code }) => <span className="num">{code}</span> },
  { id: 'parent', head: t('parent'), cell: ({ parentId }) => <span className="num">{parentId ?? '–'}</span> },
  {
    id: 'rates',
    head: t('rates'),
    align: 'right',
    cell: (row) => <span className="num">{ratesText(row)}</span>,
  },
  {
    id: 'members',
    head: t('members'),
    align: 'right',
    cell: ({ memberCount }) => <span className="num">{formatCount(memberCount)}</span>,
  },
  {
    id: 'made',
    head: t('madeAt'),
    isExtra: true,
    align: 'right',
    cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span>,
  },
  { id: 'status', head: t('status'), align: 'right', cell: ({ status }) => <StatusBadge status={status} /> },
]

const levels = [
  { value: '', label: t('allLevels') },
  ...[1, 2, 3, 4].map((level) => ({ value: String(level), label: levelText(level) })),
]

const views = [
  { value: 'codes', label: t('codes') },
  { value: 'week', label: t('week') },
] as const
type View = (typeof views)[number]['value']

/** Partners of the site: their codes and states, and what each week owes them. */
export default function PartnersPage() {
  const [view, setView] = useState<View>('codes')
  const choice = <Segmented label={t('view')} choices={views} value={view} onChange={(next: View) => setView(next)} />
  if (view === 'codes') return <Codes views={choice} />
  return (
    <Page title={t('title')} sub={<span className="sub">{t('shareIs')}</span>} tools={choice}>
      <WeekPage monday={mondayOf(clock.now())} />
    </Page>
  )
}

/** Partners of the site by level; who stands below one is shown beside him. */
function Codes({ views }: { views: ReactNode }) {
  const [level, setLevel] = useState('')
  const [open, setOpen] = useState<PartnerRow | null>(null)
  const [isCreating, setCreating] = useState(false)
  const may = useMay('partners')
  const wanted = level === '' ? {} : { level }
  const list = usePaged<PartnerRow>(['partners', level], (asked: Asked) =>
    call('GET /api/console/partner', { query: { ...asked, ...wanted } }),
  )
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open?.id)
  return (
    <Page
      title={t('title')}
      sub={<span className="sub">{t('codeStays')}</span>}
      tools={
        <>
          {views}
          <Segmented
            label={t('level')}
            choices={levels}
            value={level}
            onChange={(next: string) => {
              setOpen(null)
              setLevel(next)
            }}
          />
          {may && <Button onClick={() => setCreating(true)}>{t('createDots')}</Button>}
        </>
      }
      side={
        open && (
          <PartnerPanel
            key={open.id}
            row={open}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by] ?? null) }}
            onOpen={setOpen}
            onClose={() => setOpen(null)}
            onChanged={() => {
              setOpen(null)
              list.reload()
            }}
          />
        )
      }
    >
      <DataTable
        label={t('title')}
        list={list}
        columns={columns}
        idOf={idOf}
        selected={open === null ? null : String(open.id)}
        onSelect={setOpen}
        toneOf={({ status }) => (status === 'SUSPENDED' ? 'done' : undefined)}
        empty={[t('none'), t('noneHint')]}
        csv={{
          name: t('file'),
          read: (signal) => download('GET /api/console/partner.csv', { query: wanted, signal }),
        }}
      />
      {isCreating && <CreatePartnerDialog onDone={list.reload} onClose={() => setCreating(false)} />}
    </Page>
  )
}
