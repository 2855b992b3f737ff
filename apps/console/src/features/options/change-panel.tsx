import { call } from '@maru/client/api/client'
import type { ConfigChange } from '@maru/contract'
import { Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { BeforeAfter, type Change } from '../../parts/before-after.tsx'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { StateBadge } from './history-tab.tsx'

interface Props {
  change: ConfigChange
  name: string
  changes: readonly Change[]
  onClose: () => void
  onChanged: () => void
}

/** One change of the history; one that waits for its time can be taken back. */
export function ChangePanel({ change, name, changes, onClose, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { id, state, reason, givenBy, approvedBy, givenAt, effectiveFrom, refusal, decidedAt } = change
  return (
    <SidePanel
      title={`버전 ${id}`}
      badges={<StateBadge state={state} />}
      onClose={onClose}
      {...(state === 'WAITING' && {
        footer: (
          <For permission="options" what="변경 거두기">
            <Button onClick={() => setAsking(true)}>변경 거두기…</Button>
          </For>
        ),
      })}
    >
      <h3>{name}</h3>
      <BeforeAfter changes={changes} />
      <h3>사유</h3>
      <p>{reason}</p>
      <h3>적용</h3>
      <dl className="kv">
        <dt>요청</dt>
        <dd>
          직원 {givenBy} · {formatDateTime(givenAt)}
        </dd>
        <dt>승인</dt>
        <dd>{approvedBy === null ? '없음' : `직원 ${approvedBy}`}</dd>
        <dt>언제부터</dt>
        <dd>{formatDateTime(effectiveFrom)}</dd>
        {decidedAt !== null && (
          <>
            <dt>처리</dt>
            <dd>{formatDateTime(decidedAt)}</dd>
          </>
        )}
        {refusal !== null && (
          <>
            <dt>거절 이유</dt>
            <dd>{refusal}</dd>
          </>
        )}
      </dl>
      {isAsking && (
        <ActionDialog
          title={`버전 ${id} 변경을 거둡니다`}
          confirm="변경 거두기"
          done="변경을 거두었습니다"
          changes={[{ name: '변경', before: '대기', after: '거둠' }]}
          run={({ reason: why, key }) =>
            call('POST /api/console/option/change/:id/withdraw', {
              params: { id: String(id) },
              body: { reason: why },
              key,
            })
          }
          onDone={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </SidePanel>
  )
}
