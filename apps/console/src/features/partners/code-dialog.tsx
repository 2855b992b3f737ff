import { call } from '@maru/client/api/client'
import type { PartnerRow } from '@maru/contract'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** Another code, while nobody has signed up with the one before. Two persons. */
export function CodeDialog({ row, onDone, onClose }: { row: PartnerRow; onDone: () => void; onClose: () => void }) {
  const [code, setCode] = useState('')
  return (
    <ActionDialog
      title={t('codeOf', { name: row.name })}
      confirm={t('askSecond')}
      done={t('askedSecond')}
      missing={/^[A-Za-z0-9]{4,20}$/.test(code) ? null : t('needCode')}
      changes={[{ name: t('code'), before: row.code, after: code || '–' }]}
      run={({ reason, key }) =>
        call('POST /api/console/partner/:id/code', { params: { id: String(row.id) }, body: { reason, code }, key })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <TextField label={t('newCode')} maxLength={20} value={code} onValue={setCode} hint={t('needCode')} />
    </ActionDialog>
  )
}
