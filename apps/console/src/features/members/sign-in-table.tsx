import { call, download } from '@maru/client/api/client'
import type { DeskSession } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { usePaged } from '../../parts/paged.ts'

const idOf = ({ id }: DeskSession) => String(id)
const time = (at: number | null) => <span className="num">{at === null ? '–' : formatDateTime(at)}</span>
const columns: readonly Column<DeskSession>[] = [
  { id: 'at', head: '로그인', cell: ({ createdAt }) => time(createdAt) },
  { id: 'device', head: '기기', cell: ({ device }) => device },
  { id: 'ip', head: 'IP', cell: ({ ip }) => <span className="num">{ip}</span> },
  { id: 'seen', head: '마지막 사용', cell: ({ lastSeenAt }) => time(lastSeenAt) },
  { id: 'end', head: '끝', cell: ({ endedAt }) => time(endedAt) },
  { id: 'why', head: '끝난 까닭', cell: ({ endReason, endedAt }) => (endedAt === null ? '열림' : endReason) },
]

/** Sign-ins of a member, the newest first. */
export function SignInTable({ id }: { id: string }) {
  const list = usePaged<DeskSession>(['member-sign-in', id], (query) =>
    call('GET /api/console/member/:id/sign-in', { params: { id }, query }),
  )
  return (
    <DataTable
      label="로그인"
      list={list}
      columns={columns}
      idOf={idOf}
      csv={{
        name: `회원-${id}-로그인`,
        read: (signal) => download('GET /api/console/member/:id/sign-in.csv', { params: { id }, signal }),
      }}
      empty={['로그인한 적이 없습니다', '로그인하면 기기와 IP가 여기에 남습니다.']}
    />
  )
}
