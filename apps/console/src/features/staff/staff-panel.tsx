import { call } from '@maru/client/api/client'
import type { StaffRow } from '@maru/contract'
import { Badge, Button, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For, roleWords } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useMe, useSiteId } from '../../session/staff.ts'
import { CapDialog } from './cap-dialog.tsx'
import { RoleFields } from './role-fields.tsx'

interface Props {
  row: StaffRow
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}
type Act = 'role' | 'totp' | 'disable' | 'cap'

/** One member of staff, and the changes of him that two SUPERs make. */
export function StaffPanel({ row, place, onClose, onChanged }: Props) {
  const me = useMe()
  const [act, setAct] = useState<Act | null>(null)
  const canChange = row.disabledAt === null && row.id !== me.memberId
  return (
    <SidePanel
      title={row.name}
      badges={<Badge>{roleWords[row.role]}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        canChange && (
          <For permission="staff" what="직원 변경">
            <div className="staff-acts">
              <Button onClick={() => setAct('disable')}>사용 중지…</Button>
              <Button onClick={() => setAct('totp')}>인증 앱 초기화…</Button>
              <Button onClick={() => setAct('cap')}>한도…</Button>
              <Button onClick={() => setAct('role')}>역할 바꾸기…</Button>
            </div>
          </For>
        )
      }
    >
      <dl className="kv">
        <dt>아이디</dt>
        <dd>{row.username}</dd>
        <dt>번호</dt>
        <dd className="num">{row.id}</dd>
        <dt>사이트</dt>
        <dd className="num">{row.siteIds.join(', ')}</dd>
        <dt>인증 앱</dt>
        <dd>{row.isTotpOn ? '등록' : '없음'}</dd>
        <dt>만든 때</dt>
        <dd className="num">{formatDateTime(row.createdAt)}</dd>
        <dt>사용 중지</dt>
        <dd className="num">{row.disabledAt === null ? '아니요' : formatDateTime(row.disabledAt)}</dd>
        <dt>거래</dt>
        <dd>막힘 · 직원 계정</dd>
      </dl>
      {act !== null && <StaffAct row={row} act={act} onDone={onChanged} onClose={() => setAct(null)} />}
    </SidePanel>
  )
}

function StaffAct({ row, act, onDone, onClose }: { row: StaffRow; act: Act; onDone: () => void; onClose: () => void }) {
  const [role, setRole] = useState(row.role)
  const [siteIds, setSiteIds] = useState<readonly number[]>(row.siteIds)
  const params = { id: String(row.id) }
  const shared = { confirm: '두 번째 승인 요청', done: '요청했습니다', onDone, onClose }
  if (act === 'role') {
    const isSame = role === row.role && siteIds.join() === row.siteIds.join()
    return (
      <ActionDialog
        {...shared}
        title={`${row.name}의 역할을 바꿉니다`}
        missing={siteIds.length === 0 ? '사이트를 골라 주세요' : isSame ? '바뀐 것이 없습니다' : null}
        changes={[
          { name: '역할', before: roleWords[row.role], after: roleWords[role] },
          { name: '사이트', before: row.siteIds.join(', '), after: siteIds.join(', ') },
        ]}
        run={({ reason, key }) =>
          call('POST /api/console/staff/:id/role', { params, body: { reason, role, siteIds: [...siteIds] }, key })
        }
      >
        <RoleFields role={role} onRole={setRole} siteIds={siteIds} onSites={setSiteIds} />
      </ActionDialog>
    )
  }
  if (act === 'cap') return <OwnCap row={row} onDone={onDone} onClose={onClose} />
  if (act === 'totp')
    return (
      <ActionDialog
        {...shared}
        title={`${row.name}의 인증 앱을 초기화합니다`}
        changes={[{ name: '인증 앱', before: row.isTotpOn ? '등록' : '없음', after: '없음 · 모든 로그인 끊음' }]}
        canned={['휴대폰을 바꾸었고 영상 통화로 확인했습니다']}
        run={({ reason, key }) => call('POST /api/console/staff/:id/totp-reset', { params, body: { reason }, key })}
      />
    )
  return (
    <ActionDialog
      {...shared}
      title={`${row.name}의 사용을 중지합니다`}
      changes={[{ name: '콘솔', before: roleWords[row.role], after: '들어올 수 없음 · 모든 로그인 끊음' }]}
      canned={['퇴사했습니다']}
      run={({ reason, key }) => call('POST /api/console/staff/:id/disable', { params, body: { reason }, key })}
    />
  )
}

function OwnCap({ row, onDone, onClose }: { row: StaffRow; onDone: () => void; onClose: () => void }) {
  const siteId = useSiteId()
  const { data } = useQuery({ queryKey: ['caps', siteId], queryFn: () => call('GET /api/console/cap') })
  if (!data) return null
  return <CapDialog holder={{ staffId: row.id, name: row.name }} caps={data.caps} onDone={onDone} onClose={onClose} />
}
