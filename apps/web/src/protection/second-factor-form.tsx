import '@maru/ui/code.css'
import './second-factor.css'
import { Button, CodeField, FormError, TextField } from '@maru/ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isApiError } from '../api/error.ts'
import { errorText } from '../api/error-text.ts'
import { useTexts } from '../i18n/texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

interface Props {
  /** What the button does. */
  action: string
  /** Does it with a code; what it throws is shown. */
  onCode: (code: string) => Promise<unknown>
  children: ReactNode
}

/** A step that takes the code of the app, or a recovery code. */
export function SecondFactorForm({ action, onCode, children }: Props) {
  const t = useTexts(secondFactorTexts)
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const missing = isRecovery ? 0 : 6 - code.length
  const isMismatch = isApiError(failure) && failure.code === 'OTP_MISMATCH'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || missing > 0 || code === '') return
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
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
    setFailure(null)
  }
  return (
    <form className="sheet-f" onSubmit={(event) => void submit(event)} noValidate>
      {children}
      {isRecovery ? (
        <TextField
          label={t('recoveryCode')}
          value={code}
          onValue={setCode}
          maxLength={11}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t('recoveryHint')}
          error={isMismatch ? errorText(failure) : undefined}
        />
      ) : (
        <CodeField
          label={t('code')}
          value={code}
          onValue={setCode}
          error={isMismatch ? errorText(failure) : undefined}
          autoFocus
        />
      )}
      {failure !== null && !isMismatch && <FormError>{errorText(failure)}</FormError>}
      <button type="button" className="link code-alt" onClick={change}>
        {t(isRecovery ? 'useApp' : 'useRecovery')}
      </button>
      <Button
        type="submit"
        tone="primary"
        size={52}
        className="wide"
        disabled={missing > 0 || code === ''}
        aria-busy={busy}
      >
        {busy ? t('working') : missing > 0 && code !== '' ? t('digitsLeft', { count: missing }) : action}
      </Button>
    </form>
  )
}
