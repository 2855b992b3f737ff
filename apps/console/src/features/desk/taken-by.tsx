import type { DeskRequest } from '@maru/contract'
import { Button } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'
import type { Steps } from './use-steps.ts'

/** In a colleague's hands: what he left there can be taken over, knowingly and with a reason. */
export function TakenBy({ row, holder, steps }: { row: DeskRequest; holder: number; steps: Steps }) {
  const [isTaking, setTaking] = useState(false)
  const name = row.takenByName ?? t('otherStaff')
  return (
    <div className="row-act">
      <p className="locked">{t('takenBy', { name })}</p>
      <Button size={36} onClick={() => setTaking(true)}>
        {t('takeOver')}…
      </Button>
      {isTaking && (
        <ActionDialog
          title={t('takeOverTitle')}
          confirm={t('takeOver')}
          done={t('takenOver')}
          canned={[t('whyAway'), t('whyAgreed')]}
          changes={[{ name: t('holder'), before: name, after: t('mine') }]}
          run={({ reason, key }) => steps.takeOver({ reason, key, from: holder })}
          onDone={steps.changed}
          onClose={() => setTaking(false)}
        />
      )}
    </div>
  )
}
