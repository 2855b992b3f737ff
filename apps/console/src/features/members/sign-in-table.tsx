import { call, download } from '@maru/client/api/client'
import type { DeskSession } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { usePaged } from '../../parts/paged.ts'
import { t } from './texts.ts'

const idOf = ({ id }: DeskSession) => String(id)
const time = (at: number | null) => <span className="num">{at === null ? '–' : formatDateTime(at)}</span>
const columns: readonly Column<DeskSession>[] = [
  { id: 'at', head: t('signIns'), cell: ({ createdAt }) => time(createdAt) },
  { id: 'device', head: t('device'), cell: ({ device }) => device },
  { id: 'ip', head: 'IP', cell: ({ ip }) => <span className="num">{ip}</span> },
  { id: 'seen', head: t('lastUsed'), cell: ({ lastSeenAt }) => time(lastSeenAt) },
  { id: 'end', head: t('over'), cell: ({ endedAt }) => time(endedAt) },
  { id: 'why', head: t('whyOver'), cell: ({ endReason, endedAt }) => (endedAt === null ? t('open') : endReason) },
]

/** Sign-ins of a member, the newest first. */
export function SignInTable({ id }: { id: string }) {
  const list = usePaged<DeskSession>(
    ['member-sign-in', id],
    (query) => call('GET /api/console/member/:id/sign-in', { params: { id }, query }),
    { cutBy: 'all' },
  )
  return (
    <DataTable
      label={t('signIns')}
      list={list}
      columns={columns}
      idOf={idOf}
      csv={{
        name: t('signInsFile', { id }),
        read: (signal, cut) =>
          download('GET /api/console/member/:id/sign-in.csv', { params: { id }, query: cut, signal }),
      }}
      empty={[t('noSignIns'), t('noSignInsHint')]}
    />
  )
}
