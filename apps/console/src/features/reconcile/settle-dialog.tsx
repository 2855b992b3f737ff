import { call } from '@maru/client/api/client'
import type { SettleAs } from '@maru/contract'
import { formatMoney, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { settleWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'
import type { Opened } from './use-lines.ts'

const choices = (['PROVIDER_FEE', 'BAD_DEBT', 'CAPITAL', 'NAME'] as const).map((value) => ({
  value,
  label: settleWords[value],
}))

/** What the difference becomes, or that a line shows a movement that it does not name: it happens once a second person of FINANCE agrees. */
export function SettleDialog({ line, account, onClose }: Opened & { onClose: () => void }) {
  const { provider, currency } = account
  const [as, setAs] = useState<SettleAs>(line.state === 'FEE' ? 'PROVIDER_FEE' : 'BAD_DEBT')
  const [posting, setPosting] = useState(line.postingId === null ? '' : String(line.postingId))
  const [sub, setSub] = useState('')
  const money = (text: string | null) => (text === null ? t('nothing') : formatMoney(text, currency))
  const named =
    line.kind !== null && line.providerRef !== null ? { kind: line.kind, providerRef: line.providerRef } : null
  const hasPosting = /^[1-9]\d{0,15}$/.test(posting.trim())
  return (
    <ActionDialog
      title={t('settleTitle')}
      confirm={t('askApproval')}
      done={t('asked')}
      missing={as === 'NAME' && !(named && hasPosting) ? t('needPosting') : null}
      changes={[
        { name: t('statementAmount'), before: money(line.amount), after: money(line.amount) },
        ...(line.feeGap === null ? [] : [{ name: t('feeGap'), before: money(line.feeGap), after: money('0') }]),
        { name: t('ledgerAmount'), before: money(line.booked), after: settleWords[as] },
      ]}
      canned={[t('whySettled')]}
      run={({ reason, key }) =>
        call('POST /api/console/reconciliation/settle', {
          params: {},
          body: {
            ...{ reason, provider, currency, as },
            ...(named && { line: named }),
            ...(hasPosting && { postingId: posting.trim() }),
            ...(sub.trim() !== '' && { sub: sub.trim() }),
          },
          key,
        })
      }
      onClose={onClose}
    >
      <Segmented label={t('settleAs')} choices={choices} value={as} onChange={setAs} />
      <div className="fields">
        <TextField label={t('posting')} inputMode="numeric" maxLength={16} value={posting} onValue={setPosting} />
        <TextField label={t('houseSub')} maxLength={40} value={sub} onValue={setSub} />
      </div>
    </ActionDialog>
  )
}
