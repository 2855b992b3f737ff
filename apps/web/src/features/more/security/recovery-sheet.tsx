import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Sheet } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SecondFactorForm } from '../../../protection/second-factor-form.tsx'
import { securityQuery } from '../../../protection/security-query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityTexts } from './texts.ts'

/** Makes new recovery codes and shows them once. */
export function RecoverySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(securityTexts)
  return (
    <Sheet open={open} onClose={onClose} title={t('codesRenew')}>
      {open && <Renewal onClose={onClose} />}
    </Sheet>
  )
}

function Renewal({ onClose }: { onClose: () => void }) {
  const t = useTexts(securityTexts)
  const cache = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onClose} />
  const renew = async (otp: string) => {
    setCodes((await call('POST /api/user/totp/recovery', { body: { otp } })).recoveryCodes)
    await cache.invalidateQueries(securityQuery)
  }
  return (
    <SecondFactorForm action={t('codesRenew')} onCode={renew}>
      <p className="sec-p">{t('renewText')}</p>
    </SecondFactorForm>
  )
}
