import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty, FormError, PasswordField, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorText } from '../api/error-text.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { securityQuery } from './security-query.ts'
import { stepUpTexts } from './step-up-texts.ts'

/** What shows that it is the member himself. */
export type StepUp = { readonly otp: string } | { readonly password: string }

interface Props {
  /** What the button does. */
  readonly action: string
  /** Does it; what it throws is shown. */
  readonly onProof: (proof: StepUp) => Promise<unknown>
  readonly children?: ReactNode
}

/** A step that takes the code of the enrolled app, else the password. */
export function StepUpForm({ action, onProof, children }: Props) {
  const t = useTexts(stepUpTexts)
  const security = useQuery(securityQuery)
  if (security.isError) return <Empty title={t('failed')}>{errorText(security.error)}</Empty>
  if (!security.data) return <Skeleton height={160} />
  if (!security.data.totp.isOn)
    return (
      <PasswordForm action={action} onPassword={(password) => onProof({ password })}>
        {children}
      </PasswordForm>
    )
  return (
    <SecondFactorForm action={action} onCode={(otp) => onProof({ otp })}>
      {children}
      <p className="note">{t('codeWhy')}</p>
    </SecondFactorForm>
  )
}

interface PasswordProps {
  readonly action: string
  readonly onPassword: (password: string) => Promise<unknown>
  readonly children?: ReactNode
}

function PasswordForm({ action, onPassword, children }: PasswordProps) {
  const t = useTexts(stepUpTexts)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    setFailure(null)
    try {
      await onPassword(password)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="sheet-f" onSubmit={(event) => void submit(event)} noValidate>
      {children}
      <p className="note">{t('passwordWhy')}</p>
      <PasswordField
        label={t('password')}
        value={password}
        onValue={setPassword}
        restriction={{ allow: 'password' }}
        maxLength={64}
        autoComplete="current-password"
        eyeLabels={[t('show'), t('hide')]}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <Button type="submit" tone="primary" size={52} className="wide" aria-busy={busy} disabled={password === ''}>
        {action}
      </Button>
    </form>
  )
}
