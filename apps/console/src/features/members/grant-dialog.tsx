import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { formatKrw, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { OwnCap } from '../../parts/own-cap.tsx'
import { t } from './texts.ts'
import { isWon } from './words.ts'

const kinds = [
  { value: 'PB', label: t('bonusPay') },
  { value: 'PM', label: t('bonusTake') },
] as const

interface Props {
  profile: DeskProfile
  onDone: () => void
  onClose: () => void
}

/** Bonus money that is granted or deducted by hand: two persons. */
export function GrantDialog({ profile: { id, name, wallets }, onDone, onClose }: Props) {
  const [type, setType] = useState<'PB' | 'PM'>('PB')
  const [point, setPoint] = useState('')
  const [multiple, setMultiple] = useState('')
  const held = BigInt(wallets.find((wallet) => wallet.type === 'BONUS')?.point ?? '0')
  const isTyped = isWon(point)
  const after = isTyped ? (type === 'PB' ? held + BigInt(point) : held - BigInt(point)) : held
  const missing = !isTyped
    ? t('needAmount')
    : after < 0n
      ? t('overBonus')
      : multiple !== '' && !/^[1-9]\d{0,2}$/.test(multiple)
        ? t('turnoverRange')
        : null
  return (
    <ActionDialog
      title={t('bonusTitle', { name })}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={missing}
      changes={[{ name: t('bonusWallet'), before: formatKrw(String(held)), after: formatKrw(String(after)) }]}
      canned={type === 'PB' ? [t('whyEvent'), t('whyOutage')] : [t('whyMistake'), t('whyAbuse')]}
      run={({ reason, key }) =>
        call('POST /api/console/member/:id/bonus', {
          params: { id: String(id) },
          body: { reason, type, point, ...(type === 'PB' && multiple !== '' && { multiple: Number(multiple) }) },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented label={t('kind')} choices={kinds} value={type} onChange={setType} />
      <OwnCap act={type === 'PB' ? 'GRANT' : 'DEDUCT'} won={point} />
      <div className="fields">
        <TextField label={t('amountWon')} value={point} onValue={setPoint} inputMode="numeric" maxLength={15} />
        {type === 'PB' && (
          <TextField
            label={t('turnover')}
            placeholder={t('siteDefault')}
            value={multiple}
            onValue={setMultiple}
            inputMode="numeric"
            maxLength={3}
          />
        )}
      </div>
    </ActionDialog>
  )
}
