import { call } from '@maru/client/api/client'
import type { Suspense } from '@maru/contract'
import { formatMoney, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'

/** Into which wallet money of a currency goes. */
const walletOf = { KRW: 'BINARY', USDT: 'USDT', BTC: 'BTC', ETH: 'ETH', XRP: 'XRP' } as const

/** To a member: it becomes his deposit once a second person agrees. */
export function AssignDialog({ row, onDone, onClose }: { row: Suspense; onDone: () => void; onClose: () => void }) {
  const [memberId, setMemberId] = useState(row.memberId === null ? '' : String(row.memberId))
  const wallet = walletOf[row.currency as keyof typeof walletOf]
  return (
    <ActionDialog
      title="회원에게 연결"
      confirm="두 번째 승인 요청"
      done="연결을 요청했습니다"
      missing={/^\d{1,15}$/.test(memberId) ? null : '회원 번호를 적어 주세요'}
      changes={[
        { name: '미확인 입금', before: formatMoney(row.amount, row.currency), after: formatMoney('0', row.currency) },
        { name: `회원 ${memberId || '?'}의 지갑`, before: '–', after: `+${formatMoney(row.amount, row.currency)}` },
      ]}
      canned={['입금자와 회원이 같은 사람임을 확인했습니다', '회원이 이체 확인증을 보냈습니다']}
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
      <TextField label="회원 번호" value={memberId} onValue={setMemberId} inputMode="numeric" maxLength={15} />
    </ActionDialog>
  )
}
