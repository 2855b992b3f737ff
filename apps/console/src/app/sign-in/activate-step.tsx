import { callAsGuest } from '@maru/client/api/client'
import { Button, FormError, PasswordField, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { loadHome } from '../../session/home.ts'
import { errorText } from '../../session/words.ts'
import { t } from '../texts.ts'
import type { Invitation } from './invitation.ts'

interface Props {
  /** What the link of the mail says; null: it was not opened. */
  first: Invitation | null
  onDone: (username: string, password: string) => Promise<void>
  onBack: () => void
}

/** A new member of staff sets his password by the code of his mail, which works once. */
export function ActivateStep({ first, onDone, onBack }: Props) {
  const [form, setForm] = useState({ username: '', code: '', ...first, password: '' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const code = form.code.trim()
  const isWhole = form.username !== '' && /^[\w-]{43}$/.test(code) && form.password !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isWhole) return
    setBusy(true)
    setFailure(null)
    try {
      const { id } = await loadHome()
      await callAsGuest('POST /api/user/activate', { body: { ...form, code }, siteInfoId: id })
      await onDone(form.username, form.password)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={t('newStaffPassword')} noValidate>
      <h1>{t('setPassword')}</h1>
      <TextField
        label={t('username')}
        restriction={{ allow: 'username' }}
        maxLength={20}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus={first === null}
        {...field('username')}
      />
      <TextField
        label={t('mailCode')}
        maxLength={60}
        autoComplete="one-time-code"
        spellCheck={false}
        {...field('code')}
      />
      <PasswordField
        label={t('newPassword')}
        restriction={{ allow: 'password' }}
        maxLength={64}
        autoComplete="new-password"
        autoFocus={first !== null}
        eyeLabels={[t('showPassword'), t('hidePassword')]}
        {...field('password')}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <Button type="submit" tone="primary" size={52} disabled={!isWhole} aria-busy={busy}>
        {busy ? t('confirming') : t('setPassword')}
      </Button>
      <div className="ft">
        <Button tone="quiet" size={36} onClick={onBack}>
          {t('toSignIn')}
        </Button>
      </div>
    </form>
  )
}
