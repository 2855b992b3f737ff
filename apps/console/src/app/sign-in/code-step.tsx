import { Button, CodeField, Icon } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../session/words.ts'
import { t } from '../texts.ts'

interface Props {
  username: string
  siteName: string
  onCode: (code: string) => Promise<void>
  /** Back to name and password. */
  onBack: () => void
}

/** The second step: the six digits that the authenticator app shows. */
export function CodeStep({ username, siteName, onCode, onBack }: Props) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isWhole = code.length === 6

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isWhole) return
    setBusy(true)
    setFailure(null)
    try {
      await onCode(code)
    } catch (error) {
      setFailure(error)
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={t('otp')}>
      <h1>{t('otpHint')}</h1>
      <div className="who">
        <Icon name="user" />
        <span>
          <b>{username}</b>
          {siteName}
        </span>
        <button type="button" className="lk" onClick={onBack}>
          {t('change')}
        </button>
      </div>
      <CodeField
        label={t('appCode')}
        value={code}
        onValue={setCode}
        error={failure === null ? undefined : errorText(failure)}
        autoFocus
      />
      <Button type="submit" tone="primary" size={52} disabled={!isWhole} aria-busy={busy}>
        {isWhole ? (busy ? t('confirming') : t('signIn')) : t('allDigits')}
      </Button>
      <div className="ft">
        <span>{t('lostPhone')}</span>
        <span className="num">2 / 2</span>
      </div>
    </form>
  )
}
