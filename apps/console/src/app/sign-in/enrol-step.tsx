import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { Button, CodeField, FormError } from '@maru/ui'
import { QrCode } from '@maru/ui/qr-code'
import { type FormEvent, useState } from 'react'
import { Copied } from '../../parts/copied.tsx'
import { endSession, enrolled } from '../../session/session.ts'
import { errorText } from '../../session/words.ts'
import { t } from '../texts.ts'

/** Staff without an authenticator app enrol one before anything else: its secret, its first code, the recovery codes. */
export function EnrolStep() {
  const [secret, setSecret] = useState<{ readonly secret: string; readonly uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setCode('')
      setFailure(error)
      // What was shown is confirmed no more, or the sign-in is too long ago to enrol without the password.
      if (isApiError(error) && (error.code === 'OTP_EXPIRED' || error.code === 'OTP_TRIES')) setSecret(null)
      if (isApiError(error) && error.code === 'STEP_UP_REQUIRED') endSession('over')
    } finally {
      setBusy(false)
    }
  }
  const start = () => run(async () => setSecret(await call('POST /api/user/totp/start', { body: {} })))
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const { recoveryCodes } = await call('POST /api/user/totp/confirm', { body: { otp: code } })
      setCodes(recoveryCodes)
    })
  }
  const refused = failure !== null && <FormError>{errorText(failure)}</FormError>
  if (codes !== null)
    return (
      <section aria-label={t('enrolKeep')}>
        <h1>{t('enrolKeep')}</h1>
        <p>{t('enrolKeepHint')}</p>
        <p className="enrol-k">
          <Copied text={codes.join(' ')} label={t('enrolCodes')} />
        </p>
        {refused}
        <Button tone="primary" size={52} aria-busy={busy} onClick={() => void run(enrolled)}>
          {t('enrolGo')}
        </Button>
      </section>
    )
  if (secret === null)
    return (
      <section aria-label={t('enrolTitle')}>
        <h1>{t('enrolTitle')}</h1>
        <p>{t('enrolHint')}</p>
        {refused}
        <Button tone="primary" size={52} aria-busy={busy} onClick={() => void start()}>
          {t('enrolStart')}
        </Button>
      </section>
    )
  return (
    <form onSubmit={confirm} aria-label={t('enrolTitle')} noValidate>
      <h1>{t('enrolTitle')}</h1>
      <p>{t('enrolScan')}</p>
      <div className="enrol-q">
        <QrCode text={secret.uri} label={t('enrolQr')} />
      </div>
      <p className="enrol-k">
        {t('enrolKey')} <Copied text={secret.secret} label={t('enrolKey')} />
      </p>
      <CodeField label={t('appCode')} value={code} onValue={setCode} autoFocus />
      {refused}
      <Button type="submit" tone="primary" size={52} disabled={code.length < 6} aria-busy={busy}>
        {code.length < 6 ? t('allDigits') : t('enrolConfirm')}
      </Button>
    </form>
  )
}
