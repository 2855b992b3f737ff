import { call, download } from '@maru/client/api/client'
import type { ListedApproval } from '@maru/contract'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age, Left } from '../../parts/age.tsx'
import { kindWords } from '../../parts/approval-words.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { usePaged } from '../../parts/paged.ts'
import { ApprovalPanel } from './approval-panel.tsx'
import { stateOf, summaryOf } from './words.ts'

const read = (asked: { page: string; size: string }) => call('GET /api/console/approvals', { query: asked })
const idOf = ({ id }: ListedApproval) => String(id)

const columns: readonly Column<ListedApproval>[] = [
  { id: 'kind', head: '무엇을', cell: (row) => <b>{kindWords[row.kind]}</b> },
  {
    id: 'what',
    head: '내용',
    cell: (row) => (
      <>
        {summaryOf(row)}
        <small>{row.reason ?? '사유는 신청 기록에 있습니다'}</small>
      </>
    ),
  },
  { id: 'by', head: '요청한 직원', cell: ({ requestedByName }) => requestedByName },
  {
    id: 'age',
    head: '기다린 시간',
    align: 'right',
    cell: ({ createdAt }) => <Age since={createdAt} lateMs={600_000} />,
  },
  {
    id: 'left',
    head: '만료까지',
    align: 'right',
    cell: (row) => (row.state === 'PENDING' ? <Left until={row.expiresAt} /> : stateOf(row)),
  },
]

/** What one person asked for and a second one has to agree to. */
export default function ApprovalsPage() {
  const list = usePaged(['approvals'], read, { everyMs: deskPollMs })
  const [open, setOpen] = useState<number | null>(null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title="승인 대기"
      sub={<span className="sub">한 사람이 요청하고 다른 사람이 승인합니다</span>}
      side={
        row && (
          <ApprovalPanel
            key={row.id}
            row={row}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by]?.id ?? null) }}
            onClose={() => setOpen(null)}
            onDecided={list.reload}
          />
        )
      }
    >
      <DataTable
        label="승인 대기"
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ state }) => (state === 'PENDING' ? undefined : 'done')}
        empty={['기다리는 승인이 없습니다', '두 사람이 필요한 일이 요청되면 여기에 나타납니다.']}
        csv={{ name: '승인대기', read: (signal) => download('GET /api/console/approvals.csv', { signal }) }}
      />
    </Page>
  )
}
