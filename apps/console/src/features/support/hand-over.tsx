import { call } from '@maru/client/api/client'
import type { DeskChat } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { ColleagueField } from '../../parts/colleague-field.tsx'
import { useSiteId } from '../../session/staff.ts'
import { t } from './texts.ts'

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
      title={t('handTitle')}
      confirm={t('hand')}
      done={t('handed')}
      canned={[t('otherDuty'), t('away')]}
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
      <ColleagueField
        label={t('toStaff')}
        value={to}
        colleagues={data?.content}
        onChange={setTo}
        none={t('backToQueue')}
      />
    </ActionDialog>
  )
}
