import { call, download } from '@maru/client/api/client'
import type { StaffRow } from '@maru/contract'
import { Badge, Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { roleWords, useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { Caps } from './caps.tsx'
import { CreateStaffDialog } from './create-staff-dialog.tsx'
import { Rights } from './rights.tsx'
import { StaffPanel } from './staff-panel.tsx'
import './staff.css'

const idOf = ({ id }: StaffRow) => String(id)
const read = (query: Asked) => call('GET /api/console/staff', { query })

const columns: readonly Column<StaffRow>[] = [
  { id: 'name', head: '이름', cell: ({ name }) => <b>{name}</b> },
  { id: 'username', head: '아이디', cell: ({ username }) => username },
  {
    id: 'role',
    head: '역할',
    cell: ({ role }) => (
      <>
        {roleWords[role]} <span className="dim">{role}</span>
      </>
    ),
  },
  {
    id: 'sites',
    head: '사이트',
    isExtra: true,
    cell: ({ siteIds }) => <span className="num">{siteIds.join(', ')}</span>,
  },
  {
    id: 'totp',
    head: '인증 앱',
    cell: ({ isTotpOn, disabledAt }) =>
      disabledAt !== null ? (
        <Badge>중지</Badge>
      ) : (
        <Badge tone={isTotpOn ? 'ok' : 'warn'}>{isTotpOn ? '등록' : '없음'}</Badge>
      ),
  },
  {
    id: 'seen',
    isExtra: true,
    head: '최근',
    align: 'right',
    cell: ({ lastSeenAt }) => <span className="num">{lastSeenAt === null ? '–' : formatDateTime(lastSeenAt)}</span>,
  },
]

/** Staff and what each role may do. Every change of staff takes two SUPERs. */
export default function StaffPage() {
  const list = usePaged<StaffRow>(['staff'], read)
  const [open, setOpen] = useState<number | null>(null)
  const [making, setMaking] = useState(false)
  const mayMake = useMay('staff')
  useKeys([{ key: 'n', label: '직원 추가', run: () => setMaking(true) }], mayMake)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title="직원 · 권한"
      sub={<span className="sub">직원 {list.total}명</span>}
      tools={
        mayMake && (
          <Button size={36} tone="primary" onClick={() => setMaking(true)}>
            직원 추가 <kbd>N</kbd>
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
        label="직원"
        list={list}
        columns={columns}
        idOf={idOf}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ disabledAt }) => (disabledAt === null ? undefined : 'done')}
        empty={['직원이 없습니다', '직원을 추가하면 여기에 나타납니다.']}
        csv={{ name: '직원', read: (signal) => download('GET /api/console/staff.csv', { signal }) }}
      />
      <Caps />
      <Rights role={row?.role ?? null} />
      {making && <CreateStaffDialog onDone={list.reload} onClose={() => setMaking(false)} />}
    </Page>
  )
}
