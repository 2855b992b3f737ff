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
import { t } from './texts.ts'
import type { Steps } from './use-steps.ts'

const canned: Readonly<Record<Decision, readonly string[]>> = {
  approve: [t('whyHolder'), t('whyCall'), t('whyTxn')],
  reject: [t('whyOtherHolder'), t('whyMemberCancel'), t('whyNoProof')],
}
const choices = [
  { value: 'approve', label: t('approve') },
  { value: 'reject', label: t('reject') },
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
    { key: 'a', label: t('approve'), run: () => decide('approve') },
    { key: 'r', label: t('reject'), run: () => decide('reject') },
    { key: 'e', label: t('reason'), run: () => reasonField.current?.focus() },
    isMine ? { key: 'u', label: t('release'), run: steps.release } : { key: 't', label: t('take'), run: steps.take },
  ])
  const share =
    row.approvalsNeeded > 1
      ? t('approveStep', { step: isSecond ? 2 : 1 })
      : row.type === 'D'
        ? t('confirmDeposit')
        : t('approve')
  return (
    <>
      <div className="bfa">
        {t('willChange', { decision: decision === 'approve' ? t('onApprove') : t('onReject') })}
        <Segmented label={t('decide')} choices={choices} value={decision} onChange={setDecision} />
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
        placeholder={isSecond ? t('secondReason') : t('sayWhatChecked')}
      />
      {steps.failure !== null && <FormError>{errorText(steps.failure)}</FormError>}
      <div className="act3">
        <Button onClick={isMine ? steps.release : steps.take} disabled={steps.busy || isSecond}>
          {isMine ? t('release') : t('take')} <kbd>{isMine ? 'U' : 'T'}</kbd>
        </Button>
        <Button onClick={() => decide('reject')}>
          {t('reject')} <kbd>R</kbd>
        </Button>
        <Button tone="primary" disabled={!isReady} aria-busy={steps.busy} onClick={() => decide('approve')}>
          {reason.trim() === '' ? t('reasonFirst') : share}
          {isReady && <kbd>A</kbd>}
        </Button>
      </div>
    </>
  )
}
