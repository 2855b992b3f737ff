import { call } from '@maru/client/api/client'
import type { DeskInquiry } from '@maru/contract'
import { Button } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** In a colleague's hands: the inquiry that he left there can be taken over, knowingly and with a reason. */
export function TakenBy({ row, holder, onChanged }: { row: DeskInquiry; holder: number; onChanged: () => void }) {
  const [isTaking, setTaking] = useState(false)
  const { id, version, takenByName } = row
  const name = takenByName ?? t('other')
  return (
    <div className="row-act">
      <p className="locked">{t('heldBy', { name })}</p>
      <Button size={36} onClick={() => setTaking(true)}>
        {t('takeOver')}…
      </Button>
      {isTaking && (
        <ActionDialog
          title={t('takeOverTitle')}
          confirm={t('takeOver')}
          done={t('takenOver')}
          canned={[t('whyAway'), t('whyAgreed')]}
          changes={[{ name: t('takenBy'), before: name, after: t('me') }]}
          run={({ reason, key }) =>
            call('POST /api/console/contact/:id/take', {
              params: { id: String(id) },
              key,
              body: { reason, version, from: holder },
            })
          }
          onDone={onChanged}
          onClose={() => setTaking(false)}
        />
      )}
    </div>
  )
}
