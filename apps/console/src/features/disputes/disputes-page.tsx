import { call, download } from '@maru/client/api/client'
import type { DeskP2pOrder } from '@maru/contract'
import { p2pStateWords } from '@maru/contract/desk-words'
import { formatDateTime, formatKrw, formatUsdt, Segmented } from '@maru/ui'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age } from '../../parts/age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { DisputePanel } from './dispute-panel.tsx'
import { causeOf, sideWords } from './words.ts'

const views = [
  { value: 'DISPUTED', label: '분쟁' },
  { value: 'OPEN,ESCROWED,PAID', label: '진행 중' },
  { value: 'RELEASED,CANCELED,EXPIRED', label: '끝난 것' },
] as const
type View = (typeof views)[number]['value']
const idOf = ({ id }: DeskP2pOrder) => String(id)

const columns: readonly Column<DeskP2pOrder>[] = [
  {
    id: 'at',
    head: '주문',
    cell: ({ createdAt, id }) => (
      <>
        <span className="num">{formatDateTime(createdAt)}</span>
        <small className="num">{id}</small>
      </>
    ),
  },
  {
    id: 'who',
    head: '회원 · 판매자',
    cell: ({ name, merchant, side }) => (
      <>
        {name} {sideWords[side]}
        <small>{merchant}</small>
      </>
    ),
  },
  { id: 'won', head: '금액', align: 'right', cell: ({ won }) => <b>{formatKrw(won)}</b> },
  { id: 'point', head: 'USDT', align: 'right', cell: ({ point }) => formatUsdt(point) },
  {
    id: 'state',
    head: '상태',
    cell: (row) => (
      <>
        {p2pStateWords[row.state]}
        <small>{causeOf(row)}</small>
      </>
    ),
  },
  {
    id: 'age',
    head: '지난 시간',
    align: 'right',
    cell: ({ createdAt }) => <Age since={createdAt} lateMs={7_200_000} />,
  },
]

/** P2P orders: what both sides say of a dispute, what they sent, and who gets the coins. */
export default function DisputesPage() {
  const [view, setView] = useState<View>('DISPUTED')
  const read = (asked: Asked) => call('GET /api/console/p2p', { query: { statusStrs: view, ...asked } })
  const list = usePaged<DeskP2pOrder>(['p2p', view], read, { everyMs: deskPollMs })
  const [open, setOpen] = useState<number | null>(null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title="P2P 분쟁"
      sub={<Segmented label="보기" choices={views} value={view} onChange={(next: View) => setView(next)} />}
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
        label="P2P 주문"
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        empty={['주문이 없습니다', '회원이나 판매자가 분쟁을 내면 여기에 나타납니다.']}
        csv={{
          name: 'P2P',
          read: (signal) => download('GET /api/console/p2p.csv', { query: { statusStrs: view }, signal }),
        }}
      />
    </Page>
  )
}
