import { call } from '@maru/client/api/client'
import type { DeskRequest } from '@maru/contract'
import { Button } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { ColleagueField } from '../../parts/colleague-field.tsx'
import { useSiteId } from '../../session/staff.ts'
import { t } from './texts.ts'

/** Hands a request that one holds to a colleague by name. */
export function HandOver({ row, onChanged }: { row: DeskRequest; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={36} onClick={() => setOpen(true)}>
        {t('handDots')}
      </Button>
      {isOpen && <HandOverDialog row={row} onDone={onChanged} onClose={() => setOpen(false)} />}
    </>
  )
}

function HandOverDialog({ row, onDone, onClose }: { row: DeskRequest; onDone: () => void; onClose: () => void }) {
  const siteId = useSiteId()
  const [to, setTo] = useState('')
  const { data } = useQuery({
    queryKey: ['dnw-colleagues', siteId],
    queryFn: () => call('GET /api/console/dnw_colleague'),
  })
  const colleague = data?.content.find(({ id }) => String(id) === to)
  return (
    <ActionDialog
      title={t('handTitle')}
      confirm={t('hand')}
      done={t('handed')}
      missing={colleague === undefined ? t('needColleague') : null}
      canned={[t('whyShift'), t('whyDuty')]}
      changes={colleague === undefined ? [] : [{ name: t('holder'), before: t('me'), after: colleague.name }]}
      run={({ reason, key }) =>
        call('POST /api/console/dnw/:id/hand_over', {
          params: { id: String(row.id) },
          body: { reason, version: row.version, to: Number(to) },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <ColleagueField
        label={t('colleague')}
        value={to}
        colleagues={data?.content}
        onChange={setTo}
        none={t('choose')}
      />
    </ActionDialog>
  )
}
