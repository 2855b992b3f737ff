import { call } from '@maru/client/api/client'
import type { ApprovalKind } from '@maru/contract'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { kindWords } from '../../parts/approval-words.ts'
import { SelectField } from '../../parts/select-field.tsx'

type Kind = Exclude<ApprovalKind, 'DNW'>
const choices = Object.entries(kindWords)
  .filter(([kind]) => kind !== 'DNW')
  .map(([value, label]) => ({ value: value as Kind, label }))

interface Props {
  lives: readonly { readonly kind: ApprovalKind; readonly minutes: number }[]
  onDone: () => void
  onClose: () => void
}

/** How long one kind of approval waits, by two SUPERs; empty: as all kinds do. */
export function LifeDialog({ lives, onDone, onClose }: Props) {
  const [kind, setKind] = useState<Kind | ''>('')
  const [minutes, setMinutes] = useState('')
  const before = lives.find((one) => one.kind === kind)?.minutes ?? null
  const after = minutes === '' ? null : Number(minutes)
  const isValid = after === null || (/^\d{1,5}$/.test(minutes) && after >= 5 && after <= 10_080)
  const missing =
    kind === ''
      ? '종류를 골라 주세요'
      : !isValid
        ? '5분부터 10,080분까지입니다'
        : after === before
          ? '바뀐 것이 없습니다'
          : null
  const text = (value: number | null) => (value === null ? '모든 종류와 같음' : `${value}분`)
  return (
    <ActionDialog
      title="승인 유효 시간"
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing}
      changes={
        missing === null && kind !== '' ? [{ name: kindWords[kind], before: text(before), after: text(after) }] : []
      }
      run={({ reason, key }) =>
        call('POST /api/console/cap/approval-life', {
          params: {},
          body: { kind: kind as Kind, reason, ...(after === null ? {} : { minutes: after }) },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <SelectField label="종류" value={kind} choices={choices} onChange={setKind} />
      <TextField
        label="기다리는 시간(분)"
        placeholder="비우면 모든 종류와 같음"
        value={minutes}
        onValue={setMinutes}
        inputMode="numeric"
        maxLength={5}
      />
    </ActionDialog>
  )
}
