import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Button, Check, FormError, PasswordField, TextField } from '@maru/ui'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { signIn } from '../../session/session.ts'
import { signInTexts } from './texts.ts'

/** Asked of members with an authenticator app only: it loads when the server asks for it. */
const CodeStep = lazyPart(() => import('./code-step.tsx'))

interface Props {
  /** The name and the password were right, and the code of the app is missing. */
  asksCode: boolean
  onCodeAsked: (asks: boolean) => void
}

/** Name and password, then the code of an authenticator app where there is one. */
export function SignInForm({ asksCode, onCodeAsked }: Props) {
  const t = useTexts(signInTexts)
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(true)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    setMissing(username === '' || password === '')
    if (username === '' || password === '') return focus(username === '' ? 'username' : 'password')
    setBusy(true)
    try {
      await signIn(username, password, keep)
    } catch (error) {
      if (isApiError(error) && error.code === 'STEP_UP_REQUIRED') return onCodeAsked(true)
      setFailure(error)
      focus('password')
    } finally {
      setBusy(false)
    }
  }
  if (asksCode)
    return (
      <Suspense>
        <CodeStep onCode={(otp) => signIn(username, password, keep, otp)} onBack={() => onCodeAsked(false)} />
      </Suspense>
    )
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} aria-label={t('form')} noValidate>
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
        placeholder={t('usernameHint')}
        error={missing && username === '' ? `${t('usernameHint')}.` : undefined}
      />
      <PasswordField
        label={t('password')}
        name="password"
        value={password}
        onValue={setPassword}
        restriction={{ allow: 'password' }}
        maxLength={64}
        autoComplete="current-password"
        placeholder={t('passwordHint')}
        eyeLabels={[t('showPassword'), t('hidePassword')]}
        error={missing && password === '' ? `${t('passwordHint')}.` : undefined}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <Check checked={keep} onChange={setKeep}>
        {t('keep')}
      </Check>
      <Button type="submit" tone="primary" size={52} aria-busy={busy}>
        {t(busy ? 'submitting' : 'submit')}
      </Button>
      <p className="join">
        {t('newHere')}
        <Link className="link" to="/register">
          {t('register')}
        </Link>
        <Link className="link" to="/find">
          {t('find')}
        </Link>
      </p>
    </form>
  )
}
