import type { DeskRequest } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import type { Change } from '../../parts/before-after.tsx'
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
        name: '승인',
        before: `${approvals.length}/${approvalsNeeded}`,
        after: `${approvals.length + 1}/${approvalsNeeded}`,
      },
    ]
  if (isDeposit)
    return [
      {
        name: '회원 지갑',
        before: money(wallet),
        after: money(decision === 'approve' ? addDecimals(wallet, point) : wallet),
      },
    ]
  const sent = addDecimals(point, negated(fee))
  return [
    { name: '출금 대기', before: money(point), after: money('0') },
    ...(decision === 'approve'
      ? [{ name: `보낼 금액(수수료 ${money(fee)})`, before: money('0'), after: money(sent) }]
      : []),
    {
      name: '회원 지갑',
      before: money(wallet),
      after: money(decision === 'approve' ? wallet : addDecimals(wallet, point)),
    },
  ]
}
