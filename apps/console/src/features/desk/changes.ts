import type { DeskRequest } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import type { Change } from '../../parts/before-after.tsx'
import { t } from './texts.ts'
import { addDecimals, negated } from './words.ts'

export type Decision = 'approve' | 'reject'

/** What a decision does to the member's money. */
export function changesOf(row: DeskRequest, decision: Decision): Change[] {
  const { type, point, fee, currency, walletType, approvals, approvalsNeeded } = row
  const money = (value: string) => formatMoney(value, currency)
  const wallet = row.member.wallets.find((one) => one.type === walletType)?.point ?? '0'
  const isDeposit = type === 'D'
  if (decision === 'approve' && approvals.length + 1 < approvalsNeeded)
    return [
      {
        name: t('approve'),
        before: `${approvals.length}/${approvalsNeeded}`,
        after: `${approvals.length + 1}/${approvalsNeeded}`,
      },
    ]
  if (isDeposit)
    return [
      {
        name: t('memberWallet'),
        before: money(wallet),
        after: money(decision === 'approve' ? addDecimals(wallet, point) : wallet),
      },
    ]
  const sent = addDecimals(point, negated(fee))
  return [
    { name: t('withdrawalHold'), before: money(point), after: money('0') },
    ...(decision === 'approve'
      ? [{ name: t('toSend', { fee: money(fee) }), before: money('0'), after: money(sent) }]
      : []),
    {
      name: t('memberWallet'),
      before: money(wallet),
      after: money(decision === 'approve' ? wallet : addDecimals(wallet, point)),
    },
  ]
}
