import { call } from '@maru/client/api/client'
import type { Suspense } from '@maru/contract'
import { formatMoney, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'

/** Back to where it came from: the line of the statement that shows it, and a second person. */
export function ReturnDialog({ row, onDone, onClose }: { row: Suspense; onDone: () => void; onClose: () => void }) {
  const [line, setLine] = useState('')
  return (
    <ActionDialog
      title="보낸 곳으로 돌려주기"
      confirm="두 번째 승인 요청"
      done="반환을 요청했습니다"
      missing={line.trim() === '' ? '거래 내역의 번호를 적어 주세요' : null}
      changes={[
        { name: '미확인 입금', before: formatMoney(row.amount, row.currency), after: formatMoney('0', row.currency) },
      ]}
      canned={['보낸 이가 회원이 아닙니다', '보낸 이가 반환을 요청했습니다']}
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
      <TextField label="거래 내역의 번호" value={line} onValue={setLine} maxLength={100} />
    </ActionDialog>
  )
}
