import { call } from '@maru/client/api/client'
import type { ListedApproval } from '@maru/contract'
import { Badge, Button, formatDateTime, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Left } from '../../parts/age.tsx'
import { kindWords } from '../../parts/approval-words.ts'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { useKeys } from '../../parts/keys.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useMe } from '../../session/staff.ts'
import { changesOf, failureOf, stateOf, summaryOf } from './words.ts'

interface Props {
  row: ListedApproval
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onDecided: () => void
}

/** What the first person asked for and why, and the second one's answer. */
export function ApprovalPanel({ row, place, onClose, onDecided }: Props) {
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null)
  const mine = useMe().memberId === row.requestedBy
  const { mayApprove } = row
  const isOpen = row.state === 'PENDING'
  useKeys(
    [
      { key: 'a', label: '승인', run: () => setAsked('approve') },
      { key: 'r', label: '거절', run: () => setAsked('refuse') },
    ],
    isOpen && mayApprove,
  )
  return (
    <SidePanel
      title={kindWords[row.kind]}
      badges={<Badge tone={isOpen ? 'warn' : 'neutral'}>{stateOf(row)}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        isOpen && (
          <For permission="approvals" what="승인">
            {mine ? (
              <p className="locked">내가 요청한 일입니다. 다른 사람이 승인해야 합니다.</p>
            ) : !mayApprove ? (
              <p className="locked">내 역할이나 대상 때문에 승인할 수 없습니다. 권한이 있는 다른 직원이 승인합니다.</p>
            ) : (
              <div className="act2">
                <Button onClick={() => setAsked('refuse')}>
                  거절 <kbd>R</kbd>
                </Button>
                <Button tone="primary" onClick={() => setAsked('approve')}>
                  두 번째 승인 <kbd>A</kbd>
                </Button>
              </div>
            )}
          </For>
        )
      }
    >
      <Facts row={row} />
      {asked !== null && (
        <ActionDialog
          title={asked === 'approve' ? `${kindWords[row.kind]}: 두 번째 승인` : `${kindWords[row.kind]}: 거절`}
          confirm={asked === 'approve' ? '승인' : '거절'}
          done={asked === 'approve' ? '승인했습니다' : '거절했습니다'}
          changes={asked === 'approve' ? changesOf(row) : []}
          run={({ reason, key }) =>
            asked === 'approve'
              ? call('POST /api/console/approvals/:id/approve', {
                  params: { id: String(row.id) },
                  body: { reason },
                  key,
                })
              : call('POST /api/console/approvals/:id/refuse', {
                  params: { id: String(row.id) },
                  body: { reason },
                  key,
                })
          }
          onDone={onDecided}
          onClose={() => setAsked(null)}
        />
      )}
    </SidePanel>
  )
}

function Facts({ row }: { row: ListedApproval }) {
  const { request } = row
  return (
    <>
      {request && <p className="sum">{formatMoney(request.point, request.currency)}</p>}
      <h3>요청</h3>
      {row.fields.length > 0 && <BeforeAfter changes={changesOf(row)} />}
      <dl className="kv">
        {(request || row.fields.length === 0) && (
          <>
            <dt>내용</dt>
            <dd>{summaryOf(row)}</dd>
          </>
        )}
        <dt>요청한 직원</dt>
        <dd>{row.requestedByName}</dd>
        <dt>요청한 때</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>만료까지</dt>
        <dd>{row.state === 'PENDING' ? <Left until={row.expiresAt} /> : stateOf(row)}</dd>
        {failureOf(row) !== null && (
          <>
            <dt>실행되지 않은 까닭</dt>
            <dd>{failureOf(row)}</dd>
          </>
        )}
      </dl>
      {row.reason !== null && (
        <>
          <h3>첫 번째 사람의 사유</h3>
          <p className="said">“{row.reason}”</p>
        </>
      )}
      {request && request.flagWords.length > 0 && (
        <>
          <h3>
            위험 확인 <Badge tone="warn">{request.flagWords.length}</Badge>
          </h3>
          <ul className="chk">
            {request.flagWords.map((words) => (
              <li key={words} className="warn">
                {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
