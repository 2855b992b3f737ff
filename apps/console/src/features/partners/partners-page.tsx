import { call, download } from '@maru/client/api/client'
import type { PartnerRow } from '@maru/contract'
import { formatCount, formatDateTime, Segmented } from '@maru/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { levelText, ratesText, StatusBadge } from './partner-cells.tsx'
import { PartnerPanel } from './partner-panel.tsx'
import { t } from './texts.ts'
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

/** Partners of the site by level; who stands below one is shown beside him. */
export default function PartnersPage() {
  const [level, setLevel] = useState('')
  const [open, setOpen] = useState<PartnerRow | null>(null)
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
        <Segmented
          label={t('level')}
          choices={levels}
          value={level}
          onChange={(next: string) => {
            setOpen(null)
            setLevel(next)
          }}
        />
      }
      side={
        open && (
          <PartnerPanel
            key={open.id}
            row={open}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by] ?? null) }}
            onOpen={setOpen}
            onClose={() => setOpen(null)}
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
    </Page>
  )
}
