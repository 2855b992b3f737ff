import { call } from '@maru/client/api/client'
import type { Suspense } from '@maru/contract'
import { formatMoney, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** What a provider took back: held against other money of nobody, or a loss of the house, once a second person agrees. */
export function OffsetDialog({ row, onDone, onClose }: { row: Suspense; onDone: () => void; onClose: () => void }) {
  const [against, setAgainst] = useState('')
  const isLoss = against.trim() === ''
  return (
    <ActionDialog
      title={t('offset')}
      confirm={t('offsetAsk')}
      done={t('offsetAsked')}
      missing={isLoss || /^\d{1,15}$/.test(against.trim()) ? null : t('needSuspense')}
      changes={[
        {
          name: t('money'),
          before: formatMoney(row.amount, row.currency),
          after: isLoss ? t('loss') : t('offsetWith', { id: against.trim() }),
        },
      ]}
      canned={[t('whyTakenBack')]}
      run={({ reason, key }) =>
        call('POST /api/console/suspense/:id/offset', {
          params: { id: String(row.id) },
          body: { reason, ...(!isLoss && { againstId: Number(against.trim()) }) },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p className="said">{t('offsetHint')}</p>
      <TextField label={t('againstNumber')} value={against} onValue={setAgainst} inputMode="numeric" maxLength={15} />
    </ActionDialog>
  )
}
