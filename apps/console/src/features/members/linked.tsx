import { call } from '@maru/client/api/client'
import { Button, Empty, formatDateTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { GroupDialog, type GroupEdit } from './group-dialog.tsx'

const traitWords = {
  IDENTITY: '같은 본인',
  DEVICE: '같은 기기',
  BANK: '같은 계좌',
  ADDRESS: '같은 주소',
  IP: '같은 IP',
} as const
const editWords = { EXEMPT: '단서 제외', JOIN: '연결', SPLIT: '분리' } as const

/** The members that belong together with one, why, and what staff decided about it. */
export function Linked({ id }: { id: string }) {
  const siteId = useSiteId()
  const mayEdit = useMay('riskGroups')
  const [edit, setEdit] = useState<GroupEdit | null>(null)
  const query = useQuery({
    queryKey: ['member-group', siteId, id],
    queryFn: () => call('GET /api/console/member/:id/group', { params: { id } }),
  })
  const group = query.data
  if (query.isError) return <Empty title="연결을 불러오지 못했습니다">{errorText(query.error)}</Empty>
  if (!group) return <Skeleton width="100%" height={160} />
  return (
    <section className="panel grow pad-all mb-links">
      {group.members.length <= 1 && <Empty title="연결된 회원이 없습니다">같은 기기나 계좌를 쓰면 나타납니다.</Empty>}
      <ul aria-label="연결된 회원">
        {group.members
          .filter((member) => String(member.id) !== id)
          .map((member) => (
            <li key={member.id}>
              <Link to={`/members/${member.id}`}>
                <b>{member.name}</b> <span className="dim">{member.username}</span>
              </Link>
              {mayEdit && (
                <Button size={36} onClick={() => setEdit({ kind: 'SPLIT', otherId: member.id })}>
                  떼기…
                </Button>
              )}
            </li>
          ))}
        {group.elsewhere > 0 && <li className="dim">다른 사이트에 {group.elsewhere}명이 더 있습니다</li>}
      </ul>
      <ul aria-label="연결의 단서">
        {group.traits.map(({ kind, hash, count, joins, exemptBy }) => (
          <li key={`${kind}-${hash}`}>
            <b>{traitWords[kind]}</b>
            <Link to={`/members?q=${hash.slice(0, 16)}`}>
              <code>{hash.slice(0, 10)}</code>
            </Link>
            <span className="dim">
              {count}명 · {joins ? '연결함' : exemptBy === null ? '연결하지 않음' : '제외됨'}
            </span>
            {mayEdit && joins && (
              <Button size={36} onClick={() => setEdit({ kind: 'EXEMPT', trait: kind, hash })}>
                제외…
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ul aria-label="직원의 결정">
        {group.edits.map((one) => (
          <li key={one.id}>
            <b>{editWords[one.kind]}</b>
            <span className="dim">
              {one.reason} · 직원 {one.staffId}, {one.approvedBy} · {formatDateTime(one.createdAt)}
            </span>
            {mayEdit && (
              <Button size={36} onClick={() => setEdit({ kind: 'UNDO', editId: one.id })}>
                되돌리기…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <p>
          <Button size={36} onClick={() => setEdit({ kind: 'JOIN', otherId: null })}>
            다른 회원과 잇기…
          </Button>
        </p>
      )}
      {edit !== null && (
        <GroupDialog id={id} edit={edit} onDone={() => void query.refetch()} onClose={() => setEdit(null)} />
      )}
    </section>
  )
}
