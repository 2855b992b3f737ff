import { call } from '@maru/client/api/client'
import type { CapAct, StaffCap, StaffRole } from '@maru/contract'
import { formatKrw, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'
import { actWords } from './words.ts'

/** A role, or one member of staff. */
export interface CapHolder {
  readonly role?: StaffRole
  readonly staffId?: number
  readonly name: string
}

const choices = (Object.keys(actWords) as CapAct[]).map((value) => ({ value, label: actWords[value] }))
const textOf = (won: string | null) => (won === null ? t('none') : formatKrw(won))

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
  const missing = !/^(0|[1-9]\d{0,14})?$/.test(won) ? t('needAmount') : after === before ? t('nothingChanged') : null
  return (
    <ActionDialog
      title={t('limitOf', { name })}
      confirm={t('askSecond')}
      done={t('asked')}
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
      <Segmented label={t('what')} choices={choices} value={act} onChange={setAct} />
      <TextField
        label={t('limitWon')}
        placeholder={t('emptyNoLimit')}
        value={won}
        onValue={setWon}
        inputMode="numeric"
        maxLength={15}
      />
    </ActionDialog>
  )
}
