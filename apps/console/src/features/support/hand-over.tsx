import { call } from '@maru/client/api/client'
import type { DeskChat } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useSiteId } from '../../session/staff.ts'

/** Hands a chat to a colleague, or back to its place in the queue. */
export function HandOver({
  row,
  onDone,
  onClose,
}: {
  row: DeskChat
  onDone: (chat: DeskChat) => void
  onClose: () => void
}) {
  const siteId = useSiteId()
  const [to, setTo] = useState('')
  const { data } = useQuery({
    queryKey: ['colleagues', siteId],
    queryFn: () => call('GET /api/console/chat_colleague'),
  })
  return (
    <ActionDialog
      title="상담 넘기기"
      confirm="넘기기"
      done="넘겼습니다"
      canned={['담당 업무가 다릅니다', '자리를 비웁니다']}
      run={({ reason, key }) =>
        call('POST /api/console/chat/:id/hand_over', {
          params: { id: String(row.id) },
          key,
          body: { reason, ...(to !== '' && { staffId: Number(to) }) },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <label className="why">
        <span className="lb">받을 직원</span>
        <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="">대기열의 제자리로</option>
          {data?.content.map(({ id, name }) => (
            <option key={id} value={id}>
              {name} · {id}
            </option>
          ))}
        </select>
      </label>
    </ActionDialog>
  )
}
