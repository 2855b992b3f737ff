import { Button } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import { t } from './texts.ts'

interface Props {
  /** Who holds it; null: somebody whose name is not known. */
  name: string | null
  /** What the page says of it. */
  heldBy: (name: string) => string
  title: string
  takeOver: (by: { reason: string; key: string }) => Promise<unknown>
  onDone: () => void
}

/** In a colleague's hands: what he left there can be taken over, knowingly and with a reason. */
export function TakenBy({ name, heldBy, title, takeOver, onDone }: Props) {
  const [isTaking, setTaking] = useState(false)
  const holder = name ?? t('otherStaff')
  return (
    <div className="row-act">
      <p className="locked">{heldBy(holder)}</p>
      <Button size={36} onClick={() => setTaking(true)}>
        {t('takeOver')}…
      </Button>
      {isTaking && (
        <ActionDialog
          title={title}
          confirm={t('takeOver')}
          done={t('takenOver')}
          canned={[t('whyAway'), t('whyAgreed')]}
          changes={[{ name: t('holder'), before: holder, after: t('me') }]}
          run={takeOver}
          onDone={onDone}
          onClose={() => setTaking(false)}
        />
      )}
    </div>
  )
}
