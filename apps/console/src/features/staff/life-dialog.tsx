import { call } from '@maru/client/api/client'
import type { ApprovalKind } from '@maru/contract'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { kindWords } from '../../parts/approval-words.ts'
import { SelectField } from '../../parts/select-field.tsx'
import { t } from './texts.ts'

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
    kind === '' ? t('needKind') : !isValid ? t('minutesRange') : after === before ? t('nothingChanged') : null
  const text = (value: number | null) => (value === null ? t('sameForAll') : t('minutesValue', { value }))
  return (
    <ActionDialog
      title={t('lifetime')}
      confirm={t('askSecond')}
      done={t('asked')}
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
      <SelectField label={t('kind')} value={kind} choices={choices} onChange={setKind} />
      <TextField
        label={t('waitMinutes')}
        placeholder={t('emptySame')}
        value={minutes}
        onValue={setMinutes}
        inputMode="numeric"
        maxLength={5}
      />
    </ActionDialog>
  )
}
