import { call, download } from '@maru/client/api/client'
import type { ListedApproval } from '@maru/contract'
import { Segmented } from '@maru/ui'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { Age, Left } from '../../parts/age.tsx'
import { kindWords } from '../../parts/approval-words.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { ApprovalPanel } from './approval-panel.tsx'
import { t } from './texts.ts'
import { stateOf, summaryOf } from './words.ts'

const views = [
  { value: 'PENDING', label: t('statusWaiting') },
  { value: 'FAILED,EXPIRED', label: t('notCarriedOut') },
] as const
type View = (typeof views)[number]['value']
const idOf = ({ id }: ListedApproval) => String(id)

const columns: readonly Column<ListedApproval>[] = [
  { id: 'kind', head: t('what'), cell: (row) => <b>{kindWords[row.kind]}</b> },
  {
    id: 'what',
    head: t('content'),
    cell: (row) => (
      <>
        {summaryOf(row)}
        <small>{row.reason ?? t('reasonInRequest')}</small>
      </>
    ),
  },
  { id: 'by', head: t('requestedBy'), cell: ({ requestedByName }) => requestedByName },
  {
    id: 'age',
    head: t('waited'),
    align: 'right',
    cell: ({ createdAt }) => <Age since={createdAt} lateMs={600_000} />,
  },
  {
    id: 'left',
    head: t('untilExpiry'),
    align: 'right',
    cell: (row) => (row.state === 'PENDING' ? <Left until={row.expiresAt} /> : stateOf(row)),
  },
]

/** What one person asked for and a second one has to agree to. */
export default function ApprovalsPage() {
  const [view, setView] = useState<View>('PENDING')
  const read = (asked: Asked) => call('GET /api/console/approvals', { query: { ...asked, stateStrs: view } })
  const list = usePaged(['approvals', view], read, { everyMs: deskPollMs, cutBy: 'all' })
  const [open, setOpen] = useState<number | null>(null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title={t('title')}
      sub={
        <>
          <Segmented label={t('show')} choices={views} value={view} onChange={(next: View) => setView(next)} />
          <span className="sub">{t('hint')}</span>
        </>
      }
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
        label={t('title')}
        list={list}
        filter={{
          value: { view: view === 'PENDING' ? '' : view },
          apply: (next) => setView(views.find(({ value }) => value === next['view'])?.value ?? 'PENDING'),
        }}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ state }) => (state === 'PENDING' ? undefined : 'done')}
        empty={[t('none'), t('noneHint')]}
        csv={{
          name: t('file'),
          read: (signal, cut) =>
            download('GET /api/console/approvals.csv', { query: { stateStrs: view, ...cut }, signal }),
        }}
      />
    </Page>
  )
}
