import type { Suspense } from '@maru/contract'
import { suspenseCauseWords, suspenseStateWords } from '@maru/contract/desk-words'
import { Badge, Button, formatDateTime, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { Copied } from '../../parts/copied.tsx'
import { useKeys } from '../../parts/keys.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'

interface Props {
  row: Suspense
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

/** What came, from whom, why it fits nothing, and the two ways on: to a member, or back. */
export function SuspensePanel({ row, place, onClose, onChanged }: Props) {
  const [asked, setAsked] = useState<'assign' | 'return' | null>(null)
  const isOpen = row.state === 'OPEN'
  useKeys(
    [
      { key: 'a', label: '회원에게 연결', run: () => setAsked('assign') },
      { key: 'r', label: '돌려주기', run: () => setAsked('return') },
    ],
    isOpen,
  )
  return (
    <SidePanel
      title="미확인 입금"
      badges={
        <>
          <Badge>{row.id}</Badge>
          <Badge tone={isOpen ? 'warn' : 'neutral'}>{suspenseStateWords[row.state]}</Badge>
        </>
      }
      place={place}
      onClose={onClose}
      footer={
        isOpen && (
          <For permission="suspense" what="연결과 반환">
            <div className="act2">
              <Button onClick={() => setAsked('return')}>
                돌려주기 <kbd>R</kbd>
              </Button>
              <Button tone="primary" onClick={() => setAsked('assign')}>
                회원에게 연결 <kbd>A</kbd>
              </Button>
            </div>
          </For>
        )
      }
    >
      <p className="sum">{formatMoney(row.amount, row.currency)}</p>
      <p className="said">{suspenseCauseWords[row.cause]}</p>
      <h3>들어온 돈</h3>
      <dl className="kv">
        <dt>보낸 이</dt>
        <dd>{row.payer || '이름 없음'}</dd>
        <dt>제공사</dt>
        <dd>{row.provider}</dd>
        <dt>제공사 번호</dt>
        <dd>
          <Copied text={row.providerRef} label="제공사 번호" />
        </dd>
        <dt>적힌 메모</dt>
        <dd>{row.reference || '–'}</dd>
        <dt>들어온 때</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>누구의 것일 수 있는지</dt>
        <dd>{row.memberId ?? '모름'}</dd>
        {row.dnwId !== null && (
          <>
            <dt>된 입금</dt>
            <dd>{row.dnwId}</dd>
          </>
        )}
      </dl>
      {row.note !== '' && (
        <>
          <h3>기록</h3>
          <p className="said">{row.note}</p>
        </>
      )}
      {asked === 'assign' && <AssignDialog row={row} onDone={onChanged} onClose={() => setAsked(null)} />}
      {asked === 'return' && <ReturnDialog row={row} onDone={onChanged} onClose={() => setAsked(null)} />}
    </SidePanel>
  )
}
