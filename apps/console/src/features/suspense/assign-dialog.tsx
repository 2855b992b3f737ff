import { call } from '@maru/client/api/client'
import type { Suspense } from '@maru/contract'
import { formatMoney, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** Into which wallet money of a currency goes. */
const walletOf = { KRW: 'BINARY', USDT: 'USDT', BTC: 'BTC', ETH: 'ETH', XRP: 'XRP' } as const

/** To a member: it becomes his deposit once a second person agrees. */
export function AssignDialog({ row, onDone, onClose }: { row: Suspense; onDone: () => void; onClose: () => void }) {
  const [memberId, setMemberId] = useState(row.memberId === null ? '' : String(row.memberId))
  const wallet = walletOf[row.currency as keyof typeof walletOf]
  return (
    <ActionDialog
      title={t('match')}
      confirm={t('askSecond')}
      done={t('matchAsked')}
      missing={/^\d{1,15}$/.test(memberId) ? null : t('needMember')}
      changes={[
        { name: t('money'), before: formatMoney(row.amount, row.currency), after: formatMoney('0', row.currency) },
        {
          name: t('walletOf', { member: memberId || '?' }),
          before: '–',
          after: `+${formatMoney(row.amount, row.currency)}`,
        },
      ]}
      canned={[t('whySame'), t('whyProof')]}
      run={({ reason, key }) =>
        call('POST /api/console/suspense/:id/assign', {
          params: { id: String(row.id) },
          body: { reason, memberId: Number(memberId), walletType: wallet },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <TextField label={t('memberNumber')} value={memberId} onValue={setMemberId} inputMode="numeric" maxLength={15} />
    </ActionDialog>
  )
}
