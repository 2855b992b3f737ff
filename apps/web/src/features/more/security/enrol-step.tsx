import '@maru/ui/code.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { copyText } from '@maru/client/page/copy-text'
import { Button, buttonClass, Check, CodeField, FormError, Icon, toast } from '@maru/ui'
import { QrCode } from '@maru/ui/qr-code'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { useSite } from '../../../site/store.ts'
import { securityTexts } from './texts.ts'

/** A secret that waits for the app's first code. */
export interface Enrolment {
  readonly secret: string
  readonly uri: string
}

interface Props {
  enrolment: Enrolment
  onDone: (codes: readonly string[]) => void
  /** The secret can no longer be confirmed: another one is needed. */
  onExpired: () => void
}

/** Shows the secret to the app, and takes its first code. */
export function EnrolStep({ enrolment: { secret, uri }, onDone, onExpired }: Props) {
  const t = useTexts(securityTexts)
  const site = useSite(({ site }) => site?.name ?? '')
  const [code, setCode] = useState('')
  const [endOthers, setEndOthers] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const missing = 6 - code.length
  const isMismatch = isApiError(failure) && failure.code === 'OTP_MISMATCH'
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || missing > 0) return
    setBusy(true)
    setFailure(null)
    try {
      onDone(
        (await call('POST /api/user/totp/confirm', { body: { otp: code, endOtherSessions: endOthers } })).recoveryCodes,
      )
    } catch (error) {
      setCode('')
      setFailure(error)
      if (isApiError(error) && (error.code === 'OTP_EXPIRED' || error.code === 'OTP_TRIES')) {
        toast({ title: errorText(error) })
        onExpired()
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void confirm(event)} noValidate>
      <h2>{t('enrolTitle', { site })}</h2>
      <div className="sec-q">
        <QrCode text={uri} label={t('qrLabel')} />
        <div>
          <p className="note">{t('qrText')}</p>
          <a href={uri} className={buttonClass({ tone: 'primary' })}>
            {t('openApp')}
          </a>
          <Button onClick={() => void copyText(secret, t('keyCopied'), t('copyFailed'))}>
            <Icon name="copy" small />
            {t('copyKey')}
          </Button>
        </div>
      </div>
      <p className="note sec-k">
        {t('manualKey')} <b className="num">{secret.match(/.{1,4}/g)?.join(' ')}</b>
      </p>
      <CodeField label={t('code')} value={code} onValue={setCode} error={isMismatch ? errorText(failure) : undefined} />
      {failure !== null && !isMismatch && <FormError>{errorText(failure)}</FormError>}
      <Check checked={endOthers} onChange={setEndOthers}>
        {t('endOthers')}
      </Check>
      <Button type="submit" tone="primary" size={52} className="wide" disabled={missing > 0} aria-busy={busy}>
        {busy ? t('working') : missing > 0 ? t('digitsLeft', { count: missing }) : t('confirm')}
      </Button>
    </form>
  )
}
