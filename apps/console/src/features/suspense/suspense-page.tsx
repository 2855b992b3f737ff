import { call, download } from '@maru/client/api/client'
import type { Suspense } from '@maru/contract'
import { suspenseCauseWords, suspenseStateWords } from '@maru/contract/desk-words'
import { formatDateTime, formatMoney, Segmented } from '@maru/ui'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age } from '../../parts/age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { SuspensePanel } from './suspense-panel.tsx'

const views = [
  { value: 'OPEN', label: '처리할 것' },
  { value: 'ASSIGNED,RETURNED', label: '처리됨' },
] as const
type View = (typeof views)[number]['value']
const idOf = ({ id }: Suspense) => String(id)

const columns: readonly Column<Suspense>[] = [
  {
    id: 'at',
    head: '들어온 때',
    cell: ({ createdAt, id }) => (
      <>
        <span className="num">{formatDateTime(createdAt)}</span>
        <small className="num">{id}</small>
      </>
    ),
  },
  {
    id: 'payer',
    head: '보낸 이 · 제공사',
    cell: ({ payer, provider, providerRef }) => (
      <>
        {payer || '이름 없음'}
        <small>
          {provider} {providerRef}
        </small>
      </>
    ),
  },
  {
    id: 'amount',
    head: '금액',
    align: 'right',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
  },
  { id: 'cause', head: '왜 모르는지', cell: ({ cause }) => suspenseCauseWords[cause] },
  { id: 'state', head: '상태', cell: ({ state }) => suspenseStateWords[state] },
  {
    id: 'age',
    head: '대기',
    align: 'right',
    cell: ({ createdAt, closedAt }) => (closedAt === null ? <Age since={createdAt} lateMs={86_400_000} /> : '–'),
  },
]

/** Money that came in and is nobody's yet: matched with a member, or sent back, by two persons. */
export default function SuspensePage() {
  const [view, setView] = useState<View>('OPEN')
  const read = (asked: Asked) => call('GET /api/console/suspense', { query: { statusStrs: view, ...asked } })
  const list = usePaged<Suspense>(['suspense', view], read, { everyMs: deskPollMs })
  const [open, setOpen] = useState<number | null>(null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title="미확인 입금"
      sub={<Segmented label="보기" choices={views} value={view} onChange={(next: View) => setView(next)} />}
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
        label="미확인 입금"
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        empty={['주인을 모르는 돈이 없습니다', '맞는 신청이 없는 입금이 들어오면 여기에 나타납니다.']}
        csv={{
          name: '미확인입금',
          read: (signal) => download('GET /api/console/suspense.csv', { query: { statusStrs: view }, signal }),
        }}
      />
    </Page>
  )
}
