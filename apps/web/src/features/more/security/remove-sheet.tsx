import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Sheet, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { SecondFactorForm } from '../../../protection/second-factor-form.tsx'
import { securityQuery } from '../../../protection/security-query.ts'
import { securityTexts } from './texts.ts'

/** Ends the enrolment of the app, with a code of it or a recovery code. */
export function RemoveSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(securityTexts)
  const cache = useQueryClient()
  const remove = async (otp: string) => {
    await call('POST /api/user/totp/disable', { body: { otp } })
    await cache.invalidateQueries(securityQuery)
    toast({ title: t('removed') })
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('remove')}>
      {open && (
        <SecondFactorForm action={t('remove')} onCode={remove}>
          <p className="sec-p">{t('removeText')}</p>
        </SecondFactorForm>
      )}
    </Sheet>
  )
}
