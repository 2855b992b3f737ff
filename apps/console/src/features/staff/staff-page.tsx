import { call, download } from '@maru/client/api/client'
import type { ListedStaff } from '@maru/contract'
import { Badge, Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { roleWords } from '../../parts/table-words.ts'
import { Caps } from './caps.tsx'
import { CreateStaffDialog } from './create-staff-dialog.tsx'
import { Rights } from './rights.tsx'
import { StaffPanel } from './staff-panel.tsx'
import { t } from './texts.ts'
import './staff.css'

const idOf = ({ id }: ListedStaff) => String(id)
const read = (query: Asked) => call('GET /api/console/staff', { query })

const columns: readonly Column<ListedStaff>[] = [
  { id: 'name', head: t('name'), cell: ({ name }) => <b>{name}</b> },
  { id: 'username', head: t('username'), cell: ({ username }) => username },
  {
    id: 'role',
    head: t('role'),
    cell: ({ role }) => (
      <>
        {roleWords[role]} <span className="dim">{role}</span>
      </>
    ),
  },
  {
    id: 'sites',
    head: t('site'),
    isExtra: true,
    cell: ({ siteIds }) => <span className="num">{siteIds.join(', ')}</span>,
  },
  {
    id: 'totp',
    head: t('app'),
    cell: ({ isTotpOn, disabledAt }) =>
      disabledAt !== null ? (
        <Badge>{t('stopped')}</Badge>
      ) : (
        <Badge tone={isTotpOn ? 'ok' : 'warn'}>{isTotpOn ? t('registered') : t('none')}</Badge>
      ),
  },
  {
    id: 'sessions',
    isExtra: true,
    head: t('sessionCount'),
    align: 'right',
    cell: ({ sessions }) => <span className="num">{sessions}</span>,
  },
  {
    id: 'seen',
    isExtra: true,
    head: t('recent'),
    align: 'right',
    cell: ({ lastSeenAt }) => <span className="num">{lastSeenAt === null ? '–' : formatDateTime(lastSeenAt)}</span>,
  },
]

/** Staff and what each role may do. Every change of staff takes two SUPERs. */
export default function StaffPage() {
  const list = usePaged<ListedStaff>(['staff'], read, { cutBy: 'all' })
  const [open, setOpen] = useState<number | null>(null)
  const [making, setMaking] = useState(false)
  const mayMake = useMay('staff')
  useKeys([{ key: 'n', label: t('add'), run: () => setMaking(true) }], mayMake)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title={t('partStaff')}
      sub={
        <span className="sub">
          {t('countOf', { total: list.total, online: rows.filter(({ sessions }) => sessions > 0).length })}
        </span>
      }
      tools={
        mayMake && (
          <Button size={36} tone="primary" onClick={() => setMaking(true)}>
            {t('add')} <kbd>N</kbd>
          </Button>
        )
      }
      side={
        row && (
          <StaffPanel
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
        label={t('staff')}
        list={list}
        columns={columns}
        idOf={idOf}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ disabledAt }) => (disabledAt === null ? undefined : 'done')}
        empty={[t('noStaff'), t('noStaffHint')]}
        csv={{
          name: t('staff'),
          read: (signal, cut) => download('GET /api/console/staff.csv', { query: cut, signal }),
        }}
      />
      <Caps />
      <Rights role={row?.role ?? null} />
      {making && <CreateStaffDialog onDone={list.reload} onClose={() => setMaking(false)} />}
    </Page>
  )
}
