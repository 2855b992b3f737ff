import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** The partner's code that a member meant at sign-up: within the week of it. Two persons. */
export function ReferralDialog({
  profile,
  onDone,
  onClose,
}: {
  profile: DeskProfile
  onDone: () => void
  onClose: () => void
}) {
  const [code, setCode] = useState('')
  return (
    <ActionDialog
      title={t('referralTitle')}
      confirm={t('askSecond')}
      done={t('referralAsked')}
      missing={/^[A-Za-z0-9]{4,20}$/.test(code) ? null : t('referralCodeNeeded')}
      run={({ reason, key }) =>
        call('POST /api/console/member/:id/partner', {
          params: { id: String(profile.id) },
          body: { reason, code },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <TextField label={t('referralCode')} maxLength={20} value={code} onValue={setCode} hint={t('referralHint')} />
    </ActionDialog>
  )
}
