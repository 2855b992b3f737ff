import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, FormError, PasswordField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import type { Enrolment } from './enrol-step.tsx'
import { securityTexts } from './texts.ts'

/** Asks for a secret; some time after sign-in the password comes first. */
export function InstallStep({ onStarted }: { onStarted: (enrolment: Enrolment) => void }) {
  const t = useTexts(securityTexts)
  const [asksPassword, setAsksPassword] = useState(false)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || (asksPassword && password === '')) return
    setBusy(true)
    setFailure(null)
    try {
      onStarted(await call('POST /api/user/totp/start', { body: asksPassword ? { password } : {} }))
    } catch (error) {
      const code = isApiError(error) ? error.code : null
      if (code === 'STEP_UP_REQUIRED') setAsksPassword(true)
      else setFailure(code === 'LOGIN_FAILED' ? t('passwordWrong') : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void start(event)} noValidate>
      <h2>{t('installTitle')}</h2>
      <p className="sec-p">{t('installText')}</p>
      {asksPassword && (
        <>
          <p className="sec-p">{t('passwordAgain')}</p>
          <PasswordField
            label={t('currentPassword')}
            value={password}
            onValue={setPassword}
            restriction={{ allow: 'password' }}
            maxLength={64}
            autoComplete="current-password"
            eyeLabels={[t('showPassword'), t('hidePassword')]}
          />
        </>
      )}
      {failure !== null && <FormError>{failure}</FormError>}
      <Button type="submit" tone="primary" size={52} className="wide" aria-busy={busy}>
        {t(busy ? 'working' : 'start')}
      </Button>
    </form>
  )
}
