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
import { HandOver } from './hand-over.tsx'
import { t } from './texts.ts'
import type { Steps } from './use-steps.ts'
import { moneyOf } from './words.ts'

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

/**
 * One decision at a time: what it changes, why, and its button, named with the amount. A and R choose; pressed again
 * where they are chosen they send, once there is a reason. Each decision has a reason of its own.
 */
export function DecideForm({ row, steps, isSecond }: Props) {
  const { memberId } = useMe()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const [decision, setDecision] = useState<Decision>('approve')
  const [reasons, setReasons] = useState<Readonly<Record<Decision, string>>>({ approve: '', reject: '' })
  const reason = reasons[decision].trim()
  const isReady = reason !== '' && !steps.busy
  const isMine = row.takenBy === memberId
  const send = () => {
    if (!isReady) return reasonField.current?.focus()
    if (decision === 'reject') return steps.reject(reason)
    return isSecond ? steps.approveSecond(reason) : steps.approve(reason)
  }
  const press = (pressed: Decision) => (pressed === decision ? send() : setDecision(pressed))
  useKeys([
    { key: 'a', label: t('approve'), run: () => press('approve') },
    { key: 'r', label: t('reject'), run: () => press('reject') },
    { key: 'e', label: t('reason'), run: () => reasonField.current?.focus() },
    isMine ? { key: 'u', label: t('release'), run: steps.release } : { key: 't', label: t('take'), run: steps.take },
  ])
  const isReject = decision === 'reject'
  return (
    <>
      <div className="bfa">
        {t('willChange', { decision: isReject ? t('onReject') : t('onApprove') })}
        <Segmented label={t('decide')} choices={choices} value={decision} onChange={setDecision} />
      </div>
      {row.type !== 'D' && !isReject && <OwnCap act="WITHDRAW" {...(row.currency === 'KRW' && { won: row.point })} />}
      <BeforeAfter changes={changesOf(row, decision)} />
      <ReasonField
        value={reasons[decision]}
        onValue={(text) => setReasons({ ...reasons, [decision]: text })}
        canned={canned[decision]}
        inputRef={reasonField}
        placeholder={isReject ? t('sayWhyRejected') : isSecond ? t('secondReason') : t('sayWhatChecked')}
      />
      {steps.failure !== null && <FormError>{errorText(steps.failure)}</FormError>}
      {isMine && (
        <div className="said hand">
          <HandOver row={row} onChanged={steps.changed} />
        </div>
      )}
      <div className="act2">
        <Button onClick={isMine ? steps.release : steps.take} disabled={steps.busy || isSecond}>
          {isMine ? t('release') : t('take')} <kbd>{isMine ? 'U' : 'T'}</kbd>
        </Button>
        <Button tone={isReject ? 'danger' : 'primary'} disabled={!isReady} aria-busy={steps.busy} onClick={send}>
          {nameOf(row, decision, isSecond)}
          {reason === '' ? ` · ${t('reasonFirst')}` : <kbd>{isReject ? 'R' : 'A'}</kbd>}
        </Button>
      </div>
    </>
  )
}

/** What the button does, with its amount: 300,000원 입금 확인. */
function nameOf(row: DeskRequest, decision: Decision, isSecond: boolean): string {
  const money = moneyOf(row)
  if (decision === 'reject') return t('rejectAmount', { money })
  if (row.approvalsNeeded > 1) return t('approveStep', { money, step: isSecond ? 2 : 1 })
  return row.type === 'D' ? t('confirmDeposit', { money }) : t('approveAmount', { money })
}
