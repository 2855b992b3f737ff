import { call } from '@maru/client/api/client'
import type { DeskProfile, PersonalData } from '@maru/contract'
import { Button, Dialog } from '@maru/ui'
import { useRef, useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'
import { t } from './texts.ts'

/** What tells who a member is, shown once a reason is written down; gone with the dialog. */
export function PersonalDialog({ profile, onClose }: { profile: DeskProfile; onClose: () => void }) {
  const [shown, setShown] = useState<PersonalData | null>(null)
  const asked = useRef(false)
  if (shown === null)
    return (
      <ActionDialog
        title={t('unmasked')}
        confirm={t('show')}
        done={t('seenKept')}
        canned={[t('whySeeInquiry'), t('whySeeDepositor'), t('whySeeAuthority')]}
        run={({ reason, key }) =>
          call('POST /api/console/member/:id/personal', { params: { id: String(profile.id) }, body: { reason }, key })
        }
        onDone={(data) => {
          asked.current = true
          setShown(data)
        }}
        // It closes after onDone: what was asked for is shown then.
        onClose={() => asked.current || onClose()}
      />
    )
  const facts = [
    [t('name'), shown.name],
    [t('username'), shown.username],
    [t('phone'), shown.phone],
    [t('mail'), shown.email],
  ] as const
  return (
    <Dialog open title={t('unmasked')} onClose={onClose} className="dlg">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className="mb-fact">
            <dt>{name}</dt>
            <dd>{value === '' ? '–' : <Copied text={value} label={name} />}</dd>
          </div>
        ))}
      </dl>
      <div className="acts">
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Dialog>
  )
}
