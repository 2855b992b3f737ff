import type { DeskRequest } from '@maru/contract'
import { Button, FormError, Segmented } from '@maru/ui'
import { useRef, useState } from 'react'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { useKeys } from '../../parts/keys.ts'
import { OwnCap } from '../../parts/own-cap.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { useMe } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { changesOf, type Decision } from './changes.ts'
import type { Steps } from './use-steps.ts'

const canned: Readonly<Record<Decision, readonly string[]>> = {
  approve: ['예금주를 확인했습니다', '통화로 확인했습니다', '거래를 확인했습니다'],
  reject: ['예금주가 다릅니다', '회원이 취소를 요청했습니다', '확인할 자료가 부족합니다'],
}
const choices = [
  { value: 'approve', label: '승인' },
  { value: 'reject', label: '반려' },
] as const

interface Props {
  row: DeskRequest
  steps: Steps
  /** Somebody else has agreed already. */
  isSecond: boolean
}

/** Agree or refuse: what it changes, why, and the two buttons. A or R choose and send once there is a reason. */
export function DecideForm({ row, steps, isSecond }: Props) {
  const { memberId } = useMe()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const [decision, setDecision] = useState<Decision>('approve')
  const [reason, setReason] = useState('')
  const isReady = reason.trim() !== '' && !steps.busy
  const isMine = row.takenBy === memberId
  const decide = (next: Decision) => {
    setDecision(next)
    if (!isReady) return reasonField.current?.focus()
    if (next === 'reject') return steps.reject(reason.trim())
    return isSecond ? steps.approveSecond(reason.trim()) : steps.approve(reason.trim())
  }
  useKeys([
    { key: 'a', label: '승인', run: () => decide('approve') },
    { key: 'r', label: '반려', run: () => decide('reject') },
    { key: 'e', label: '사유', run: () => reasonField.current?.focus() },
    isMine ? { key: 'u', label: '놓기', run: steps.release } : { key: 't', label: '맡기', run: steps.take },
  ])
  const share =
    row.approvalsNeeded > 1
      ? `${isSecond ? 2 : 1}차 승인(${isSecond ? 2 : 1}/2)`
      : row.type === 'D'
        ? '입금 확인'
        : '승인'
  return (
    <>
      <div className="bfa">
        {decision === 'approve' ? '승인하면' : '반려하면'} 이렇게 바뀝니다
        <Segmented label="결정" choices={choices} value={decision} onChange={setDecision} />
      </div>
      {row.type !== 'D' && decision === 'approve' && (
        <OwnCap act="WITHDRAW" {...(row.currency === 'KRW' && { won: row.point })} />
      )}
      <BeforeAfter changes={changesOf(row, decision)} />
      <ReasonField
        value={reason}
        onValue={setReason}
        canned={canned[decision]}
        inputRef={reasonField}
        placeholder={isSecond ? '1차 승인과 다른 눈으로 본 것을 적어 주세요' : '무엇을 확인했는지 적어 주세요'}
      />
      {steps.failure !== null && <FormError>{errorText(steps.failure)}</FormError>}
      <div className="act3">
        <Button onClick={isMine ? steps.release : steps.take} disabled={steps.busy || isSecond}>
          {isMine ? '놓기' : '맡기'} <kbd>{isMine ? 'U' : 'T'}</kbd>
        </Button>
        <Button onClick={() => decide('reject')}>
          반려 <kbd>R</kbd>
        </Button>
        <Button tone="primary" disabled={!isReady} aria-busy={steps.busy} onClick={() => decide('approve')}>
          {reason.trim() === '' ? '사유를 적으면 승인할 수 있습니다' : share}
          {isReady && <kbd>A</kbd>}
        </Button>
      </div>
    </>
  )
}
