import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Check, Sheet, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SecondFactorForm } from '../../../protection/second-factor-form.tsx'
import { securityQuery } from '../../../protection/security-query.ts'
import { securityTexts } from './texts.ts'

/** Ends the enrolment of the app, with a code of it or a recovery code. */
export function RemoveSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(securityTexts)
  const cache = useQueryClient()
  const [endOthers, setEndOthers] = useState(true)
  const remove = async (otp: string) => {
    await call('POST /api/user/totp/disable', { body: { otp, endOtherSessions: endOthers } })
    await cache.invalidateQueries(securityQuery)
    toast({ title: t('removed') })
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('remove')}>
      {open && (
        <SecondFactorForm action={t('remove')} onCode={remove}>
          <p className="sec-p">{t('removeText')}</p>
          <Check checked={endOthers} onChange={setEndOthers}>
            {t('endOthers')}
          </Check>
        </SecondFactorForm>
      )}
    </Sheet>
  )
}
