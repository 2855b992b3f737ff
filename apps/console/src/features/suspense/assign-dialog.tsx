import { call } from '@maru/client/api/client'
import type { Suspense, SuspenseCandidate } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Candidates, matchOf } from './candidates.tsx'
import { t } from './texts.ts'

/** Into which wallet money of a currency goes. */
const walletOf = { KRW: 'BINARY', USDT: 'USDT', BTC: 'BTC', ETH: 'ETH', XRP: 'XRP' } as const

/** To a member: it becomes his deposit once a second person agrees. */
export function AssignDialog({ row, onDone, onClose }: { row: Suspense; onDone: () => void; onClose: () => void }) {
  const [member, setMember] = useState<SuspenseCandidate | null>(null)
  const walletType = walletOf[row.currency as keyof typeof walletOf]
  const money = formatMoney(row.amount, row.currency)
  return (
    <ActionDialog
      title={t('match')}
      confirm={t('askMatch', { money })}
      done={t('matchAsked')}
      missing={member === null ? t('needMember') : null}
      changes={
        member === null
          ? []
          : [
              { name: t('money'), before: money, after: formatMoney('0', row.currency) },
              {
                name: t('walletOf', { member: `${member.name} (${member.memberId})` }),
                before: '–',
                after: `+${money}`,
              },
              {
                name: t('payerAndMember'),
                before: row.payer || t('noName'),
                after: `${member.name} · ${matchOf(row, member)}`,
                isWarning: !member.isSameName,
              },
            ]
      }
      canned={[t('whySame'), t('whyProof')]}
      run={({ reason, key }) =>
        call('POST /api/console/suspense/:id/assign', {
          params: { id: String(row.id) },
          body: { reason, memberId: member?.memberId ?? 0, walletType },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Candidates row={row} chosen={member} onChoose={setMember} />
    </ActionDialog>
  )
}
