import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { memberStatusWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

interface Props {
  profile: DeskProfile
  /** A sign-up that waits is turned down. */
  isRefused: boolean
  onDone: () => void
  onClose: () => void
}

const words = {
  DENY: {
    title: t('suspendTitle'),
    confirm: t('suspended'),
    canned: [t('whyIdentity'), t('whyTerms'), t('whySeeAuthority')],
  },
  REFUSE: { title: t('refuseTitle'), confirm: t('refuse'), canned: [t('whyNotVerified'), t('whyConditions')] },
  APPROVE: { title: t('admitTitle'), confirm: t('admit'), canned: [t('whyChecked')] },
  ALLOW: { title: t('resumeTitle'), confirm: t('resume'), canned: [t('whyChecked')] },
} as const

/** Lets a member in, or shuts him out. */
export function StatusDialog({ profile: { id, version, status, sessions }, isRefused, ...shared }: Props) {
  const next = isRefused || status === 'ACTIVE' ? 'DENY' : 'ACTIVE'
  const said = isRefused ? 'REFUSE' : status === 'ACTIVE' ? 'DENY' : status === 'PENDING' ? 'APPROVE' : 'ALLOW'
  const stops =
    next === 'DENY'
      ? [{ name: t('signIns'), before: t('places', { length: sessions.length }), after: t('endsAll') }]
      : []
  return (
    <ActionDialog
      {...words[said]}
      done={t('changedTo', { status: memberStatusWords[next] })}
      changes={[{ name: t('status'), before: memberStatusWords[status], after: memberStatusWords[next] }, ...stops]}
      run={({ reason, key }) => {
        const body = { reason, version, status: next } as const
        return call('POST /api/console/member/:id/status', { params: { id: String(id) }, body, key })
      }}
      {...shared}
    />
  )
}
