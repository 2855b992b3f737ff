import { call } from '@maru/client/api/client'
import type { Suspense } from '@maru/contract'
import { formatMoney, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** Back to where it came from: the line of the statement that shows it, and a second person. */
export function ReturnDialog({ row, onDone, onClose }: { row: Suspense; onDone: () => void; onClose: () => void }) {
  const [line, setLine] = useState('')
  return (
    <ActionDialog
      title={t('giveBack')}
      confirm={t('askReturn', { money: formatMoney(row.amount, row.currency) })}
      done={t('returnAsked')}
      missing={line.trim() === '' ? t('needStatement') : null}
      changes={[
        { name: t('money'), before: formatMoney(row.amount, row.currency), after: formatMoney('0', row.currency) },
      ]}
      canned={[t('whyNoMember'), t('whyAsked')]}
      run={({ reason, key }) =>
        call('POST /api/console/suspense/:id/return', {
          params: { id: String(row.id) },
          body: { reason, statementLine: line.trim() },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <TextField label={t('statementNumber')} value={line} onValue={setLine} maxLength={100} />
    </ActionDialog>
  )
}
