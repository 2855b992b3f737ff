import { isApiError } from '@maru/client/api/error'
import { Button, FormError, PasswordField, Strip, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../session/words.ts'
import { t } from '../texts.ts'

interface Props {
  username: string
  /** To the page of those who have a code by mail. */
  onActivate: () => void
  onEnter: (username: string, password: string) => Promise<void>
  /** Why they have to sign in again. */
  notice: string | null
}

/** The first step of two. A locked name says for how long. */
export function PasswordStep({ username: first, onEnter, onActivate, notice }: Props) {
  const [username, setUsername] = useState(first)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isLocked = isApiError(failure) && failure.code === 'ACCOUNT_LOCKED'
  const isEmpty = username === '' || password === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || isEmpty) return
    setBusy(true)
    setFailure(null)
    try {
      await onEnter(username, password)
    } catch (error) {
      setFailure(error)
      setPassword('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={t('staffSignIn')} noValidate>
      <h1>{isLocked ? t('lockedForNow') : t('staffSignIn')}</h1>
      {notice !== null && failure === null && <Strip tone="warn">{notice}</Strip>}
      <TextField
        label={t('username')}
        name="username"
        value={username}
        onValue={setUsername}
        restriction={{ allow: 'username' }}
        maxLength={20}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={first === ''}
      />
      <PasswordField
        label={t('password')}
        name="password"
        value={password}
        onValue={setPassword}
        restriction={{ allow: 'password' }}
        maxLength={64}
        autoComplete="current-password"
        eyeLabels={[t('showPassword'), t('hidePassword')]}
        autoFocus={first !== ''}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <Button type="submit" tone="primary" size={52} disabled={isEmpty} aria-busy={busy}>
        {isEmpty ? t('enterBoth') : busy ? t('confirming') : t('next')}
        {!isEmpty && !busy && <kbd>Enter</kbd>}
      </Button>
      <div className="ft">
        <span>{isLocked ? t('triedElsewhere') : t('forgotPassword')}</span>
        <span className="num">1 / 2</span>
      </div>
      <Button tone="quiet" size={36} onClick={onActivate}>
        {t('firstTime')}
      </Button>
    </form>
  )
}
