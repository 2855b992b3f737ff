import { call } from '@maru/client/api/client'
import type { CapAct, StaffCap, StaffRole } from '@maru/contract'
import { formatKrw, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { actWords } from './words.ts'

/** A role, or one member of staff. */
export interface CapHolder {
  readonly role?: StaffRole
  readonly staffId?: number
  readonly name: string
}

const choices = (Object.keys(actWords) as CapAct[]).map((value) => ({ value, label: actWords[value] }))
const textOf = (won: string | null) => (won === null ? '없음' : formatKrw(won))

interface Props {
  holder: CapHolder
  caps: readonly StaffCap[]
  onDone: () => void
  onClose: () => void
}

/** Another cap, by two SUPERs; an empty amount takes it away. */
export function CapDialog({ holder: { role, staffId, name }, caps, onDone, onClose }: Props) {
  const [act, setAct] = useState<CapAct>('WITHDRAW')
  const [won, setWon] = useState('')
  const row = caps.find((one) => one.act === act && (role === undefined ? one.staffId === staffId : one.role === role))
  const before = row?.won ?? null
  const after = won === '' ? null : won
  const missing = !/^(0|[1-9]\d{0,14})?$/.test(won)
    ? '금액을 원으로 적어 주세요'
    : after === before
      ? '바뀐 것이 없습니다'
      : null
  return (
    <ActionDialog
      title={`${name} 한 번 한도`}
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing}
      changes={missing === null ? [{ name: actWords[act], before: textOf(before), after: textOf(after) }] : []}
      run={({ reason, key }) =>
        call('POST /api/console/cap', {
          params: {},
          body: {
            act,
            reason,
            ...(role === undefined ? {} : { role }),
            ...(staffId === undefined ? {} : { staffId }),
            ...(after === null ? {} : { won: after }),
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented label="무엇" choices={choices} value={act} onChange={setAct} />
      <TextField
        label="한 번 한도(원)"
        placeholder="비우면 한도 없음"
        value={won}
        onValue={setWon}
        inputMode="numeric"
        maxLength={15}
      />
    </ActionDialog>
  )
}
