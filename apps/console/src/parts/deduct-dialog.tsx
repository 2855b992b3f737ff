import { call } from '@maru/client/api/client'
import type { LedgerEntry } from '@maru/contract'
import { formatMoney, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import { t } from './texts.ts'

/** Takes back what a line of the ledger credited by mistake, all of it or a part: once, with a second person. */
export function DeductDialog({ entry, onClose }: { entry: LedgerEntry; onClose: () => void }) {
  const { txnId, postingId, amount, currency } = entry
  const [point, setPoint] = useState(amount)
  const isFit = /^\d+(\.\d+)?$/.test(point) && Number(point) > 0 && Number(point) <= Number(amount)
  return (
    <ActionDialog
      title={t('deduct')}
      confirm={t('deductAsk')}
      done={t('deductAsked')}
      missing={isFit ? null : t('deductAmount', { most: formatMoney(amount, currency) })}
      changes={[
        {
          name: t('deductTaken'),
          before: formatMoney('0', currency),
          after: isFit ? formatMoney(point, currency) : '–',
        },
      ]}
      canned={[t('deductWhyNever'), t('deductWhyOther')]}
      run={({ reason, key }) =>
        call('POST /api/console/ledger/:id/deduct', {
          params: { id: String(txnId) },
          body: { reason, postingId, point },
          key,
        })
      }
      onClose={onClose}
    >
      <p className="said">{t('deductHint')}</p>
      <p className="said">{t('deductCredited', { amount: formatMoney(amount, currency) })}</p>
      <TextField label={t('deductTaken')} value={point} onValue={setPoint} maxLength={30} inputMode="decimal" />
    </ActionDialog>
  )
}
